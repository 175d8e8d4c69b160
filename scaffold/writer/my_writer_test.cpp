#include "my_writer.hpp"

#include <cstdio>
#include <iterator>

/// The table of two chains has the lines that it should have.
int main() {
  mcmc::RunResults results;
  results.columns = {{"lp__", mcmc::ColumnRole::log_density}, {"x", mcmc::ColumnRole::parameter}};
  for (const std::size_t number : {1, 2}) {
    mcmc::ChainDraws chain;
    chain.number = number;
    chain.draws = Eigen::MatrixXd::Constant(1, 2, -0.5 * static_cast<double>(number));
    results.chains.push_back(chain);
  }

  const MyWriter writer({"my_writer.txt", " "});
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  writer.write(results, folder);
  std::ifstream file(folder / writer.files(2).front());
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::printf("%s", text.c_str());
  return text == "chain draw lp__ x\n1 1 -0.5 -0.5\n2 1 -1 -1\n" ? 0 : 1;
}
