// The streams of pieces behind a source: addressed by index, or replayed for engines that only go forward.
#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>

#include "core/engines.h"
#include "games/tetris/sources.h"

namespace stackwright::tetris {
namespace {

/// Draws one piece from one random number in [0, 1) by cumulative weights.
class Wheel {
 public:
  explicit Wheel(const std::vector<double>& weights) {
    const double largest = *std::max_element(weights.begin(), weights.end());
    assert(largest > 0);
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (weights[i] > 0) last_ = i;
      cumulative_.push_back(sum += weights[i] / largest);  // so that no sum of finite weights overflows
    }
  }

  std::uint8_t draw(double unit) const {
    const double x = unit * cumulative_.back();
    std::size_t i = 0;
    while (i < last_ && !(x < cumulative_[i])) ++i;
    return static_cast<std::uint8_t>(i);
  }

 private:
  std::vector<double> cumulative_;
  std::size_t last_ = 0;  // where rounding brings x up to the whole sum
};

/// Shuffles a full bag (Fisher and Yates); below(n) gives a number in [0, n), asked for n = size, ..., 2.
template <class F>
void shuffle_bag(std::span<std::uint8_t> bag, F&& below) {
  std::iota(bag.begin(), bag.end(), std::uint8_t{0});
  for (std::size_t n = bag.size(); n > 1; --n) std::swap(bag[n - 1], bag[below(static_cast<std::uint32_t>(n))]);
}

/// A written list, once or again and again.
class ListStream final : public PieceStream {
 public:
  ListStream(std::vector<std::uint8_t> pieces, bool again) : pieces_(std::move(pieces)), again_(again) {}

  std::size_t read(std::uint64_t start, std::span<std::uint8_t> out) override {
    const std::uint64_t n = pieces_.size();
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (!again_ && start + i >= n) return i;
      out[i] = pieces_[(start % n + i) % n];
    }
    return out.size();
  }

 private:
  std::vector<std::uint8_t> pieces_;
  bool again_;
};

/// Independent pieces of equal probability: piece i is number i of the stream.
class UniformStream final : public PieceStream {
 public:
  UniformStream(const Stream& stream, int pieces) : stream_(stream), pieces_(static_cast<std::uint32_t>(pieces)) {}

  std::size_t read(std::uint64_t start, std::span<std::uint8_t> out) override {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(stream_.below(start + i, pieces_));
    return out.size();
  }

 private:
  Stream stream_;
  std::uint32_t pieces_;
};

/// Independent pieces by weight: piece i is drawn with number i of the stream.
class WeightedStream final : public PieceStream {
 public:
  WeightedStream(const Stream& stream, const std::vector<double>& weights) : stream_(stream), wheel_(weights) {}

  std::size_t read(std::uint64_t start, std::span<std::uint8_t> out) override {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = wheel_.draw(stream_.unit(start + i));
    return out.size();
  }

 private:
  Stream stream_;
  Wheel wheel_;
};

/// Bags of n pieces: bag b is shuffled with the numbers b*n, b*n + 1, ... of the stream.
class BagStream final : public PieceStream {
 public:
  BagStream(const Stream& stream, int pieces) : stream_(stream), bag_(static_cast<std::size_t>(pieces)) {}

  std::size_t read(std::uint64_t start, std::span<std::uint8_t> out) override {
    const std::uint64_t n = bag_.size();
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::uint64_t index = (start + i) / n;
      if (index != current_) {
        std::uint64_t number = index * n;
        shuffle_bag(bag_, [&](std::uint32_t k) { return stream_.below(number++, k); });
        current_ = index;
      }
      out[i] = bag_[(start + i) % n];
    }
    return out.size();
  }

 private:
  Stream stream_;
  std::vector<std::uint8_t> bag_;
  std::optional<std::uint64_t> current_;
};

/// Pieces from an engine that only goes forward. Recent ones are kept; for older ones an engine that can start again
/// does so, and from one that cannot (crypto) nothing older than the last million pieces can be read.
template <Engine E>
class ReplayStream final : public PieceStream {
 public:
  ReplayStream(const Source& source, int pieces, E engine, bool repeatable)
      : engine_(engine), bag_(static_cast<std::size_t>(pieces)), kind_(source.kind) {
    if (kind_ == Source::Kind::weighted) wheel_.emplace(source.weights);
    if (repeatable) beginning_ = engine;
  }

  std::size_t read(std::uint64_t start, std::span<std::uint8_t> out) override {
    if (start < first_) {
      if (!beginning_) return 0;
      engine_ = *beginning_;
      first_ = 0;
      kept_.clear();
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      while (start + i >= first_ + kept_.size()) extend();
      out[i] = kept_[start + i - first_];
    }
    return out.size();
  }

 private:
  static constexpr std::size_t kKeep = std::size_t{1} << 20;

  /// One more piece, or one more bag.
  void extend() {
    if (kept_.size() >= 2 * kKeep) {
      kept_.erase(kept_.begin(), kept_.begin() + kKeep);
      first_ += kKeep;
    }
    if (kind_ == Source::Kind::bag) {
      shuffle_bag(bag_, [&](std::uint32_t k) { return below(engine_, k); });
      kept_.insert(kept_.end(), bag_.begin(), bag_.end());
    } else if (wheel_) {
      kept_.push_back(wheel_->draw(unit(engine_)));
    } else {
      kept_.push_back(static_cast<std::uint8_t>(below(engine_, static_cast<std::uint32_t>(bag_.size()))));
    }
  }

  E engine_;
  std::optional<E> beginning_;
  std::vector<std::uint8_t> kept_;  // the pieces first_, first_ + 1, ...
  std::uint64_t first_ = 0;
  std::vector<std::uint8_t> bag_;
  Source::Kind kind_;
  std::optional<Wheel> wheel_;
};

}  // namespace

std::unique_ptr<PieceStream> open_stream(const Source& source, const PieceSet& set, Rng rng, const StreamKey& key) {
  using Kind = Source::Kind;
  if (source.kind == Kind::list || source.kind == Kind::cycle) {
    assert(!source.pieces.empty());
    return std::make_unique<ListStream>(source.pieces, source.kind == Kind::cycle);
  }
  StreamKey pieces_key = key;
  pieces_key.purpose = Purpose::pieces;
  const Stream stream(pieces_key);
  if (rng == Rng::r250) {
    return std::make_unique<ReplayStream<R250_521>>(source, set.size(), R250_521(stream), true);
  }
  if (rng == Rng::crypto) {
    return std::make_unique<ReplayStream<SystemRandom>>(source, set.size(), SystemRandom(), false);
  }
  if (source.kind == Kind::weighted) return std::make_unique<WeightedStream>(stream, source.weights);
  if (source.kind == Kind::bag) return std::make_unique<BagStream>(stream, set.size());
  return std::make_unique<UniformStream>(stream, set.size());
}

}  // namespace stackwright::tetris
