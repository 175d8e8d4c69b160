#include "mcmc/gp/dataset.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "../../temporary_directory.hpp"
#include "mcmc/error.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using mcmc::testing::error_of;
using mcmc::testing::TemporaryDirectory;

namespace {

using Names = std::vector<std::string>;
using Change = std::function<void(DataOptions&)>;

void nothing(DataOptions&) {}
void drop_rows(DataOptions& options) {
  options.on_missing = "drop_row";
}
void standardize(DataOptions& options) {
  options.standardize = true;
}

/// A data file and what reading it says.
struct Reading {
  TemporaryDirectory directory;
  DataOptions options;
  std::shared_ptr<const Dataset> data;
  std::string warnings;

  explicit Reading(std::string_view bytes, const Change& change = nothing) {
    options.file = directory.write("data.csv", bytes);
    change(options);
    data = read_dataset(options, [&](const std::string& message) {
      warnings += message.substr(message.find("data.csv")) + "\n";
    });
  }

  Cases cases(std::string_view bytes, Predicted what = Predicted::response) const {
    return read_cases(*data, directory.write("new.csv", bytes), what);
  }
};

std::string from(const std::string& file, const Error& error) {
  const std::string message = error.what();
  const std::size_t start = message.find(file);
  return start == std::string::npos ? message : message.substr(start);
}

std::string complaint_about(std::string_view bytes, const Change& change = nothing) {
  const Error error = error_of([&] { Reading(bytes, change); });
  CHECK(error.code() == ExitCode::bad_data);
  return from("data.csv", error);
}

/// "data.response: what is wrong".
std::string option_complaint(std::string_view bytes, const Change& change) {
  const auto error = error_of<OptionError>([&] { Reading(bytes, change); });
  CHECK(error.code() == ExitCode::bad_pipeline);
  return error.option() + ": " + from("data.csv", error);
}

std::string complaint_about_cases(const Reading& reading, std::string_view bytes) {
  const Error error = error_of([&] { reading.cases(bytes); });
  CHECK(error.code() == ExitCode::bad_data);
  return from("new.csv", error);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("The last column is the response and all others are inputs") {
  const Reading reading("a,b,y\n1,2,3\n4,5,7\n");
  CHECK(reading.data->input_names == Names{"a", "b"});
  CHECK(reading.data->response_name == "y");
  CHECK(reading.data->inputs == (Eigen::MatrixXd(2, 2) << 1, 2, 4, 5).finished());
  CHECK(reading.data->response == Eigen::Vector2d(3, 7));
  CHECK(reading.data->noise_variance.size() == 0);
  CHECK(reading.data->row_numbers == std::vector<std::size_t>{1, 2});
  CHECK(reading.warnings.empty());
}

TEST_CASE("Columns are chosen by name, inputs in the order given") {
  const Reading reading("y,a,v,b\n1,2,3,4\n5,6,7,9\n", [](DataOptions& options) {
    options.response = "y";
    options.inputs = {"b", "a"};
  });
  CHECK(reading.data->inputs == (Eigen::MatrixXd(2, 2) << 4, 2, 9, 6).finished());
  CHECK(reading.data->response == Eigen::Vector2d(1, 5));
}

TEST_CASE("Columns of a file without a header are chosen by number") {
  const Reading reading("1 10 5\n2 20 9\n3 40 2\n", [](DataOptions& options) {
    options.response = "2";
    options.inputs = {"3"};
  });
  CHECK(reading.data->response == Eigen::Vector3d(10, 20, 40));
  CHECK(reading.data->inputs == Eigen::Vector3d(5, 9, 2));
}

TEST_CASE("A column of noise variances is neither response nor input by default") {
  const Reading reading("a,y,v\n1,2,0.5\n4,5,0\n",
                        [](DataOptions& options) { options.noise_variance = "v"; });
  CHECK(reading.data->input_names == Names{"a"});
  CHECK(reading.data->response_name == "y");
  CHECK(reading.data->noise_variance == Eigen::Vector2d(0.5, 0));
}

TEST_CASE("The options can say afterwards which columns were chosen") {
  Reading reading("a,b,y\n1,2,3\n4,5,7\n");
  reading.options.fill_in(*reading.data);
  CHECK(reading.options.response == "y");
  CHECK(reading.options.inputs == Names{"a", "b"});
}

TEST_CASE("A column that is missing is named with its option and its nearest relative") {
  const std::string text = "lead,zinc\n1,2\n3,4\n";
  CHECK(option_complaint(text, [](auto& options) { options.response = "zink"; }) ==
        "data.response: data.csv has no column \"zink\"; its columns are lead, zinc; did "
        "you mean \"zinc\"?");
  CHECK(contains(
      option_complaint(text, [](auto& options) { options.inputs = {"led"}; }),
      "data.inputs: data.csv has no column \"led\"; its columns are lead, zinc; did you mean "
      "\"lead\"?"));
  CHECK(contains(option_complaint(text, [](auto& options) { options.noise_variance = "v"; }),
                 "data.noise_variance: data.csv has no column \"v\""));
  CHECK(contains(option_complaint("1,2\n3,4\n", [](auto& options) { options.response = "y"; }),
                 "its columns are 1, 2 (it has no header)"));
}

TEST_CASE("A column has one role only") {
  const std::string text = "a,b,y\n1,2,3\n4,5,7\n";
  CHECK(option_complaint(text, [](auto& options) {
          options.inputs = {"a", "y"};
        }) == "data.inputs: column \"y\" is the response already: name it once");
  CHECK(option_complaint(text, [](auto& options) {
          options.inputs = {"a", "a"};
        }) == "data.inputs: column \"a\" is an input already: name it once");
  CHECK(option_complaint(text, [](auto& options) {
          options.inputs = {"a", "b"};
          options.noise_variance = "b";
        }) == "data.inputs: column \"b\" is the noise variance already: name it once");
  CHECK(option_complaint(text, [](auto& options) {
          options.response = "y";
          options.noise_variance = "y";
        }) == "data.noise_variance: column \"y\" is the response already: name another one");
}

TEST_CASE("A file that leaves no input is refused") {
  CHECK(contains(complaint_about("y\n1\n2\n"), "no column is left to be an input"));
  CHECK(contains(
      complaint_about("y,v\n1,2\n2,3\n", [](auto& options) { options.noise_variance = "v"; }),
      "no column is left to be an input"));
}

TEST_CASE("Text is refused by row and column where the column is used") {
  const std::string text = "a,b,y\n1,oak,3\n4,5,elm\n";
  CHECK(contains(complaint_about(text), "data.csv: row 1, column \"b\": \"oak\" is not a number"));
  const Change without_b = [](DataOptions& options) { options.inputs = {"a"}; };
  CHECK(contains(complaint_about(text, without_b),
                 "data.csv: row 2, column \"y\": \"elm\" is not a number"));
  CHECK(Reading("a,b,y\n1,oak,3\n4,NA,5\n", without_b).data->size() == 2);
}

TEST_CASE("A decimal comma is refused with the remedy") {
  CHECK(contains(complaint_about("x;y\n1,5;2\n2;3,5\n"),
                 "row 1, column \"x\": \"1,5\" is not a number (write decimals with a point)"));
  CHECK(contains(complaint_about("1,5;2,5\n2;3,5\n"), "row 1, column \"1\": \"1,5\""));
}

TEST_CASE("Infinite values are refused by row and column") {
  for (const std::string cell : {"inf", "-Inf", "infinity"}) {
    CHECK(contains(complaint_about("x,y\n1,2\n3," + cell + "\n"),
                   "data.csv: row 2, column \"y\": " + cell + " is not a finite number"));
  }
}

TEST_CASE("A missing value is refused by row and column") {
  for (const std::string cell : {"NA", "NaN", "?", "."}) {
    CHECK(complaint_about("x,y\n1,2\n3," + cell + "\n") ==
          "data.csv: row 2, column \"y\": the value is missing (\"" + cell +
              "\"): `on_missing: drop_row` leaves out such rows, `inputs:` such columns");
  }
  CHECK(contains(complaint_about("x,y\n,2\n3,4\n"),
                 "row 1, column \"x\": the value is missing "
                 "(an empty cell)"));
}

TEST_CASE("A column of text with a missing value is called a column of text") {
  CHECK(contains(complaint_about("x,y\nNA,2\noak,4\n"), "row 2, column \"x\": \"oak\""));
}

TEST_CASE("Values listed as missing are refused or dropped like NA") {
  const std::string text = "1 -99.990\n2 5\n3 none\n4 6\n";
  const Change listed = [](DataOptions& options) {
    options.header = "no";
    options.missing = {"-99.99", "none"};
  };
  CHECK(contains(complaint_about(text, listed), "row 1, column \"2\": the value is missing"));
  const Reading reading(text, [&](DataOptions& options) {
    listed(options);
    drop_rows(options);
    options.inputs = {"1"};
  });
  CHECK(reading.data->response == Eigen::Vector2d(5, 6));
  CHECK(reading.data->rows_dropped == 2);
  CHECK(reading.data->row_numbers == std::vector<std::size_t>{2, 4});
  CHECK(reading.warnings ==
        "data.csv: 2 of 4 rows left out because of missing values (rows 1, 3)\n");
}

TEST_CASE("Only missing values in columns that are used drop a row") {
  const Reading reading("a,b,y\n1,NA,3\n4,5,NA\n7,8,9\n", [](DataOptions& options) {
    drop_rows(options);
    options.inputs = {"a"};
  });
  CHECK(reading.data->inputs == Eigen::Vector2d(1, 7));
  CHECK(reading.data->rows_dropped == 1);
}

TEST_CASE("A file that has no complete row is refused") {
  CHECK(complaint_about("x,y\nNA,1\n2,NA\n", drop_rows) ==
        "data.csv: a value is missing in each of the 2 rows, so none is left");
}

TEST_CASE("A negative noise variance is refused by row and column") {
  CHECK(complaint_about("x,v,y\nNA,-3,0\n1,0,2\n3,-0.5,4\n", [](DataOptions& options) {
          drop_rows(options);
          options.noise_variance = "v";
        }) == "data.csv: row 3, column \"v\": -0.5 is no noise variance: expected 0 or more");
}

TEST_CASE("Constant columns are warned about") {
  CHECK(Reading("a,b,y\n1,2,3\n4,2,5\n").warnings ==
        "data.csv: input \"b\" is 2 in every row, so it explains nothing; `inputs:` can leave it "
        "out\n");
  CHECK(Reading("a,y\n1,3\n4,3\n").warnings ==
        "data.csv: the response \"y\" is 3 in every row, so there is nothing to explain\n");
}

TEST_CASE("Equal columns are warned about once") {
  CHECK(Reading("a,b,c,y\n1,1,1,2\n4,4,4,5\n").warnings ==
        "data.csv: input \"b\" equals input \"a\"; `inputs:` can leave it out\n"
        "data.csv: input \"c\" equals input \"a\"; `inputs:` can leave it out\n");
  CHECK(contains(Reading("a,y\n1,1\n4,4\n").warnings, "input \"a\" equals the response \"y\""));
}

TEST_CASE("A first column that counts the rows is warned about unless it was asked for") {
  const std::string text = "1,2.4,0\n2,NA,1\n3,3.2,0\n4,9.1,5\n";
  CHECK(contains(Reading(text, drop_rows).warnings, "input \"1\" only counts the rows"));
  CHECK_FALSE(contains(Reading(text,
                               [](DataOptions& options) {
                                 drop_rows(options);
                                 options.inputs = {"1", "2"};
                               })
                           .warnings,
                       "counts"));
  CHECK(Reading("1958,0\n1959,1\n1960,0\n").warnings.empty());
}

TEST_CASE("Rows that occur twice are kept without a word") {
  const Reading reading("x,y\n1,2\n1,2\n1,3\n5,2\n");
  CHECK(reading.data->size() == 4);
  CHECK(reading.warnings.empty());
}

TEST_CASE("Standardized columns have mean 0 and standard deviation 1 with divisor n - 1") {
  const Reading reading("a,b,v,y\n1,10,2,5\n2,30,8,9\n6,80,0,1\n", [](DataOptions& options) {
    standardize(options);
    options.noise_variance = "v";
  });
  const Dataset& data = *reading.data;
  CHECK(data.scaling.input_mean == Eigen::Vector2d(3, 40));
  CHECK(data.scaling.input_sd(0) == Approx(std::sqrt(7.0)));
  CHECK(data.scaling.response_mean == 5);
  CHECK(data.scaling.response_sd == 4);
  CHECK(data.inputs(2, 0) == Approx(3 / std::sqrt(7.0)));
  CHECK(data.inputs.col(1).sum() == Approx(0).margin(1e-12));
  CHECK(data.inputs.col(1).squaredNorm() == Approx(2));
  CHECK(data.response == Eigen::Vector3d(0, 1, -1));
  CHECK(data.noise_variance == Eigen::Vector3d(0.125, 0.5, 0));
}

TEST_CASE("Without standardize the model's units are the file's") {
  const Reading reading("a,y\n1,5\n3,9\n");
  CHECK(reading.data->scaling.input_mean == Eigen::VectorXd::Zero(1));
  CHECK(reading.data->scaling.input_sd == Eigen::VectorXd::Ones(1));
  CHECK(reading.data->scaling.response_mean == 0);
  CHECK(reading.data->scaling.response_sd == 1);
}

TEST_CASE("Standardized constant columns become exactly zero") {
  const Reading reading("a,b,y\n0.1,1,0.3\n0.1,2,0.3\n0.1,7,0.3\n", standardize);
  CHECK(reading.data->inputs.col(0) == Eigen::Vector3d::Zero());
  CHECK(reading.data->response == Eigen::Vector3d::Zero());
  CHECK(reading.data->scaling.input_sd(0) == 1);
  CHECK(contains(reading.warnings, "input \"a\" is 0.1 in every row"));
  CHECK(contains(reading.warnings, "response \"y\" is 0.3 in every row"));
}

TEST_CASE("A single row can be read and standardized") {
  const Reading reading("a,y\n3,5\n", standardize);
  CHECK(reading.data->size() == 1);
  CHECK(reading.data->inputs(0, 0) == 0);
}

TEST_CASE("Values too large to standardize are refused") {
  CHECK(contains(complaint_about("a,y\n1e308,1\n-1e308,2\n", standardize),
                 "data.csv: the standard deviation of \"a\" is out of range"));
}

TEST_CASE("Chains share data under a key that tells different options apart") {
  DataOptions options;
  options.file = "data.csv";
  const std::string key = options.key();
  CHECK(DataOptions(options).key() == key);
  const std::vector<Change> changes = {[](auto& o) { o.file = "other.csv"; },
                                       [](auto& o) { o.response = "y"; },
                                       [](auto& o) { o.response = ""; },
                                       [](auto& o) { o.noise_variance = "y"; },
                                       [](auto& o) {
                                         o.inputs = {"a", "b"};
                                       },
                                       [](auto& o) { o.inputs = {"a\", \"b"}; },
                                       [](auto& o) {
                                         o.missing = {"a", "b"};
                                       },
                                       [](auto& o) { o.header = "no"; },
                                       [](auto& o) { o.separator = "tab"; },
                                       [](auto& o) { o.comment = ""; },
                                       drop_rows,
                                       standardize};
  std::vector<std::string> keys = {key};
  for (const Change& change : changes) {
    DataOptions changed = options;
    change(changed);
    keys.push_back(changed.key());
  }
  std::sort(keys.begin(), keys.end());
  CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
}

TEST_CASE("The key does not depend on how the path is written") {
  DataOptions one;
  DataOptions other;
  one.file = "folder/../data.csv";
  other.file = "./data.csv";
  CHECK(one.key() == other.key());
}

TEST_CASE("New cases are found by name and put into the model's units") {
  const Reading reading("a,b,y\n1,10,5\n2,30,9\n6,80,1\n", standardize);
  const Cases cases = reading.cases("y,b,note,a\n9,40,new,3\nNA,80,old,6\n");
  CHECK(cases.original.inputs == (Eigen::MatrixXd(2, 2) << 3, 40, 6, 80).finished());
  CHECK(cases.inputs.row(0) == Eigen::RowVector2d(0, 0));
  CHECK(cases.inputs.row(1) == reading.data->inputs.row(2));
  CHECK(cases.original.response(0) == 9);
  CHECK(std::isnan(cases.original.response(1)));
  CHECK(cases.noise_variance.size() == 0);
}

TEST_CASE("New cases need no response") {
  const Reading reading("a,b,y\n1,10,5\n2,30,9\n");
  CHECK(reading.cases("b;a\n10;1\n").original.response.size() == 0);
}

TEST_CASE("New cases without a header have the data's columns or only what is needed") {
  const Reading reading("7 1 10 5\n7 2 30 9\n", [](DataOptions& options) {
    options.inputs = {"3", "2"};
  });
  const Cases all_columns = reading.cases("7 3 20 6\n");
  CHECK(all_columns.inputs == Eigen::RowVector2d(20, 3));
  CHECK(all_columns.original.response(0) == 6);
  const Cases only_inputs = reading.cases("20 3\n");
  CHECK(only_inputs.inputs == Eigen::RowVector2d(20, 3));
  CHECK(only_inputs.original.response.size() == 0);
}

TEST_CASE("New cases need noise variances when the data have them") {
  const Reading reading("a,v,y\n1,4,5\n2,4,9\n3,4,13\n", [](DataOptions& options) {
    standardize(options);
    options.noise_variance = "v";
  });
  CHECK(reading.cases("a,v\n2,8\n").noise_variance(0) == 0.5);
  CHECK(reading.cases("2,8\n").noise_variance(0) == 0.5);
  CHECK(contains(complaint_about_cases(reading, "a\n2\n"), "new.csv has no column \"v\""));
  CHECK(contains(complaint_about_cases(reading, "a,v\n2,-1\n"), "-1 is no noise variance"));
  CHECK(
      contains(complaint_about_cases(reading, "2\n"),
               "1 columns without a header: expected a header, or the columns a, v in this order"));
}

TEST_CASE("New cases need no noise variance when the function below the noise is predicted") {
  const Reading reading("a,v,y\n1,4,5\n2,4,9\n",
                        [](DataOptions& options) { options.noise_variance = "v"; });
  for (const char* bytes : {"a\n2\n", "2\n", "v,a\nNA,2\n"}) {
    const Cases cases = reading.cases(bytes, Predicted::latent);
    CHECK(cases.inputs(0, 0) == 2);
    CHECK(cases.noise_variance.size() == 0);
  }
}

TEST_CASE("A missing input of a new case is refused whatever is done with those of the data") {
  const Reading reading("a,b,y\n1,2,5\n2,9,9\n", drop_rows);
  CHECK(complaint_about_cases(reading, "a,b\n1,2\n3,NA\n") ==
        "new.csv: row 2, column \"b\": the value is missing (\"NA\"): a new case needs all of its "
        "inputs");
}

TEST_CASE("A misspelt column of new cases is refused with its nearest relative") {
  const Reading reading("lead,y\n1,2\n2,9\n");
  CHECK(contains(complaint_about_cases(reading, "laed\n1\n"), "; did you mean"));
}

TEST_CASE("The options' table has the documented names and defaults") {
  DataOptions options;
  OptionTable table;
  options.declare(table);
  Names names;
  for (const auto& row : table.rows()) {
    names.push_back(row->spec.name);
    CHECK_FALSE(row->spec.doc.empty());
  }
  CHECK(names == Names{"file", "response", "inputs", "noise_variance", "standardize", "header",
                       "separator", "comment", "missing", "on_missing"});
  CHECK(table.find("file")->spec.required);
  CHECK(table.find("separator")->spec.choices ==
        Names{"auto", "comma", "semicolon", "tab", "spaces"});
  CHECK(table.find("on_missing")->spec.choices == Names{"error", "drop_row"});
}
