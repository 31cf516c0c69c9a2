// Messages, and the clerks who work on them.
#include "web/message.h"

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "web/clerks.h"

namespace stackwright::web {
namespace message_test {

TEST(Message, HasANumberAndSomethingToDo) {
  const auto message = parse_message(R"({"id": 7, "do": "watch", "seed": 3})");
  ASSERT_TRUE(message);
  EXPECT_EQ(id_of(*message), 7);
  for (const char* wrong : {"", "{", "[]", "7", "{}", R"({"id":7})", R"({"do":"x"})", R"({"id":"7","do":"x"})",
                            R"({"id":-1,"do":"x"})", R"({"id":1.5,"do":"x"})", R"({"id":1,"do":7})",
                            R"({"id":1,"do":""})", R"({"id":99999999999,"do":"x"})", R"({"id":1,"do":"x"} x)"}) {
    const auto parsed = parse_message(wrong);
    ASSERT_FALSE(parsed) << wrong;
    EXPECT_EQ(parsed.message().find('\n'), std::string::npos) << wrong;
  }
  EXPECT_FALSE(parse_message(std::string(kMaxMessage + 1, ' ')));
  EXPECT_FALSE(parse_message(R"({"id":1,"do":"x","deep":[[[[[[[[]]]]]]]]})"));
}

TEST(Message, FieldsHaveDefaultsAndLimits) {
  const Json json = Json::parse(R"({"text": "abc", "whole": 5, "real": 0.5, "wrong": []})");
  const Fields fields(json);
  EXPECT_EQ(*text_or(fields, "text", "x"), "abc");
  EXPECT_EQ(*text_or(fields, "none", "x"), "x");
  EXPECT_FALSE(text_or(fields, "text", "x", 2));
  EXPECT_FALSE(text_or(fields, "wrong", "x"));
  EXPECT_EQ(*whole_or(fields, "whole", 1, 0, 9), 5);
  EXPECT_EQ(*whole_or(fields, "none", 1, 0, 9), 1);
  EXPECT_FALSE(whole_or(fields, "whole", 1, 0, 4));
  EXPECT_EQ(*real_or(fields, "real", 1, 0, 1), 0.5);
  EXPECT_FALSE(real_or(fields, "real", 1, 0.6, 1));
}

TEST(Message, AnswersCarryTheNumber) {
  EXPECT_EQ(answer_text(3, Json{{"x", 1}}), R"({"re":3,"ok":{"x":1}})");
  EXPECT_EQ(error_text(0, "what \"it\" was"), R"({"re":0,"error":"what \"it\" was"})");
}

TEST(Clerks, KeepTheOrderOfEachAskerAndTakeTurns) {
  std::mutex mutex;
  std::vector<std::pair<int, int>> done;
  const int askers[3] = {};
  std::atomic<bool> go{false};
  std::atomic<int> left{0};
  {
    Clerks clerks(1);
    clerks.submit(&go, [&] {  // holds the only clerk until all jobs are there
      while (!go) std::this_thread::yield();
    });
    for (int a = 0; a < 3; ++a) {
      for (int i = 0; i < (a == 0 ? 50 : 5); ++i) {
        ++left;
        clerks.submit(&askers[a], [&, a, i] {
          const std::lock_guard lock(mutex);
          done.emplace_back(a, i);
          --left;
        });
      }
    }
    go = true;
    while (left > 0) std::this_thread::yield();
  }
  int next[3] = {};
  for (const auto& [asker, number] : done) EXPECT_EQ(number, next[asker]++);
  for (std::size_t i = 0; i < 15; ++i) EXPECT_EQ(done[i].first, static_cast<int>(i % 3)) << "askers take turns";
}

TEST(Clerks, DropWhatWaitsWhenTheyClose) {
  std::atomic<int> done{0};
  std::atomic<bool> began{false};
  Clerks clerks(1);
  clerks.submit(&done, [&] {
    began = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ++done;
  });
  for (int i = 0; i < 10; ++i) clerks.submit(&done, [&] { ++done; });
  while (!began) std::this_thread::yield();
  clerks.close();
  EXPECT_EQ(done, 1);
  clerks.submit(&done, [&] { ++done; });
  EXPECT_EQ(done, 1);
}

}  // namespace message_test
}  // namespace stackwright::web
