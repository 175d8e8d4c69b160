#include "mcmc/table.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "../temporary_directory.hpp"

using namespace mcmc;
using mcmc::testing::error_of;
using mcmc::testing::TemporaryDirectory;

namespace {

using Names = std::vector<std::string>;
using Rows = std::vector<std::vector<std::string>>;

// gzip -n of "x,y\n1,2\n3,4\n5,6\n".
constexpr std::string_view gzipped(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\xab\xd0\xa9\xe4\x32\xd4"
    "\x31\xe2\x32\xd6\x31\xe1\x32\xd5\x31\xe3\x02\x00\xaa\xf0\xd5\x40"
    "\x10\x00\x00\x00",
    36);

Table table_of(std::string_view bytes, const TableFormat& format = {}) {
  const TemporaryDirectory directory;
  return read_table(directory.write("data.csv", bytes), format);
}

/// The message about bad data, from the file's name on.
std::string complaint_about(std::string_view bytes, const TableFormat& format = {}) {
  const Error error = error_of([&] { table_of(bytes, format); });
  CHECK(error.code() == ExitCode::bad_data);
  const std::string message = error.what();
  return message.substr(message.find("data.csv"));
}

TableFormat with_header(const std::string& header) {
  TableFormat format;
  format.header = header;
  return format;
}

TableFormat with_separator(const std::string& separator) {
  TableFormat format;
  format.separator = separator;
  return format;
}

TableFormat with_comment(const std::string& comment) {
  TableFormat format;
  format.comment = comment;
  return format;
}

}  // namespace

TEST_CASE("A header names the columns") {
  const Table table = table_of("x,y\n1,2\n3,4\n");
  CHECK(table.has_header);
  CHECK(table.names == Names{"x", "y"});
  CHECK(table.rows == Rows{{"1", "2"}, {"3", "4"}});
  CHECK(table.find("y") == 1);
  CHECK_FALSE(table.find("z"));
}

TEST_CASE("Columns without a header are numbered from 1") {
  const Table table = table_of("1,2\n3,4\n");
  CHECK_FALSE(table.has_header);
  CHECK(table.names == Names{"1", "2"});
  CHECK(table.rows.size() == 2);
}

TEST_CASE("A column without a name in the header has its number for a name") {
  CHECK(table_of("\"\",\"x\"\n\"a\",2\n").names == Names{"1", "x"});
}

TEST_CASE("A gzipped file is read whatever its name") {
  const Table table = table_of(gzipped);
  CHECK(table.names == Names{"x", "y"});
  CHECK(table.rows == Rows{{"1", "2"}, {"3", "4"}, {"5", "6"}});
}

TEST_CASE("Gzipped files one behind the other are one file") {
  const std::string twice = std::string(gzipped) + std::string(gzipped);
  CHECK(table_of(twice).rows ==
        Rows{{"1", "2"}, {"3", "4"}, {"5", "6"}, {"x", "y"}, {"1", "2"}, {"3", "4"}, {"5", "6"}});
}

TEST_CASE("A gzipped file that was cut anywhere is refused") {
  for (std::size_t size = 1; size < gzipped.size(); ++size) {
    CAPTURE(size);
    const std::string message = complaint_about(gzipped.substr(0, size));
    CHECK(message.find("damaged or truncated gzip file") != std::string::npos);
  }
}

TEST_CASE("A gzipped file with a wrong byte in its content or checksum is refused") {
  constexpr std::size_t content = 10;
  constexpr std::size_t padding = 27;
  constexpr std::size_t length = 4;
  for (std::size_t i = content; i < gzipped.size() - length; ++i) {
    if (i == padding) continue;
    CAPTURE(i);
    std::string damaged(gzipped);
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    complaint_about(damaged);
  }
}

TEST_CASE("Line ends, a byte order mark and a missing newline at the end change nothing") {
  const Rows rows = {{"1", "2"}, {"3", "4"}};
  for (const char* text : {"x,y\n1,2\n3,4\n", "x,y\n1,2\n3,4", "x,y\r\n1,2\r\n3,4\r\n",
                           "x,y\r1,2\r3,4\r", "x,y\r1,2\r3,4", "\xEF\xBB\xBFx,y\n1,2\n3,4\n",
                           "\n\nx,y\n  \n1,2\n\n3,4\n\n", "x,y  \n 1 , 2\t\n3,4"}) {
    CAPTURE(text);
    const Table table = table_of(text);
    CHECK(table.names == Names{"x", "y"});
    CHECK(table.rows == rows);
  }
}

TEST_CASE("Lines may fall anywhere on the chunks in which a file is read") {
  for (const char* prefix : {"", "#\n", "##\n", "###\n", "####\n"}) {
    std::string text = prefix;
    for (int i = 0; i < 30000; ++i) text += "1,2\r\n";
    const Table table = table_of(text);
    CHECK(table.rows.size() == 30000);
    CHECK(table.rows.back() == Rows::value_type{"1", "2"});
    // The line number in the message shows that no line end was counted twice.
    CHECK(complaint_about(text + "1\n")
              .find(std::to_string(*prefix ? 30002 : 30001) + ": row 30001") != std::string::npos);
  }
}

TEST_CASE("Quoted cells and names may hold separators, comments and doubled quotes") {
  const Table table = table_of("\"a,b\",\"c \"\"d\"\"\"\n\"1\",\"#2, e\"\n3 , \"4\" \n");
  CHECK(table.names == Names{"a,b", "c \"d\""});
  CHECK(table.rows == Rows{{"1", "#2, e"}, {"3", "4"}});
  CHECK(table_of("\"a b\" c\n1 \"2 3\"\n").rows == Rows{{"1", "2 3"}});
}

TEST_CASE("A quote that stays open is refused with its line") {
  CHECK(complaint_about("x,y\n1,2\n\"3,4\n") ==
        "data.csv:3: a double quote stays open, or text follows where one closes");
  CHECK(complaint_about("x,y\n\"1\"2,3\n").find(":2: a double quote") != std::string::npos);
}

TEST_CASE("The separator is found by itself") {
  const Rows rows = {{"1.5", "-2"}, {"3", "4e1"}, {"5", "6"}};
  CHECK(table_of("1.5,-2\n3,4e1\n5,6\n").rows == rows);
  CHECK(table_of("1.5;-2\n3;4e1\n5;6\n").rows == rows);
  CHECK(table_of("1.5\t-2\n3\t4e1\n5\t6\n").rows == rows);
  CHECK(table_of("  1.5   -2\n3 4e1\n5 \t 6  \n").rows == rows);
}

TEST_CASE("The separator is the one that makes rows of equally many numbers") {
  CHECK(table_of("1, 2 , 3\n4, 5, 6\n").rows == Rows{{"1", "2", "3"}, {"4", "5", "6"}});
  CHECK(table_of("1,\t2\n4,\t5\n").rows == Rows{{"1", "2"}, {"4", "5"}});
  CHECK(table_of("day of year,mean height\n1,2\n3,4\n").names ==
        Names{"day of year", "mean height"});
  CHECK(table_of("a (b; c),d\n1,2\n3,4\n").names == Names{"a (b; c)", "d"});
  CHECK(table_of("x,y\n2020-01-01 10:00,2\n2020-01-02 11:00,4\n").names == Names{"x", "y"});
  CHECK(table_of("1,5;2,5\n3,5;4,5\n").rows == Rows{{"1,5", "2,5"}, {"3,5", "4,5"}});
  CHECK(table_of("a\tb\nthe one, or other\t2\nthe two\t3\n").names == Names{"a", "b"});
}

TEST_CASE("Spaces separate only where nothing else fits as well") {
  CHECK(table_of("p q,r\n1 b,1\n2 c,2\n").names == Names{"p q", "r"});
}

TEST_CASE("A single column needs no separator") {
  CHECK(table_of("y\n1\n2\n").names == Names{"y"});
}

TEST_CASE("A separator that is given is not second-guessed") {
  CHECK(table_of("a;b\n1;2\n", with_separator("comma")).names == Names{"a;b"});
  CHECK(table_of("a b,c\n1 2,3\n", with_separator("spaces")).names == Names{"a", "b,c"});
  CHECK(table_of("a b\t\tc\n1\t2\t3\n", with_separator("tab")).names == Names{"a b", "2", "c"});
  CHECK(table_of("1,5;;\n", with_separator("semicolon")).rows == Rows{{"1,5", "", ""}});
}

TEST_CASE("Comment lines are left out, a header among them too") {
  CHECK(table_of("# x y\n1 2\n  # more\n3 4\n").rows == Rows{{"1", "2"}, {"3", "4"}});
  CHECK(table_of("// x\n1 2\n", with_comment("//")).rows == Rows{{"1", "2"}});
  CHECK(table_of("#x,#y\n1,2\n", with_comment("")).names == Names{"#x", "#y"});
}

TEST_CASE("A first row of numbers and missing values is no header") {
  CHECK_FALSE(table_of("1,NA\n3,4\n").has_header);
  CHECK_FALSE(table_of(",?,.,NaN\n1,2,3,4\n").has_header);
  CHECK_FALSE(table_of("1,5;2,5\n3;4\n").has_header);
  TableFormat format;
  format.missing = {"none"};
  CHECK_FALSE(table_of("none,2\n3,4\n", format).has_header);
}

TEST_CASE("A first row of names and missing values is a header") {
  CHECK(table_of("Rb,NA,Mg\n1,2,3\n").has_header);
}

TEST_CASE("A first row with both text and numbers is refused until one says what it is") {
  const std::string text = "1,2,oak\n3,4,elm\n";
  CHECK(complaint_about(text) ==
        "data.csv: the first row has text (\"oak\") and numbers (\"2\"), so it could be a header "
        "or data: say `header: yes` or `header: no`");
  CHECK(table_of(text, with_header("yes")).names == Names{"1", "2", "oak"});
  CHECK(table_of(text, with_header("no")).rows.size() == 2);
}

TEST_CASE("A header can consist of numbers when one says so") {
  CHECK(table_of("1958,1959\n1,2\n", with_header("yes")).names == Names{"1958", "1959"});
}

TEST_CASE("Ragged rows are refused with the row, the line and both counts") {
  CHECK(complaint_about("# c\nx,y\n1,2\n3,4,5\n") ==
        "data.csv:4: row 2: 3 cells, but the header has 2");
  CHECK(complaint_about("1,2\n\n3\n") == "data.csv:3: row 2: 1 cells, but row 1 has 2");
}

TEST_CASE("A header that lacks a name for row names is told so") {
  CHECK(complaint_about("\"x\" \"y\"\n\"1\" 2 3\n\"2\" 4 5\n")
            .find("does the column of row names lack a name?") != std::string::npos);
}

TEST_CASE("Two columns of one name are refused") {
  CHECK(complaint_about("x,y,x\n1,2,3\n") ==
        "data.csv: columns 1 and 3 have the same name \"x\": rename one");
}

TEST_CASE("A file without rows is refused") {
  CHECK(complaint_about("") == "data.csv: the file is empty");
  CHECK(complaint_about("\xEF\xBB\xBF") == "data.csv: the file is empty");
  CHECK(complaint_about("# only\n\n# this\n") ==
        "data.csv: the file has only comments or blank lines");
  CHECK(complaint_about("x,y\n") == "data.csv: there is a header, but no rows below it");
}

TEST_CASE("Content that is not text is refused") {
  using namespace std::string_view_literals;
  for (const std::string_view bytes :
       {"1,2\n\0,4\n"sv, "PK\x03\x04 a spreadsheet"sv, "\xFF\xFE\x31\x00\x2C\x00"sv,
        "\x7F"
        "ELF\x02\x01\x01"sv}) {
    CHECK(complaint_about(bytes).find("data.csv is not a text file") == 0);
  }
}

TEST_CASE("A line above 16 MiB is refused") {
  const std::size_t longest = std::size_t{16} << 20;
  CHECK(table_of("x\n" + std::string(longest, 'a') + "\n").rows.size() == 1);
  CHECK(complaint_about("x\n" + std::string(longest + 1, 'a')).find(":2: longer than 16 MiB") !=
        std::string::npos);
}

TEST_CASE("A file that is not there, or a directory, is no input") {
  const TemporaryDirectory directory;
  for (const auto& path : {directory.path() / "none.csv", directory.path()}) {
    const Error error = error_of([&] { read_table(path, {}); });
    CHECK(error.code() == ExitCode::no_input);
    CHECK(std::string(error.what()).find("cannot read " + path.string()) == 0);
  }
}

TEST_CASE("Numbers are read as the C locale writes them") {
  CHECK(parse_number("1.5") == 1.5);
  CHECK(parse_number("+1.5e+3") == 1500);
  CHECK(parse_number("-.5") == -0.5);
  CHECK(parse_number(" 7 ") == 7);
  CHECK(parse_number("5e-324") == 5e-324);
  CHECK(parse_number("-inf") == -INFINITY);
  CHECK(std::isnan(parse_number("NaN").value()));
}

TEST_CASE("Whatever is not wholly a number is none") {
  for (const char* cell :
       {"", " ", "+", "-", ".", "+-1", "++1", "1,5", "1 2", "1e", "0x10", "1.5a", "1e999", "NA"}) {
    CAPTURE(cell);
    CHECK_FALSE(parse_number(cell));
  }
}

TEST_CASE("Some cells always mean a missing value") {
  for (const char* cell : {"", "NA", "NaN", "nan", "?", "."}) CHECK(is_missing(cell));
  for (const char* cell : {"0", "-99.99", "na", "Ah", "inf", "-"}) CHECK_FALSE(is_missing(cell));
}

TEST_CASE("A marker means a missing value as text or as a number") {
  const std::vector<std::string> markers = {"-99.99", "none", "inf"};
  for (const char* cell : {"-99.99", "-99.990", "-9.999e1", "none", "Infinity"}) {
    CHECK(is_missing(cell, markers));
  }
  for (const char* cell : {"99.99", "None", "-inf", "1"}) CHECK_FALSE(is_missing(cell, markers));
}

TEST_CASE("What is not a number is told why") {
  CHECK(not_a_number("oak") == "\"oak\" is not a number");
  CHECK(not_a_number("1,5") == "\"1,5\" is not a number (write decimals with a point)");
  CHECK(not_a_number("1e999") == "\"1e999\" is beyond the range of a double");
  CHECK(not_a_number(std::string(1000, 'a')).size() < 80);
}
