// The common shape of optimisers: ask() for candidates, tell() their fitness; any method behind one value type.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "optim/space.h"

namespace stackwright::optim {

/// Candidates to be evaluated now. A generation has one round, or more where a method asks again for candidates it
/// doubts: a candidate's index in the generation is first + its place, so that every evaluation has its own random games.
struct Batch {
  std::uint64_t generation = 0;
  std::uint32_t round = 0;
  std::uint64_t first = 0;
  double effort = 1;  // wished evaluations per candidate (games), as a multiple of the usual number
  std::vector<Genes> candidates;
};

/// What a method must offer. It sees only the free genes, and every fitness it is told is a number or an infinity.
/// Everything random comes from (seed, generation, index), so that a saved and loaded method goes on bit for bit.
template <class T>
concept Method =
    std::copyable<T> && requires(T m, const T c, std::span<const double> fitness, Json& json, const Fields& fields) {
      { c.ask() } -> std::same_as<const Batch&>;  // the same until told
      m.tell(fitness);                            // one number per candidate and part, maximised; ends the round
      { c.favourite() } -> std::same_as<Genes>;   // what the method would answer now; needs one finished generation
      { c.spread() } -> std::same_as<Genes>;      // standard deviation per gene of what it now samples
      { c.exhausted() } -> std::same_as<std::string>;  // why going on is useless; empty while it is not
      c.save(json);
      { m.load(fields) } -> std::same_as<Result<Done>>;
    };

/// A candidate and what it reached.
struct Champion {
  Genes genes;
  double fitness = 0;
  std::uint64_t generation = 0;
  std::uint64_t index = 0;
};

/// Any method, as a value: copies are independent.
class Optimiser {
 public:
  /// `identity` tells one configuration from another: a state is restored only into the configuration that wrote it.
  template <Method T>
  Optimiser(T method, Space space, std::uint64_t identity)
      : method_(std::make_unique<Model<T>>(std::move(method))), space_(std::move(space)), identity_(identity) {
    refill();
  }
  Optimiser(const Optimiser& other);
  Optimiser& operator=(const Optimiser& other);
  Optimiser(Optimiser&&) noexcept = default;
  Optimiser& operator=(Optimiser&&) noexcept = default;
  ~Optimiser() = default;

  const Space& space() const { return space_; }
  /// The candidates of the current round with all genes, frozen ones too; the same until told.
  const Batch& ask() const { return batch_; }
  /// The fitness of each candidate asked for, larger is better; what is not a number counts as minus infinity. Where the
  /// genes have parts: for each candidate one number after the other for all parts.
  void tell(std::span<const double> fitness);

  /// Finished generations and evaluations told.
  std::uint64_t generation() const { return batch_.generation; }
  std::uint64_t evaluations() const { return evaluations_; }
  /// The best single evaluation so far (lucky, where fitness is noisy; the sum of all parts); no genes before the first
  /// tell().
  const Champion& best() const { return best_; }
  /// What the method would answer now: the mean of a distribution, the best of a population.
  Genes favourite() const;
  /// Standard deviation per gene of what is sampled now; 0 for frozen genes.
  Genes spread() const;
  /// The living candidates of a method that keeps some from generation to generation, fittest first; else none.
  std::vector<Champion> population() const;
  /// Why going on is useless, or empty.
  std::string exhausted() const { return method_->exhausted(); }

  /// The complete state as JSON text; after restore() everything goes on bit for bit.
  std::string state() const;
  /// On an error this stays as it was.
  Result<Done> restore(std::string_view text);

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual std::unique_ptr<Interface> clone() const = 0;
    virtual const Batch& ask() const = 0;
    virtual void tell(std::span<const double> fitness) = 0;
    virtual Genes favourite() const = 0;
    virtual Genes spread() const = 0;
    virtual std::vector<Champion> population() const = 0;
    virtual std::string exhausted() const = 0;
    virtual void save(Json& json) const = 0;
    virtual Result<Done> load(const Fields& fields) = 0;
  };

  template <Method T>
  struct Model final : Interface {
    explicit Model(T m) : method(std::move(m)) {}
    std::unique_ptr<Interface> clone() const override { return std::make_unique<Model>(method); }
    const Batch& ask() const override { return method.ask(); }
    void tell(std::span<const double> fitness) override { method.tell(fitness); }
    Genes favourite() const override { return method.favourite(); }
    Genes spread() const override { return method.spread(); }
    std::vector<Champion> population() const override {
      if constexpr (requires { method.population(); }) return method.population();
      return {};
    }
    std::string exhausted() const override { return method.exhausted(); }
    void save(Json& json) const override { method.save(json); }
    Result<Done> load(const Fields& fields) override { return method.load(fields); }
    T method;
  };

  void refill();
  bool candidates_are_allowed() const;
  Result<Done> load_head(const Fields& fields);

  std::unique_ptr<Interface> method_;
  Space space_;
  std::uint64_t identity_ = 0;
  Batch batch_;
  std::uint64_t evaluations_ = 0;
  Champion best_;
};

}  // namespace stackwright::optim
