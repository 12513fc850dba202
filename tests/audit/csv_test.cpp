#include "dpcert/audit/csv.hpp"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

namespace dpcert::audit {
namespace {

using Fields = std::vector<std::string>;

struct Read {
  std::vector<Record> records;
  std::uint64_t bytes = 0;
};
Read read(const std::string& text) {
  std::istringstream in(text);
  CsvReader reader(in);
  Read out;
  for (Record r; reader.next(r);) out.records.push_back(r);
  out.bytes = reader.bytes();
  return out;
}

TEST(Csv, PlainAndQuoted) {
  const auto [records, bytes] = read("a,b,c\n1,\"x,\"\"y\"\"\",\n\"\",,\"two\nlines\"\r\nlast,\" \",z");
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(records[0].fields, (Fields{"a", "b", "c"}));
  EXPECT_EQ(records[1].fields, (Fields{"1", "x,\"y\"", ""}));
  EXPECT_EQ(records[2].fields, (Fields{"", "", "two\nlines"}));
  EXPECT_EQ(records[3].fields, (Fields{"last", " ", "z"}));
  for (const Record& r : records) EXPECT_FALSE(r.malformed);
  EXPECT_EQ(records[1].starts[2], (Position{2, 13}));
  EXPECT_EQ(records[3].begin, (Position{5, 1}));
}

TEST(Csv, LineEndsByteOrderMarkAndEmptyLines) {
  const auto lf = read("a,b\nc,d\n"),
             crlf = read(
                 "\xEF\xBB\xBF"
                 "a,b\r\n\r\n\r\nc,d\r\n"),
             cr = read("a,b\rc,d\r");
  for (const Read* one : {&lf, &crlf, &cr}) {
    ASSERT_EQ(one->records.size(), 2u);
    EXPECT_EQ(one->records[0].fields, (Fields{"a", "b"}));
    EXPECT_EQ(one->records[1].fields, (Fields{"c", "d"}));
    EXPECT_EQ(one->records[0].starts[1], (Position{1, 3}));
  }
  EXPECT_EQ(crlf.records[1].begin, (Position{4, 1}));
  EXPECT_EQ(cr.records[1].begin, (Position{2, 1}));
  EXPECT_TRUE(read("").records.empty());
  EXPECT_TRUE(read("\n\r\n\n").records.empty());
  EXPECT_TRUE(read("\xEF\xBB\xBF").records.empty());
  // A first byte of the mark alone is text.
  EXPECT_EQ(read("\xEF\xBB,1\n").records.at(0).fields.at(0), "\xEF\xBB");
}

TEST(Csv, ColumnsCountCharacters) {
  const auto r = read("Rényi,\xE2\x82\xAC\xE2\x82\xAC,x\n");
  EXPECT_EQ(r.records.at(0).starts[1], (Position{1, 7}));
  EXPECT_EQ(r.records.at(0).starts[2], (Position{1, 10}));
}

/// One malformed record with that message at that place, and the good records around it unharmed.
void expect_problem(const std::string& middle, Position at, const std::string& words, std::size_t bad = 1) {
  const auto r = read("before,1\n" + middle + "\nafter,2\n").records;
  SCOPED_TRACE(middle.substr(0, 80));
  ASSERT_EQ(r.size(), 2 + bad);
  EXPECT_EQ(r.front().fields, (Fields{"before", "1"}));
  EXPECT_EQ(r.back().fields, (Fields{"after", "2"}));
  EXPECT_FALSE(r.front().malformed);
  EXPECT_FALSE(r.back().malformed);
  EXPECT_TRUE(r[1].malformed);
  EXPECT_EQ(r[1].problem.at, at) << r[1].problem.at.line << ":" << r[1].problem.at.column;
  EXPECT_NE(r[1].problem.message.find(words), std::string::npos) << r[1].problem.message;
}

TEST(Csv, MalformedRecordsCostThemselvesOnly) {
  expect_problem("x,\"never closed", {2, 3}, "no closing quote");
  expect_problem("x,\"closed\" not", {2, 11}, "behind a closing quote");
  expect_problem("x,a\"b", {2, 4}, "a quote inside a field");
  expect_problem(std::string("x,a\0b", 5), {2, 4}, "NUL");
  expect_problem(std::string("x,\"a\0b\"", 7), {2, 5}, "NUL");
  expect_problem(std::string(CsvReader::max_record + 10, 'x'), {2, 1}, "longer than");
  // The quote that is missing is the one of line 2: the next opening quote closes the field, on line 3.
  const auto r = read("x,\"{a\ny,\"\"{b}\"\"\nz,3\n").records;
  EXPECT_TRUE(r.at(0).malformed);
  EXPECT_EQ(r.at(0).problem.at, (Position{1, 3}));
  EXPECT_EQ(r.back().fields, (Fields{"z", "3"}));
}

TEST(Csv, MemoryIsBoundedByOneRecord) {
  // A quote that is never closed in a long file: the lines behind it are read all the same.
  std::string text = "x,\"open\n";
  for (int i = 0; i < 20000; ++i) text += "row," + std::to_string(i) + "\n";
  const auto [records, bytes] = read(text);
  ASSERT_EQ(records.size(), 20001u);
  EXPECT_TRUE(records[0].malformed);
  EXPECT_EQ(records[20000].fields, (Fields{"row", "19999"}));
  EXPECT_EQ(records[20000].begin.line, 20001u);
  EXPECT_EQ(bytes, text.size());
}

/// Writes a field the way RFC 4180 says.
std::string in_quotes(const std::string& field) {
  std::string out = "\"";
  for (const char c : field) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

TEST(Csv, RoundTripOfRandomFields) {
  std::mt19937_64 random(1);
  const std::string alphabet = "ab,\"\n\r ;{}:1.";
  for (int round = 0; round < 300; ++round) {
    std::vector<Fields> wanted;
    std::string text;
    for (int i = 0; i < 30; ++i) {
      Fields fields(1 + random() % 9);
      for (std::string& field : fields)
        for (auto n = random() % 30; n > 0; --n) field += alphabet[random() % alphabet.size()];
      fields[0] += "x";  // a lone empty field would be an empty line
      for (std::size_t k = 0; k < fields.size(); ++k) {
        const bool plain = fields[k].find_first_of(",\"\r\n") == std::string::npos;
        text += (k ? "," : "") + (plain && random() % 2 ? fields[k] : in_quotes(fields[k]));
      }
      text += random() % 2 ? "\r\n" : "\n";
      wanted.push_back(fields);
    }
    const auto [records, bytes] = read(text);
    ASSERT_EQ(records.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      ASSERT_FALSE(records[i].malformed) << records[i].problem.message;
      ASSERT_EQ(records[i].fields, wanted[i]);
    }
    ASSERT_EQ(bytes, text.size());
  }
}

TEST(Csv, RandomBytesAlwaysEnd) {
  // No input makes it loop, and every byte is consumed exactly once.
  std::mt19937_64 random(2);
  const std::string alphabet("\"\",,\n\r\0ab\xEF\xBB\xBF", 12);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (auto n = random() % 200; n > 0; --n) text += alphabet[random() % alphabet.size()];
    const auto [records, bytes] = read(text);
    ASSERT_EQ(bytes, text.size());
    ASSERT_LE(records.size(), text.size() + 1);
    std::size_t line = 0;
    for (const Record& r : records) {
      ASSERT_GT(r.begin.line, line);
      line = r.begin.line;
      ASSERT_EQ(r.fields.size(), r.starts.size());
      ASSERT_TRUE(!r.malformed || !r.problem.message.empty());
    }
  }
}

}  // namespace
}  // namespace dpcert::audit
