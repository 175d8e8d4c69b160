#include "mcmc/report.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "../temporary_directory.hpp"
#include "mcmc/abilities.hpp"
#include "mcmc/density.hpp"
#include "mcmc/options.hpp"
#include "mcmc/transition.hpp"
#include "stay.hpp"

using namespace mcmc;
using Eigen::Index;
using mcmc::testing::error_of;
using mcmc::testing::TemporaryDirectory;
using nlohmann::json;

namespace {

/// y ~ N(slope z, exp(2 log_sd)) at given z.
class LinePredictor final : public Predictor {
 public:
  explicit LinePredictor(NewCases cases) : cases_(std::move(cases)) {}
  const NewCases& cases() const override { return cases_; }
  Failure predict(const Eigen::VectorXd& x, Prediction& prediction) override {
    prediction.mean = x[0] * cases_.inputs.col(0);
    prediction.variance.setConstant(cases_.inputs.rows(), std::exp(2 * x[1]));
    return Failure::none;
  }

 private:
  NewCases cases_;
};

class Plain : public Density {
 public:
  using Options = NoOptions;
  explicit Plain(const Options&) {}
  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd& x) override { return -x.squaredNorm() / 2; }

 private:
  ParameterNames names_{{"slope", "log_sd"}};
};

class Line final : public Plain, public CanDrawPrior, public HasDerivedOutputs, public HasCases {
 public:
  using Plain::Plain;
  void draw_prior(Random& random, Eigen::VectorXd& x) const override {
    for (double& value : x) value = random.normal();
  }
  std::vector<std::string> derived_names() const override { return {"sd"}; }
  void derive(const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> values) const override {
    values[0] = std::exp(x[1]);
  }
  NewCases cases() const override {
    NewCases cases;
    cases.input_names = {"z", "w"};
    cases.inputs.resize(3, 2);
    cases.inputs << 1, 10, 2, 30, 3, 20;
    cases.response = Eigen::Vector3d(1, 2, 9);
    return cases;
  }
  std::string response_name() const override { return "y"; }
  std::unique_ptr<Predictor> predictor_of(const std::vector<Index>& positions,
                                          Predicted) const override {
    NewCases chosen = cases();
    chosen.inputs = Eigen::MatrixXd(chosen.inputs(positions, Eigen::all));
    chosen.response = Eigen::VectorXd(chosen.response(positions));
    return std::make_unique<LinePredictor>(chosen);
  }
  std::unique_ptr<Predictor> predictor_at(const Eigen::MatrixXd& inputs, Predicted) const override {
    return std::make_unique<LinePredictor>(NewCases{{"z", "w"}, inputs, {}, {}});
  }
};

/// The folder of a run of a density of slope and log_sd, from which sd derives.
struct RunFolder {
  TemporaryDirectory directory;
  Registry registry;

  explicit RunFolder(const std::string& type = "line", Index iterations = 1200) {
    add_core_components(registry);
    Registration registration("test", "1");
    registration.add<Line>("line", "");
    registration.add<Plain>("plain", "");
    registration.add<testing::Stay>("stay", "");
    registry.add(std::move(registration));
    directory.write("pipeline.yaml",
                    "densities: {posterior: {type: " + type +
                        ", cache: none}}\ntransitions: {stay: {type: stay, target: posterior}}\n"
                        "sample: {start: {slope: 0, log_sd: 0}, transition: stay}\n");
    std::filesystem::create_directory(directory.path() / "tables");
    directory.write("tables/evaluations.csv",
                    "component,kind,calls,cache_hits,failures,cpu_seconds,acceptance\n"
                    "posterior,density,100,30,0,0.5,\nstay,transition,20,,,,1\n");
    for (const int chain : {1, 2}) write_chain(chain, iterations);
  }

  void write_chain(int number, Index iterations, double offset = 0) const {
    const auto random = make_random_stream(5, static_cast<std::uint64_t>(number), Purpose::data);
    std::string rows = "lp__,slope,log_sd,sd\n";
    for (Index i = 0; i < iterations; ++i) {
      const double slope = offset + random->normal();
      const double log_sd = 0.5 * slope + random->normal();
      rows += std::to_string(-(slope * slope + log_sd * log_sd) / 2);
      for (const double value : {slope, log_sd, std::exp(log_sd)})
        rows += "," + std::to_string(value);
      rows += "\n";
    }
    directory.write("chain-" + std::to_string(number) + ".csv", rows);
  }

  RunReport report(const ReportSettings& settings = {}) const {
    return mcmc::report(directory.path(), registry, settings);
  }
};

const VariablePlots& plots_of(const RunReport& report, const std::string& name) {
  const auto found = std::find_if(report.plots.begin(), report.plots.end(),
                                  [&](const auto& plots) { return plots.name == name; });
  REQUIRE(found != report.plots.end());
  return *found;
}

bool mentions(const std::vector<std::string>& lines, const std::string& part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

double area(const Eigen::VectorXd& at, const Eigen::VectorXd& density) {
  return density.sum() * (at[1] - at[0]);
}

}  // namespace

TEST_CASE("A report knows parameters from what is derived, and tells what all of it is") {
  const RunReport report = RunFolder().report();
  CHECK(report.chains == 2);
  CHECK(report.iterations == 1200);
  CHECK(is_fine(report.verdict));
  CHECK(report.summary.size() == 4);
  CHECK(plots_of(report, "slope").role == VariableRole::parameter);
  CHECK(plots_of(report, "sd").role == VariableRole::derived);
  CHECK(plots_of(report, "lp__").role == VariableRole::density);
  CHECK(report.missing.empty());
  CHECK(report.pipeline.find("type: line") != std::string::npos);
}

TEST_CASE("Marginals are densities, and priors stand beside them") {
  const RunReport report = RunFolder().report();
  for (const std::string name : {"slope", "log_sd", "sd"}) {
    const VariablePlots& plots = plots_of(report, name);
    CHECK(area(plots.at, plots.posterior) == Approx(1).margin(0.05));
    REQUIRE(plots.prior.size() == plots.at.size());
    CHECK(area(plots.at, plots.prior) <= 1.05);
  }
  // The slopes of the chains are from their prior.
  const VariablePlots& slope = plots_of(report, "slope");
  CHECK((slope.posterior - slope.prior).cwiseAbs().maxCoeff() < 0.05);
  CHECK(plots_of(report, "lp__").prior.size() == 0);
}

TEST_CASE("Traces show draws at equal distances, and ranks count all draws of a chain") {
  const RunReport report = RunFolder().report();
  CHECK(report.trace_step == 3);
  const VariablePlots& plots = plots_of(report, "slope");
  CHECK(plots.trace.rows() == 400);
  CHECK(plots.trace.cols() == 2);
  CHECK(plots.ranks.colwise().sum().isConstant(1200));
  CHECK(plots.ranks.minCoeff() > 20);
  CHECK(plots.autocorrelation.row(0).isConstant(1));
  CHECK(std::abs(plots.autocorrelation(5, 0)) < 0.1);
}

TEST_CASE("Pairs of parameters have the correlation of all draws") {
  const RunReport report = RunFolder().report();
  CHECK(report.pairs.names == std::vector<std::string>{"slope", "log_sd"});
  CHECK(report.pairs.correlations(0, 0) == Approx(1));
  CHECK(report.pairs.correlations(1, 0) == Approx(0.5 / std::sqrt(1.25)).margin(0.06));
}

TEST_CASE("A fit has curves along each input with the others at their medians, and all cases") {
  ReportSettings settings;
  settings.fit_draws = 50;
  settings.fit_time = std::chrono::hours(1);
  const RunReport report = RunFolder().report(settings);
  REQUIRE(report.fit);
  const Fit& fit = *report.fit;
  CHECK(fit.response == "y");
  CHECK(fit.draws == 50);
  CHECK(fit.all_cases == 3);
  CHECK(fit.cases.mean.size() == 3);
  CHECK(fit.cases.cases.response[2] == 9);
  REQUIRE(fit.curves.size() == 2);
  CHECK(fit.curves[0].input == "z");
  CHECK(fit.curves[0].at.minCoeff() == 1);
  CHECK(fit.curves[0].at.maxCoeff() == 3);
  CHECK(fit.curves[1].at.maxCoeff() == 30);
  // The line does not depend on w, so along it the mean is that at the median of z.
  CHECK(fit.curves[1].mean.maxCoeff() == Approx(fit.curves[1].mean.minCoeff()));
  CHECK(fit.curves[1].mean[0] == Approx(fit.curves[0].mean[30]));
  CHECK((fit.curves[0].q5.array() < fit.curves[0].q95.array()).all());
}

TEST_CASE("A density that cannot draw from its prior and has no cases has a report without") {
  const RunReport report = RunFolder("plain").report();
  CHECK_FALSE(report.fit);
  CHECK(plots_of(report, "slope").prior.size() == 0);
  CHECK(plots_of(report, "slope").posterior.size() > 0);
  CHECK(mentions(report.missing, "No priors are shown"));
}

TEST_CASE("A run whose pipeline cannot be built has a report that says what is left out") {
  const RunFolder run("gone");
  const RunReport report = run.report();
  CHECK_FALSE(report.fit);
  CHECK(plots_of(report, "slope").trace.size() > 0);
  CHECK(mentions(report.missing, "the run's pipeline cannot be built here"));
  CHECK(mentions(report.missing, "gone"));
}

TEST_CASE("A run that was killed has draws and no tables, and the report says so") {
  const RunFolder run;
  std::filesystem::remove_all(run.directory.path() / "tables");
  std::filesystem::remove(run.directory.path() / "pipeline.yaml");
  const RunReport report = run.report();
  CHECK(report.costs.empty());
  CHECK(report.pipeline.empty());
  CHECK(mentions(report.missing, "There is no table of costs"));
}

TEST_CASE("Data that changed after the run are told") {
  const RunFolder run;
  for (const std::string chain : {"chain-1.csv", "chain-2.csv"})
    run.directory.write(chain, "lp__,slope,log_sd,sd\n-7,1,0,1\n-7,1,0,1\n-7,2,0,1\n");
  CHECK(mentions(run.report().missing, "The model may not be that of the run"));
}

TEST_CASE("Chains that disagree are a verdict with a warning") {
  const RunFolder run;
  run.write_chain(2, 1200, 5);
  CHECK_FALSE(is_fine(run.report().verdict));
}

TEST_CASE("One chain is told to be one") {
  const RunFolder run;
  std::filesystem::remove(run.directory.path() / "chain-2.csv");
  const RunReport report = run.report();
  CHECK(report.chains == 1);
  CHECK(remarks_text(report.verdict).find("only one chain") != std::string::npos);
  CHECK(plots_of(report, "slope").ranks.cols() == 1);
}

TEST_CASE("Constant columns, very short chains and infinite draws have no plots and do no harm") {
  const RunFolder run;
  for (const std::string chain : {"chain-1.csv", "chain-2.csv"})
    run.directory.write(chain, "lp__,slope,log_sd,sd\n-1,1,0,inf\n-1,1,0.5,2\n");
  const RunReport report = run.report();
  CHECK(plots_of(report, "slope").trace.size() == 0);
  CHECK(plots_of(report, "sd").trace.size() == 0);
  CHECK(plots_of(report, "log_sd").trace.rows() == 2);
  CHECK(json::parse(report_json(report))["plots"].size() == 4);
}

TEST_CASE("A folder without draws has no report") {
  const TemporaryDirectory empty;
  const Registry registry;
  CHECK(error_of([&] { report(empty.path(), registry); }).code() == ExitCode::no_input);
  CHECK(error_of([&] { report(empty.path() / "nowhere", registry); }).code() == ExitCode::no_input);
}

TEST_CASE("Of very many variables the least settled are plotted") {
  const RunFolder run;
  std::string text = "lp__";
  for (int i = 1; i <= 40; ++i) text += ",x." + std::to_string(i);
  const auto random = make_random_stream(1, 0, Purpose::data);
  for (const std::string chain : {"chain-1.csv", "chain-2.csv"}) {
    std::string rows = text + "\n";
    for (int i = 0; i < 30; ++i) {
      rows += "0";
      for (int k = 1; k <= 40; ++k)
        rows +=
            "," + std::to_string(random->normal() + (k == 33 && chain == "chain-1.csv" ? 9 : 0));
      rows += "\n";
    }
    run.directory.write(chain, rows);
  }
  const RunReport report = run.report();
  CHECK(report.summary.size() == 41);
  CHECK(report.plots.size() == 25);
  CHECK_NOTHROW(plots_of(report, "x.33"));
  CHECK(mentions(report.missing, "24 of 40 variables"));
  CHECK(report.pairs.names.size() == 6);
}

TEST_CASE("The JSON of a report cannot end the script that it stands in") {
  RunReport report;
  report.run = "</script><script>alert(1)</script><!-- \xff";
  const std::string text = report_json(report);
  CHECK(text.find('<') == std::string::npos);
  CHECK(json::parse(text)["run"].get<std::string>().starts_with("</script><script>"));
}

TEST_CASE("Plotted numbers are rounded to what can be seen, also about a large mean") {
  RunReport report;
  report.plots.resize(1);
  report.plots[0].trace = Eigen::Vector3d(1e6, 1e6 + 0.123456, 1e6 + 1);
  const json trace = json::parse(report_json(report))["plots"][0]["trace"][0];
  CHECK(trace[1].get<double>() == 1e6 + 0.1235);
}
