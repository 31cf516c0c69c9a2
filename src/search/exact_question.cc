// One question of the exact solver.
#include "search/exact_question.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <numeric>
#include <thread>

namespace stackwright::exact {
namespace {

// Sizes that results depend on (order of boards, where limits are looked at): the same for any number of threads.
constexpr std::size_t kBlock = 128;        // boards that a thread expands at a time
constexpr std::size_t kBlocksAtOnce = 64;  // blocks between two looks at the limits
constexpr std::size_t kShards = 16;        // parts of a layer by hash

/// What an entry of a layer takes at most: board, mark and half a hash in tables that double when they grow, up to four slots
/// of an index, and a copy of board and mark while parts are put together.
std::uint64_t bytes_of(const Course& course) {
  const std::uint64_t entry = static_cast<std::uint64_t>(course.words) * 8 + sizeof(Mark);
  return 2 * (entry + 4) + 16 + entry;
}

}  // namespace

Question::Question(const Course& course, const tetris::Board& board, const ExactOptions& options, Meter& meter)
    : course_(course), start_(board), options_(options), meter_(meter) {
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  const int threads = options.threads > 0 ? options.threads : static_cast<int>(cores);
  for (int i = 0; i < threads; ++i) workers_.emplace_back(course);
}

/// Calls f(bound, job) for all jobs; a Bound is used by one thread at a time.
template <class F>
void Question::in_parallel(std::size_t jobs, F&& f) {
  const std::size_t threads = std::min(workers_.size(), jobs);
  if (threads < 2) {
    for (std::size_t job = 0; job < jobs; ++job) f(workers_[0], job);
    return;
  }
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> pool;
  for (std::size_t t = 0; t < threads; ++t) {
    pool.emplace_back([&, t] {
      for (std::size_t job; (job = next.fetch_add(1)) < jobs;) f(workers_[t], job);
    });
  }
}

std::optional<Plan> Question::ask(std::int64_t target, std::size_t width) {
  target_ = target;
  width_ = width;
  found_.reset();
  plan_.reset();
  path_.clear();
  RowBoard board = rows_from(start_);
  if (!workers_[0].reachable(board, 0, target, take_out_)) return std::nullopt;
  Boards root(course_.words);
  root.add(pack(course_, board).data(), {});
  descend(0, root, options_.max_bytes);
  if (!found_ || plan_) return plan_;
  // Where the bound gave up on covers (too many sets of rows), a row that was thought to stay may have been removed after
  // all, and the plan leads elsewhere. Without taking anything out every plan is real.
  take_out_ = false;
  return ask(target, width);
}

bool Question::descend(int placed, const Boards& layer, std::uint64_t bytes) {
  path_.push_back(&layer);
  // Half of the memory that is left goes to the next layer: however deep, the sum stays within the limit.
  const std::uint64_t fit = std::min<std::uint64_t>(bytes / 2 / bytes_of(course_), std::uint64_t{1} << 31);
  const std::size_t most = std::max<std::size_t>(fit, 1000);
  Boards next(course_.words);
  for (std::size_t from = 0; from < layer.size();) {
    next.clear();
    from = expand(placed, layer, from, most, next);
    if (found_) {
      plan_ = trace(found_->parent);
      return true;
    }
    if (!meter_.look_up() || !meter_.go_on()) break;
    if (width_ != 0) keep_best(placed + 1, next);
    if (!next.empty() && descend(placed + 1, next, bytes / 2)) return true;
  }
  path_.pop_back();
  return false;
}

std::size_t Question::expand(int placed, const Boards& layer, std::size_t from, std::size_t most, Boards& next) {
  std::vector<DistinctBoards> shards(kShards, DistinctBoards(course_.words));
  std::vector<Children> blocks;
  std::size_t kept = 0;
  while (from < layer.size() && kept < most && !found_ && meter_.go_on()) {
    const std::size_t to = std::min(layer.size(), from + kBlock * kBlocksAtOnce);
    blocks.assign((to - from + kBlock - 1) / kBlock, {});
    in_parallel(blocks.size(), [&](Bound& bound, std::size_t i) {
      const std::size_t begin = from + i * kBlock;
      expand_block(bound, placed, layer, begin, std::min(begin + kBlock, to), blocks[i]);
    });
    meter_.add_expanded(to - from);
    for (const Children& block : blocks) {
      meter_.add_generated(block.generated);
      if (block.last && (!found_ || block.last->points > found_->points)) found_ = block.last;
    }
    gather(blocks, shards);
    kept = 0;
    for (DistinctBoards& shard : shards) kept += shard.boards().size();
    from = to;
    if (!meter_.look_up()) break;
  }
  for (DistinctBoards& shard : shards) {
    next.append(shard.boards());
    shard = DistinctBoards(course_.words);
  }
  return from;
}

void Question::expand_block(Bound& bound, int placed, const Boards& layer, std::size_t from, std::size_t to,
                            Children& out) {
  const bool last = placed + 1 == course_.pieces();
  for (std::size_t i = from; i < to && !meter_.due(); ++i) {
    const RowBoard board = unpack(course_, layer.board(i));
    for (const Turn& turn : course_.turns[course_.list[static_cast<std::size_t>(placed)]]) {
      for (int x = 0; x + turn.width <= course_.setting.width; ++x) {
        RowBoard child = board;
        const int rows = drop(course_, child, turn, x);
        if (rows < 0) continue;
        ++out.generated;
        const std::int32_t points =
            layer.mark(i).points + course_.scoring.points[static_cast<std::size_t>(rows)] + course_.scoring.per_piece;
        const Mark mark{points, static_cast<std::uint32_t>(i)};
        if (last) {
          if (points >= target_ && (!out.last || points > out.last->points)) out.last = mark;
          continue;
        }
        if (!bound.reachable(child, placed + 1, target_ - points, take_out_)) continue;
        const Packed packed = pack(course_, child);
        out.words.insert(out.words.end(), packed.begin(), packed.begin() + course_.words);
        out.hashes.push_back(hash_of(packed.data(), course_.words));
        out.marks.push_back(mark);
      }
    }
  }
}

void Question::gather(const std::vector<Children>& blocks, std::vector<DistinctBoards>& shards) {
  in_parallel(shards.size(), [&](Bound&, std::size_t shard) {
    for (const Children& block : blocks) {
      for (std::size_t i = 0; i < block.marks.size(); ++i) {
        if (block.hashes[i] % kShards != shard) continue;
        shards[shard].insert(block.words.data() + i * static_cast<std::size_t>(course_.words), block.hashes[i],
                             block.marks[i]);
      }
    }
  });
}

void Question::keep_best(int placed, Boards& boards) {
  if (boards.size() <= width_) return;
  std::vector<std::int64_t> looks(boards.size());
  in_parallel((boards.size() + kBlock - 1) / kBlock, [&](Bound& bound, std::size_t block) {
    for (std::size_t i = block * kBlock; i < std::min(boards.size(), (block + 1) * kBlock) && !meter_.due(); ++i) {
      looks[i] = bound.looks(unpack(course_, boards.board(i)), placed, target_ - boards.mark(i).points);
    }
  });
  std::vector<std::uint32_t> order(boards.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    return looks[a] != looks[b] ? looks[a] > looks[b] : a < b;
  };
  std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(width_), order.end(), better);
  order.resize(width_);
  std::sort(order.begin(), order.end());
  Boards kept(course_.words);
  for (const std::uint32_t i : order) kept.add(boards.board(i), boards.mark(i));
  boards = std::move(kept);
}

/// The first placement that leads from one board of the path to another (or to the end, with the points found).
std::optional<tetris::Placement> Question::step(int placed, const Boards& layer, std::uint32_t from, std::uint32_t to) {
  const bool last = placed + 1 == course_.pieces();
  const Boards* next = last ? nullptr : path_[static_cast<std::size_t>(placed) + 1];
  const std::int32_t after = last ? found_->points : next->mark(to).points;
  const std::uint8_t piece = course_.list[static_cast<std::size_t>(placed)];
  std::optional<tetris::Placement> step;
  tetris::for_each_placement(course_.setting, piece, [&](tetris::Placement move) {
    if (step) return;
    RowBoard child = unpack(course_, layer.board(from));
    const int rows =
        drop(course_, child, course_.turns[piece][static_cast<std::size_t>(move.orientation)], move.column);
    if (rows < 0) return;
    const auto gain = course_.scoring.points[static_cast<std::size_t>(rows)] + course_.scoring.per_piece;
    if (layer.mark(from).points + gain != after) return;
    if (!last) {
      if (!workers_[0].reachable(child, placed + 1, target_ - after, take_out_)) return;
      const Packed packed = pack(course_, child);
      if (!std::equal(packed.begin(), packed.begin() + course_.words, next->board(to))) return;
    }
    step = move;
  });
  return step;
}

/// The plan that ends at a board of the last layer, replayed by the rules; nothing where it does not earn what was found.
std::optional<Plan> Question::trace(std::uint32_t index) {
  const auto n = static_cast<std::size_t>(course_.pieces());
  std::vector<std::uint32_t> at(n + 1);  // index of the board before each piece
  for (std::size_t j = n; j-- > 0;) {
    at[j] = index;
    index = path_[j]->mark(index).parent;
  }
  Plan plan;
  tetris::Board board = start_;
  for (std::size_t j = 0; j < n; ++j) {
    const auto move = step(static_cast<int>(j), *path_[j], at[j], at[j + 1]);
    assert(move);
    if (!move) return std::nullopt;
    const tetris::Transition t = tetris::place(course_.setting, board, course_.list[j], *move);
    if (t.lost) return std::nullopt;
    plan.points += course_.scoring.points[static_cast<std::size_t>(t.lines)] + course_.scoring.per_piece;
    plan.moves.push_back(*move);
    board = t.after;
  }
  if (plan.points != found_->points) return std::nullopt;
  return plan;
}

}  // namespace stackwright::exact
