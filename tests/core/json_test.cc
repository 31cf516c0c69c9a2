// Tests of JSON documents: the envelope, errors with their place, limits, typed fields.
#include "core/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/paths.h"

namespace stackwright {
namespace json_test {

Json parsed(std::string_view text) {
  const Result<Json> json = parse_json(text, "test");
  EXPECT_TRUE(json) << (json ? "" : json.message());
  return json ? *json : Json();
}

TEST(JsonDocument, EnvelopeHasItsFourFieldsFirst) {
  const Json e = envelope("stackwright.play/1", 18446744073709551615u, {{"games", 3}});
  EXPECT_EQ(json_text(e, -1), R"({"schema":"stackwright.play/1","version":")" + std::string(version()) +
                                  R"(","seed":18446744073709551615,"configuration":{"games":3}})");
}

TEST(JsonDocument, BadBytesDoNotThrow) { EXPECT_EQ(json_text(Json("a\xff"), -1), "\"a\xef\xbf\xbd\""); }

TEST(JsonDocument, SyntaxErrorsTellLineAndColumn) {
  const auto message = [](std::string_view text) { return parse_json(text, "file.json").message(); };
  EXPECT_TRUE(message("{\n  \"a\": tru\n}").starts_with("file.json: line 2, column ")) << message("{\n  \"a\": tru\n}");
  EXPECT_TRUE(message("[1, 2,, 3]").starts_with("file.json: line 1, column 7: ")) << message("[1, 2,, 3]");
  EXPECT_TRUE(message("").starts_with("file.json: line 1, column 1: ")) << message("");
  for (const char* wrong :
       {"{", "[1", "\"", "{\"a\"}", "1 2", "nan", "[1e999]", "\x01", "\"\xff\"", "{\"a\": \"\n\"}"}) {
    const Result<Json> json = parse_json(wrong, "file.json");
    ASSERT_FALSE(json) << wrong;
    EXPECT_EQ(json.message().find_first_of("\n\r"), std::string::npos) << json.message();
    EXPECT_LT(json.message().size(), 200u);
  }
}

TEST(JsonDocument, Limits) {
  EXPECT_TRUE(parse_json("[[[]]]", "x", {.bytes = 6, .depth = 3}));
  EXPECT_EQ(parse_json("[[\n[[]]]]", "x", {.bytes = 100, .depth = 3}).message(),
            "x: line 2, column 2: nested deeper than 3");
  EXPECT_EQ(parse_json("[[[]]]", "x", {.bytes = 5, .depth = 3}).message(), "x: larger than 5 bytes");
  EXPECT_TRUE(parse_json(R"(["[[[[[\"[[["])", "x", {.bytes = 100, .depth = 1})) << "brackets in texts do not count";
  EXPECT_FALSE(parse_json(std::string(1'000'000, '['), "x"));
}

TEST(JsonFields, ReadsValues) {
  const Json json = parsed(R"({"a": 1.5, "n": -3, "w": 18446744073709551615, "b": true, "t": "x", "o": {"p": 1},
                               "l": [{"q": 1}, {"q": 2}], "r": [1, 2.5]})");
  const Fields f(json);
  EXPECT_EQ(*f.real("a"), 1.5);
  EXPECT_EQ(*f.real("n"), -3);
  EXPECT_EQ(*f.whole("n", -3, 3), -3);
  EXPECT_EQ(*f.word("w"), UINT64_MAX);
  EXPECT_EQ(*f.boolean("b"), true);
  EXPECT_EQ(*f.text("t"), "x");
  EXPECT_EQ(*f.object("o")->whole("p", 0, 9), 1);
  EXPECT_EQ(f.objects("l")->size(), 2u);
  EXPECT_EQ(*f.objects("l")->at(1).whole("q", 0, 9), 2);
  EXPECT_EQ(*f.reals("r"), (std::vector<double>{1, 2.5}));
  EXPECT_TRUE(f.has("a"));
  EXPECT_FALSE(f.has("z"));
  EXPECT_TRUE(f.only({"a", "n", "w", "b", "t", "o", "l", "r"}));
}

TEST(JsonFields, ErrorsNameFieldAndValue) {
  const Json json =
      parsed(R"({"weight": "abc", "n": 12, "big": 18446744073709551615, "half": 0.5, "terms": [{"w": 1}, {"w": null}],
                               "mixed": [1, "x"], "flat": [1]})");
  const Fields f(json);
  EXPECT_EQ(f.real("weight").message(), R"(field 'weight' must be a number, got "abc")");
  EXPECT_EQ(f.whole("n", 1, 10).message(), "field 'n' must be a whole number from 1 to 10, got 12");
  EXPECT_FALSE(f.whole("big", INT64_MIN, INT64_MAX)) << "does not wrap around to -1";
  EXPECT_FALSE(f.whole("half", 0, 1));
  EXPECT_FALSE(f.word("half"));
  EXPECT_EQ(f.real("gone").message(), "field 'gone' is missing; it must be a number");
  EXPECT_EQ(f.objects("terms")->at(1).real("w").message(), "field 'terms[1].w' must be a number, got null");
  EXPECT_EQ(f.reals("mixed").message(), R"(field 'mixed[1]' must be a number, got "x")");
  EXPECT_EQ(f.objects("flat").message(), "field 'flat[0]' must be an object, got 1");
  EXPECT_EQ(f.text("n").message(), "field 'n' must be a text, got 12");
  EXPECT_EQ(f.boolean("n").message(), "field 'n' must be true or false, got 12");
  EXPECT_EQ(f.object("n").message(), "field 'n' must be an object, got 12");
  EXPECT_EQ(f.only({"weigth", "n", "big", "half", "terms", "mixed", "flat"}).message(),
            "unknown field 'weight'; nearest: weigth, big, terms");
  EXPECT_EQ(f.objects("terms")->at(0).only({"weight"}).message(), "unknown field of 'terms[0]' 'w'; nearest: weight");
}

TEST(JsonFields, ADocumentThatIsNoObject) {
  const Json json = parsed("[1]");
  EXPECT_EQ(Fields(json).real("a").message(), "the document must be an object, got [1]");
  EXPECT_FALSE(Fields(json).only({"a"}));
}

}  // namespace json_test
}  // namespace stackwright
