// A referee for Murus Gallicus: a server that pairs the programs that connect, or holds a tournament of them.
#include "play/murus_referee.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/timer.h"

namespace stackwright::murus {
namespace {

constexpr int kLookMs = 100;  // how often a stop is looked for while nothing happens

/// Whether a guest that has to wait has left or spoken.
bool misbehaves(Guest& guest) {
  guest.line.receive();
  return guest.line.state() != play::LineConnection::State::fine || guest.line.has_input();
}

RefereedGame forfeited(const Guest& white, const Guest& black) {
  RefereedGame game;
  game.guests = {white.number, black.number};
  if (white.line.open()) game.winner = kRomans;
  if (black.line.open()) game.winner = kGauls;
  game.reason = "the opponent is not connected";
  return game;
}

}  // namespace

std::vector<Standing> standings(const std::vector<RefereedGame>& games) {
  std::map<int, Standing> rows;
  for (const RefereedGame& game : games) {
    for (const int colour : {kRomans, kGauls}) {
      Standing& row = rows[game.guests[static_cast<std::size_t>(colour)]];
      row.guest = game.guests[static_cast<std::size_t>(colour)];
      row.ties += !game.winner;
      row.losses += game.winner && *game.winner != colour;
      if (!game.winner || *game.winner != colour) continue;
      ++row.wins;
      ++(colour == kRomans ? row.as_white : row.as_black);
    }
  }
  std::vector<Standing> sorted;
  sorted.reserve(rows.size());
  for (const auto& [number, row] : rows) sorted.push_back(row);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Standing& a, const Standing& b) { return 2 * a.wins + a.ties > 2 * b.wins + b.ties; });
  return sorted;
}

Result<Referee> Referee::open(const RefereeOptions& options) {
  Result<play::Socket> listener = play::listen_on(options.address);
  if (!listener) return listener.error();
  return Result<Referee>(Referee(options, std::move(listener).value()));
}

std::vector<RefereedGame> Referee::run(const StopToken& stop, const Log& log) {
  return options_.players > 0 ? run_tournament(stop, log) : run_pairs(stop, log);
}

void Referee::gather(std::vector<Guest>& guests, std::size_t wanted, const StopToken& stop, const Log& log,
                     const std::function<void(Guest&)>& greet) {
  while (!stop.requested()) {
    for (Guest& guest : guests) {
      if (!misbehaves(guest)) continue;
      log("program " + std::to_string(guest.number) + " left or spoke before its game and was sent away");
      guest.line.farewell();
    }
    std::erase_if(guests, [](const Guest& guest) { return !guest.line.open(); });
    if (guests.size() >= wanted) return;
    if (auto socket = play::accept_from(listener_)) {
      guests.push_back({++arrivals_, play::LineConnection(*std::move(socket))});
      log("program " + std::to_string(arrivals_) + " connected");
      greet(guests.back());
      continue;
    }
    std::vector<int> descriptors{listener_.descriptor()};
    for (const Guest& guest : guests) descriptors.push_back(guest.line.descriptor());
    play::wait_for(descriptors, kLookMs);
  }
}

std::vector<RefereedGame> Referee::run_pairs(const StopToken& stop, const Log& log) {
  std::vector<RefereedGame> games;
  while (!stop.requested() && (options_.games == 0 || static_cast<int>(games.size()) < options_.games)) {
    std::vector<Guest> guests;
    gather(guests, 2, stop, log, [&](Guest& guest) {
      welcome(guest, guests.size() == 1 ? kRomans : 1 - guests[0].colour);  // the first may have gone meanwhile
    });
    if (guests.size() < 2) break;
    if (guests[0].colour == kGauls) std::swap(guests[0], guests[1]);
    for (Guest& guest : guests) announce(guest);
    games.push_back(referee_game(guests[0], guests[1], options_, stop, log));
    for (Guest& guest : guests) guest.line.farewell();
  }
  return games;
}

std::vector<RefereedGame> Referee::run_tournament(const StopToken& stop, const Log& log) {
  std::vector<RefereedGame> games;
  std::vector<Guest> guests;
  const auto wanted = static_cast<std::size_t>(options_.players);
  gather(guests, wanted, stop, log, [](Guest&) {});
  listener_.close();
  for (int round = 0; guests.size() == wanted && round < std::max(options_.games, 1); ++round) {
    for (std::size_t i = 0; i < wanted; ++i) {
      for (std::size_t j = i + 1; j < wanted && !stop.requested(); ++j) {
        std::array<Guest*, 2> pair{&guests[i], &guests[j]};
        if ((round + static_cast<int>(i + j)) % 2 == 0) std::swap(pair[0], pair[1]);
        for (Guest* guest : pair) settle(*guest, stop);
        if (!pair[0]->line.open() || !pair[1]->line.open()) {
          games.push_back(forfeited(*pair[0], *pair[1]));
          continue;
        }
        for (const int colour : {kRomans, kGauls}) {
          welcome(*pair[static_cast<std::size_t>(colour)], colour);
          announce(*pair[static_cast<std::size_t>(colour)]);
        }
        games.push_back(referee_game(*pair[0], *pair[1], options_, stop, log));
      }
    }
  }
  for (Guest& guest : guests) guest.line.farewell();
  return games;
}

/// Before a new game: the late move of a guest that ran out of time is awaited for as long as a move may take; anything
/// else that a guest says between games has no meaning.
void Referee::settle(Guest& guest, const StopToken& stop) const {
  const Timer timer;
  guest.line.receive();
  while (guest.owes_move && guest.line.state() == play::LineConnection::State::fine && !guest.line.take_line() &&
         timer.seconds() * 1000 < options_.move_ms && !stop.requested()) {
    play::wait_for({guest.line.descriptor()}, std::min(kLookMs, options_.move_ms));
    guest.line.receive();
  }
  guest.owes_move = false;
  guest.line.drop_input();
  if (guest.line.state() != play::LineConnection::State::fine) guest.line.farewell();
}

}  // namespace stackwright::murus
