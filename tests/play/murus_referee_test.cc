// The referee and the client over the loopback address: whole games, and every kind of bad client.
#include "play/murus_referee.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <sys/socket.h>

#include "core/timer.h"
#include "play/murus_client.h"

namespace stackwright::murus {
namespace murus_referee_test {

using play::LineConnection;

/// A referee on a free port, in a thread of its own.
class Server {
 public:
  explicit Server(RefereeOptions options) {
    options.address.port = 0;
    auto referee = Referee::open(options);
    EXPECT_TRUE(referee) << referee.message();
    port = referee->port();
    thread_ = std::thread([this, r = std::make_shared<Referee>(std::move(referee).value())] {
      games = r->run(stop, [this](const std::string& line) { log += line + "\n"; });
    });
  }
  ~Server() {
    stop.request();
    if (thread_.joinable()) thread_.join();
  }
  /// All games are played.
  void wait() { thread_.join(); }

  int port = 0;
  StopToken stop;
  std::string log;
  std::vector<RefereedGame> games;

 private:
  std::thread thread_;
};

/// A client that a test leads by the hand.
class Hand {
 public:
  explicit Hand(int port) {
    StopToken never;
    auto socket = play::connect_to({"127.0.0.1", port}, 5000, never);
    EXPECT_TRUE(socket) << socket.message();
    line_ = LineConnection(std::move(socket).value());
  }
  /// The next line; "closed" at the end.
  std::string hear() {
    const Timer timer;
    while (timer.seconds() < 10) {
      if (auto text = line_.take_line()) return *text;
      if (line_.state() != LineConnection::State::fine) return "closed";
      line_.receive();
      if (!line_.has_input()) play::wait_for({line_.descriptor()}, 10);
    }
    return "nothing";
  }
  void expect(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) EXPECT_EQ(hear(), line);
  }
  void expect_opening(const std::string& colour) {
    EXPECT_EQ(hear(), "WELCOME " + colour);
    for (int i = 0; i < 2; ++i) EXPECT_EQ(hear().substr(0, 8), "MESSAGE ");
  }
  void say(const std::string& text) { line_.send_line(text); }
  void say_bytes(const std::string& bytes) {
    ::send(line_.descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  void leave() { line_ = LineConnection(); }

 private:
  LineConnection line_;
};

RefereeOptions quick(int games) {
  RefereeOptions options;
  options.games = games;
  options.move_ms = 3000;
  return options;
}

TEST(MurusReferee, SpeaksTheProtocolLineForLine) {
  RefereeOptions options = quick(1);
  options.max_plies = 3;
  Server server(options);
  Hand white(server.port);
  EXPECT_EQ(white.hear(), "WELCOME White");
  EXPECT_EQ(white.hear().substr(0, 8), "MESSAGE ");
  Hand black(server.port);
  black.expect_opening("Black");
  EXPECT_EQ(white.hear().substr(0, 8), "MESSAGE ");
  white.expect({"YOUR_TURN"});
  white.say("MOVE G1,NE");
  white.expect({"VALID_MOVE"});
  black.expect({"OPPONENT_MOVE G1,NE", "YOUR_TURN"});
  black.say("MOVE A3,S\r");
  black.expect({"VALID_MOVE"});
  white.expect({"OPPONENT_MOVE A3,S", "YOUR_TURN"});
  white.say("MOVE G8,N");
  white.expect({"VALID_MOVE", "TIE", "closed"});
  black.expect({"OPPONENT_MOVE G8,N", "TIE", "closed"});
  white.leave();
  black.leave();
  server.wait();
  ASSERT_EQ(server.games.size(), 1u);
  EXPECT_FALSE(server.games[0].winner);
  EXPECT_EQ(server.games[0].moves.size(), 3u);
}

TEST(MurusReferee, TellsBothSidesWhoWon) {
  RefereeOptions options = quick(1);
  const Murus& game = options.game;
  Server server(options);
  Hand white(server.port), black(server.port);
  white.expect_opening("White");
  black.expect_opening("Black");
  white.expect({"YOUR_TURN"});
  const auto player = make_player(game, hand_set_weights(), {.table_bytes = 1 << 16});
  Position p = game.start();
  while (!game.over(p)) {
    Hand& mover = p.side == kRomans ? white : black;
    Hand& other = p.side == kRomans ? black : white;
    const Move move = player->decide(p, Limits{.depth = 2 + p.side}).move;
    p = game.apply(p, move);
    mover.say("MOVE " + game.move_text(move));
    mover.expect({"VALID_MOVE"});
    other.expect({"OPPONENT_MOVE " + game.move_text(move)});
    if (game.over(p)) {
      mover.expect({"VICTORY", "closed"});
      other.expect({"DEFEAT", "closed"});
    } else {
      other.expect({"YOUR_TURN"});
    }
  }
}

/// The bad client is White or Black; the other one plays along and wins.
struct BadClient {
  const char* name;
  bool white;
  std::function<void(Hand&)> act;
  std::vector<std::string> bad_hears;  // after its YOUR_TURN (White) or its opening (Black)
  const char* reason;
};

TEST(MurusReferee, BadClientsLoseAndTheNextPairPlays) {
  const std::string flood(100'000, 'x');
  const std::vector<BadClient> bad{
      {"garbage", true, [](Hand& h) { h.say("\x01\xff hello"); }, {"ILLEGAL_MOVE", "DEFEAT", "closed"}, "malformed"},
      {"empty line", true, [](Hand& h) { h.say(""); }, {"ILLEGAL_MOVE", "DEFEAT", "closed"}, "malformed"},
      {"illegal", true, [](Hand& h) { h.say("MOVE G1,W"); }, {"ILLEGAL_MOVE", "DEFEAT", "closed"}, "illegal move G1,W"},
      {"off the board", true, [](Hand& h) { h.say("MOVE Z9,N"); }, {"ILLEGAL_MOVE", "DEFEAT", "closed"}, "no cell"},
      {"oversized", true, [&](Hand& h) { h.say_bytes(flood); }, {"ILLEGAL_MOVE", "DEFEAT"}, "too long"},
      {"silent", true, [](Hand&) {}, {"TIMEOUT", "closed"}, "no move within"},
      {"half a line", true, [](Hand& h) { h.say_bytes("MOVE G1,N"); }, {"TIMEOUT", "closed"}, "no move within"},
      {"leaves", true, [](Hand& h) { h.leave(); }, {}, "closed the connection"},
      {"out of turn", false, [](Hand& h) { h.say("MOVE A1,S"); }, {"DEFEAT", "closed"}, "out of turn"},
      {"floods out of turn", false, [&](Hand& h) { h.say_bytes(flood); }, {"DEFEAT"}, "out of turn"},
      {"leaves early", false, [](Hand& h) { h.leave(); }, {}, "closed the connection"},
  };
  RefereeOptions options = quick(static_cast<int>(bad.size()) + 1);
  options.move_ms = 200;
  Server server(options);
  for (const BadClient& b : bad) {
    SCOPED_TRACE(b.name);
    Hand white(server.port), black(server.port);
    white.expect_opening("White");
    black.expect_opening("Black");
    white.expect({"YOUR_TURN"});
    Hand& culprit = b.white ? white : black;
    b.act(culprit);
    for (const std::string& line : b.bad_hears) EXPECT_EQ(culprit.hear(), line);
    (b.white ? black : white).expect({"VICTORY", "closed"});
  }
  Hand white(server.port), black(server.port);
  white.expect_opening("White");
  white.expect({"YOUR_TURN"});
  white.say("MOVE G1,N");
  white.expect({"VALID_MOVE"});
  black.leave();
  white.expect({"VICTORY", "closed"});
  server.wait();
  ASSERT_EQ(server.games.size(), bad.size() + 1);
  for (std::size_t i = 0; i < bad.size(); ++i) {
    EXPECT_EQ(server.games[i].winner, bad[i].white ? kGauls : kRomans) << bad[i].name;
    EXPECT_NE(server.games[i].reason.find(bad[i].reason), std::string::npos)
        << bad[i].name << ": " << server.games[i].reason;
    EXPECT_NE(server.log.find(server.games[i].reason), std::string::npos) << "the log tells the reason";
  }
}

TEST(MurusReferee, WhoLeavesBeforeTheGameIsReplaced) {
  Server server(quick(1));
  Hand early(server.port);
  EXPECT_EQ(early.hear(), "WELCOME White");
  early.leave();
  Hand loud(server.port);
  loud.say("MOVE G1,N");
  while (loud.hear() != "closed") {
  }
  Hand white(server.port), black(server.port);
  white.expect_opening("White");
  black.expect_opening("Black");
  white.leave();
  black.expect({"VICTORY", "closed"});
  black.leave();
  server.wait();
  EXPECT_EQ(server.games.size(), 1u);
}

TEST(MurusReferee, StopsWhenAsked) {
  Server waiting(quick(0));
  Hand lonely(waiting.port);
  EXPECT_EQ(lonely.hear(), "WELCOME White");
  waiting.stop.request();
  waiting.wait();
  EXPECT_TRUE(waiting.games.empty());
}

struct Guesthouse {
  std::vector<std::jthread> threads;
  std::vector<std::vector<JoinedGame>> played;
};

/// Engines that look a few plies ahead join; their numbers are those of the referee's guests, in some order.
void seat(Guesthouse& house, const Server& server, const std::vector<int>& depths, const Murus& game) {
  house.played.resize(depths.size());
  for (std::size_t i = 0; i < depths.size(); ++i) {
    house.threads.emplace_back([&house, &server, &game, i, depth = depths[i]] {
      StopToken never;
      auto socket = play::connect_to({"127.0.0.1", server.port}, 5000, never);
      ASSERT_TRUE(socket);
      LineConnection line(std::move(socket).value());
      const auto player = make_player(game, hand_set_weights(), {.table_bytes = 1 << 16});
      const auto games = join(line, game, *player, Limits{.depth = depth}, never, [](const std::string&) {});
      ASSERT_TRUE(games) << games.message();
      house.played[i] = *games;
    });
  }
}

TEST(MurusReferee, EnginesPlayAWholeGame) {
  RefereeOptions options = quick(1);
  options.move_ms = 10'000;
  Server server(options);
  Guesthouse house;
  seat(house, server, {3, 2}, options.game);
  house.threads.clear();
  server.wait();
  ASSERT_EQ(server.games.size(), 1u);
  Position p = options.game.start();
  for (const Move& m : server.games[0].moves) {
    ASSERT_TRUE(options.game.legal(p, m));
    p = options.game.apply(p, m);
  }
  EXPECT_EQ(options.game.winner(p), server.games[0].winner);
  for (const auto& games : house.played) {
    ASSERT_EQ(games.size(), 1u);
    EXPECT_EQ(games[0].moves, server.games[0].moves);
    EXPECT_EQ(games[0].result, games[0].colour == *server.games[0].winner ? "VICTORY" : "DEFEAT");
  }
}

TEST(MurusReferee, HoldsATournament) {
  RefereeOptions options = quick(2);
  options.players = 3;
  options.move_ms = 10'000;
  Server server(options);
  Guesthouse house;
  seat(house, server, {1, 2, 3}, options.game);
  house.threads.clear();
  server.wait();
  ASSERT_EQ(server.games.size(), 6u) << "three pairs, two games each";
  int points = 0;
  const auto rows = standings(server.games);
  ASSERT_EQ(rows.size(), 3u);
  for (const Standing& row : rows) {
    EXPECT_EQ(row.wins + row.losses + row.ties, 4);
    EXPECT_EQ(row.as_white + row.as_black, row.wins);
    points += 2 * row.wins + row.ties;
  }
  EXPECT_EQ(points, 12);
  for (const auto& games : house.played) {
    ASSERT_EQ(games.size(), 4u);
    int white = 0;
    for (const JoinedGame& g : games) white += g.colour == kRomans;
    EXPECT_EQ(white, 2) << "colours alternate";
  }
}

TEST(MurusReferee, ATournamentGoesOnWithoutThoseWhoLeft) {
  RefereeOptions options = quick(1);
  options.players = 3;
  options.move_ms = 10'000;
  Server server(options);
  Guesthouse house;
  Hand quitter(server.port);
  seat(house, server, {1, 1}, options.game);
  quitter.hear();
  quitter.leave();
  house.threads.clear();
  server.wait();
  ASSERT_EQ(server.games.size(), 3u);
  for (const RefereedGame& g : server.games) EXPECT_TRUE(g.winner);
}

}  // namespace murus_referee_test
}  // namespace stackwright::murus
