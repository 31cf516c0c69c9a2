// Feeds and outboxes: nothing queues up, nobody misses the last frame, answers keep their order.
#include "web/feed.h"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/json.h"
#include "web/outbox.h"

namespace stackwright::web {
namespace feed_test {

Json frame_of(const Outbox::Next& next) { return Json::parse(*next.text); }

TEST(Feed, FramesAreNumberedAndSayWhoseTheyAre) {
  Feed feed("s7");
  EXPECT_EQ(feed.newest().text, nullptr);
  feed.publish("{\"x\":1}");
  feed.publish("{\"x\":2}", true);
  const Frame frame = feed.newest();
  EXPECT_EQ(Json::parse(*frame.text), Json::parse("{\"feed\":\"s7\",\"number\":2,\"last\":true,\"state\":{\"x\":2}}"));
  EXPECT_EQ(frame.number, 2u);
  EXPECT_TRUE(frame.last);
}

TEST(Outbox, ASlowReaderFindsOnlyTheNewestFrame) {
  const auto feed = std::make_shared<Feed>("s1");
  Outbox outbox;
  ASSERT_TRUE(outbox.follow(feed, [] {}));
  for (int i = 0; i < 1000; ++i) feed->publish(std::to_string(i));
  EXPECT_EQ(frame_of(outbox.next())["state"], 999);
  EXPECT_EQ(outbox.next().text, nullptr);
  feed->publish("\"end\"", true);
  EXPECT_EQ(frame_of(outbox.next())["last"], true);
  EXPECT_EQ(outbox.next().text, nullptr);
}

TEST(Outbox, WhoComesLateStillSeesTheEnd) {
  const auto feed = std::make_shared<Feed>("s1");
  feed->publish("1", true);
  Outbox outbox;
  ASSERT_TRUE(outbox.follow(feed, [] {}));
  EXPECT_EQ(frame_of(outbox.next())["last"], true);
}

TEST(Outbox, AnswersComeFirstAndInOrderThenFeedsTakeTurns) {
  const auto a = std::make_shared<Feed>("a"), b = std::make_shared<Feed>("b");
  Outbox outbox;
  ASSERT_TRUE(outbox.follow(a, [] {}));
  ASSERT_TRUE(outbox.follow(b, [] {}));
  a->publish("1");
  b->publish("1");
  outbox.answer("first");
  outbox.answer("second");
  EXPECT_EQ(*outbox.next().text, "first");
  EXPECT_EQ(*outbox.next().text, "second");
  EXPECT_EQ(frame_of(outbox.next())["feed"], "a");
  a->publish("2");  // a is always new, and b still gets its turn
  EXPECT_EQ(frame_of(outbox.next())["feed"], "b");
  EXPECT_EQ(frame_of(outbox.next())["feed"], "a");
}

TEST(Outbox, FollowsEachFeedOnceAndNotTooMany) {
  std::vector<std::shared_ptr<Feed>> feeds;
  {
    Outbox outbox;
    for (std::size_t i = 0; i < kMaxFeeds; ++i) {
      feeds.push_back(std::make_shared<Feed>(std::to_string(i)));
      ASSERT_TRUE(outbox.follow(feeds.back(), [] {}));
      ASSERT_TRUE(outbox.follow(feeds.back(), [] {}));
      EXPECT_EQ(feeds.back()->followers(), 1u);
    }
    const auto more = std::make_shared<Feed>("more");
    EXPECT_FALSE(outbox.follow(more, [] {}));
    outbox.leave("0");
    EXPECT_EQ(feeds[0]->followers(), 0u);
    EXPECT_TRUE(outbox.follow(more, [] {}));
    EXPECT_EQ(more->followers(), 1u);
  }
  for (const auto& feed : feeds) EXPECT_EQ(feed->followers(), 0u);
}

TEST(Feed, ManyFollowersInThreadsAllGetTheLastFrame) {
  const auto feed = std::make_shared<Feed>("s1");
  constexpr int kFollowers = 16;
  std::atomic<int> ready{0}, ends{0};
  std::vector<std::jthread> threads;
  for (int i = 0; i < kFollowers; ++i) {
    threads.emplace_back([&, i] {
      Outbox outbox;
      std::atomic<bool> woken{true};
      if (!outbox.follow(feed, [&] { woken = true; })) return;
      ++ready;
      std::uint64_t before = 0;
      for (;;) {
        if (!woken.exchange(false)) {
          std::this_thread::yield();
          continue;
        }
        if (i % 4 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        while (const auto text = outbox.next().text) {
          const Json frame = Json::parse(*text);
          EXPECT_GT(frame["number"].get<std::uint64_t>(), before);
          before = frame["number"].get<std::uint64_t>();
          if (frame["last"] == true) {
            ++ends;
            feed->leave(0);  // nobody's number: harmless
            return;
          }
        }
      }
    });
  }
  while (ready < kFollowers) std::this_thread::yield();
  for (int i = 0; i < 2000; ++i) feed->publish(std::to_string(i), i == 1999);
  threads.clear();
  EXPECT_EQ(ends, kFollowers);
}

TEST(Feed, TellsWhenTheFirstComesAndTheLastGoes) {
  Feed feed("s1");
  std::vector<std::size_t> seen;
  feed.on_change([&] { seen.push_back(feed.followers()); });
  const auto a = feed.follow([] {}), b = feed.follow([] {});
  feed.leave(a);
  feed.leave(b);
  EXPECT_EQ(seen, (std::vector<std::size_t>{1, 0}));
}

}  // namespace feed_test
}  // namespace stackwright::web
