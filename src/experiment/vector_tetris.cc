// Many games of Tetris stepped at once: what may be asked of them, and the threads that step them.
#include "experiment/vector_tetris.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "core/text.h"

namespace stackwright {
namespace {

constexpr std::size_t kGamesOfPart = 64;
constexpr std::array<std::string_view, 3> kAutoresets{"next-step", "same-step", "disabled"};

std::string range_text(std::string_view what, std::int64_t low, std::int64_t high, std::int64_t got) {
  return std::string(what) + " must be from " + std::to_string(low) + " to " + std::to_string(high) + ", got " +
         std::to_string(got);
}

Result<Done> check_vector(const VectorOptions& o) {
  constexpr int kMostGames = 1 << 20, kMostPreview = 64, kMostThreads = 1024;
  if (o.games < 1 || o.games > kMostGames) return Error{range_text("number of games", 1, kMostGames, o.games)};
  if (o.preview < 0 || o.preview > kMostPreview) return Error{range_text("preview", 0, kMostPreview, o.preview)};
  if (o.threads < 0 || o.threads > kMostThreads) return Error{range_text("threads", 0, kMostThreads, o.threads)};
  if (auto fine = check_board_features(o.board_features); !fine) return fine;
  return tetris::check_pieces_fit(o.setting);
}

/// The n-th bit that is set, from 0.
int nth_bit(tetris::Slots bits, std::uint32_t n) {
  for (; n > 0; --n) bits &= bits - 1;
  return std::countr_zero(bits);
}

}  // namespace

Result<Autoreset> autoreset_named(std::string_view name) {
  for (std::size_t i = 0; i < kAutoresets.size(); ++i) {
    if (kAutoresets[i] == name) return static_cast<Autoreset>(i);
  }
  return unknown_name("autoreset", name, kAutoresets);
}

std::string_view name_of(Autoreset autoreset) { return kAutoresets[static_cast<std::size_t>(autoreset)]; }

class VectorTetris::Turn {
 public:
  explicit Turn(std::atomic<bool>& in_use)
      : in_use_(in_use), mine_(!in_use.exchange(true, std::memory_order_acquire)) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    if (mine_) in_use_.store(false, std::memory_order_release);
  }
  Result<Done> check() const {
    if (!mine_) return Error{"the games are being stepped by another thread"};
    return Done{};
  }

 private:
  std::atomic<bool>& in_use_;
  bool mine_;
};

Result<std::unique_ptr<VectorTetris>> VectorTetris::make(const VectorOptions& options) {
  if (auto fine = check_vector(options); !fine) return fine.error();
  return std::unique_ptr<VectorTetris>(new VectorTetris(options));
}

VectorTetris::VectorTetris(const VectorOptions& options)
    : options_(options),
      table_(options.setting),
      features_(options.after_features, options.setting),
      slots_(tetris::slot_count(options.setting)),
      cells_(static_cast<std::size_t>(options.setting.width) * static_cast<std::size_t>(options.setting.height)),
      games_(static_cast<std::size_t>(options.games)),
      crew_(options.threads) {
  const std::size_t n = games_.size(), slots = static_cast<std::size_t>(slots_);
  const std::size_t told = static_cast<std::size_t>(options.preview) + 1;
  arrays_.boards.resize(options.boards ? n * cells_ : 0);
  arrays_.pieces.resize(n * told);
  arrays_.masks.resize(n * slots);
  arrays_.board_features.resize(n * options.board_features.size());
  arrays_.after_features.resize(n * slots * features_.size());
  arrays_.after_boards.resize(options.after_boards ? n * slots * cells_ : 0);
  for (auto* numbers : {&arrays_.placed, &arrays_.lines, &arrays_.score}) numbers->resize(n);
  for (auto* flags : {&arrays_.terminated, &arrays_.truncated}) flags->resize(n);
  arrays_.rewards.resize(n);
  if (options.autoreset == Autoreset::same_step) {
    arrays_.final_boards.resize(arrays_.boards.size());
    arrays_.final_pieces.resize(arrays_.pieces.size());
    arrays_.final_features.resize(arrays_.board_features.size());
  }
}

template <class F>
void VectorTetris::for_all(F&& f) {
  const std::size_t parts = (games_.size() + kGamesOfPart - 1) / kGamesOfPart;
  crew_.run(parts, [&](std::size_t part) {
    const std::size_t end = std::min(games_.size(), (part + 1) * kGamesOfPart);
    for (std::size_t i = part * kGamesOfPart; i < end; ++i) f(i);
  });
}

Result<Done> VectorTetris::reset(std::span<const VectorSeed> seeds, std::span<const std::uint8_t> which) {
  const Turn turn(in_use_);
  if (auto mine = turn.check(); !mine) return mine;
  if (!seeds.empty() && seeds.size() != games_.size()) {
    return Error{"one seed for each of " + std::to_string(games_.size()) + " games expected, got " +
                 std::to_string(seeds.size())};
  }
  if (!which.empty() && which.size() != games_.size()) {
    return Error{"one flag for each of " + std::to_string(games_.size()) + " games expected, got " +
                 std::to_string(which.size())};
  }
  if (!began_ && !which.empty() && std::count(which.begin(), which.end(), 0) > 0) {
    return Error{"the first reset must be of all games"};
  }
  for_all([&](std::size_t i) {
    if (!which.empty() && which[i] == 0) return;
    Game& game = games_[i];
    if (!seeds.empty()) {
      game.seed = seeds[i];
      game.episode = 0;
    } else if (began_) {
      ++game.episode;
    } else {
      game.seed = {1, i};
    }
    begin(game);
    forget_final(i);
    arrays_.rewards[i] = 0;
    arrays_.terminated[i] = arrays_.truncated[i] = 0;
    arrays_.placed[i] = arrays_.lines[i] = arrays_.score[i] = 0;
    (void)read_pieces(i, game);
    write_state(i, game);
  });
  began_ = true;
  return Done{};
}

Result<Done> VectorTetris::check_actions(std::span<const std::int64_t> actions) const {
  if (!began_) return Error{"reset must come before the first step"};
  if (actions.size() != games_.size()) {
    return Error{"one action for each of " + std::to_string(games_.size()) + " games expected, got " +
                 std::to_string(actions.size())};
  }
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const Game& game = games_[i];
    if (game.over && options_.autoreset == Autoreset::next_step) continue;
    if (game.over) return Error{"game " + std::to_string(i) + " is over: reset it before the next step"};
    const std::int64_t action = actions[i];
    if (action < 0 || action >= slots_) {
      return Error{range_text("action of game " + std::to_string(i), 0, slots_ - 1, action)};
    }
    if ((game.allowed >> action & 1) == 0 && !options_.illegal_ends) {
      const tetris::Placement move = placement_of(options_.setting, static_cast<int>(action));
      return Error{"action of game " + std::to_string(i) + " is not in its mask: " + std::to_string(action) +
                   " (orientation " + std::to_string(move.orientation) + ", column " + std::to_string(move.column) +
                   ") of piece " + options_.setting.pieces->pieces[game.piece].letter};
    }
  }
  return Done{};
}

Result<Done> VectorTetris::step(std::span<const std::int64_t> actions) {
  const Turn turn(in_use_);
  if (auto mine = turn.check(); !mine) return mine;
  if (auto fine = check_actions(actions); !fine) return fine;
  for_all([&](std::size_t i) { step_game(i, actions[i]); });
  return Done{};
}

Result<Done> VectorTetris::sample(std::span<std::int64_t> out) {
  const Turn turn(in_use_);
  if (auto mine = turn.check(); !mine) return mine;
  if (out.size() != games_.size()) {
    return Error{"room for " + std::to_string(games_.size()) + " actions expected, got " + std::to_string(out.size())};
  }
  for_all([&](std::size_t i) {
    const Game& game = games_[i];
    const auto choices = static_cast<std::uint32_t>(std::popcount(game.allowed));
    out[i] = choices == 0 ? 0 : nth_bit(game.allowed, game.exploring.below(game.placed, choices));
  });
  return Done{};
}

Result<Done> VectorTetris::set_position(int number, const tetris::Board& board, int piece) {
  const Turn turn(in_use_);
  if (auto mine = turn.check(); !mine) return mine;
  if (number < 0 || number >= games()) return Error{range_text("game", 0, games() - 1, number)};
  if (board.width != options_.setting.width || board.height != options_.setting.height) {
    return Error{"a board of " + std::to_string(options_.setting.width) + "x" +
                 std::to_string(options_.setting.height) + " expected, got " + std::to_string(board.width) + "x" +
                 std::to_string(board.height)};
  }
  if (piece < 0 || piece >= options_.setting.pieces->size()) {
    return Error{range_text("piece", 0, options_.setting.pieces->size() - 1, piece)};
  }
  const std::size_t i = static_cast<std::size_t>(number);
  Game& game = games_[i];
  if (game.over) return Error{"game " + std::to_string(number) + " is over: reset it first"};
  if (table_.safe(board, piece) == 0) return Error{"no placement of the piece fits on this board"};
  game.board = board;
  game.piece = static_cast<std::uint8_t>(piece);
  game.allowed = table_.safe(board, piece);
  arrays_.pieces[i * (static_cast<std::size_t>(options_.preview) + 1)] = piece;
  write_state(i, game);
  return Done{};
}

Result<Done> VectorTetris::set_boards(std::span<const std::uint8_t> cells) {
  const Turn turn(in_use_);
  if (auto mine = turn.check(); !mine) return mine;
  if (!began_) return Error{"reset must come before boards are set"};
  if (cells.size() != games_.size() * cells_) {
    return Error{std::to_string(games_.size() * cells_) + " cells expected, got " + std::to_string(cells.size())};
  }
  for_all([&](std::size_t i) {
    Game& game = games_[i];
    const std::uint8_t* cell = cells.data() + i * cells_;
    game.board = tetris::empty_board(options_.setting.width, options_.setting.height);
    for (int row = options_.setting.height - 1; row >= 0; --row) {
      for (int x = 0; x < options_.setting.width; ++x) {
        if (*cell++ != 0) tetris::fill(game.board, x, row);
      }
    }
    game.allowed = table_.safe(game.board, game.piece);
    game.over = game.allowed == 0;
    arrays_.terminated[i] = game.over;
    arrays_.truncated[i] = 0;
    arrays_.rewards[i] = 0;
    write_state(i, game);
  });
  return Done{};
}

}  // namespace stackwright
