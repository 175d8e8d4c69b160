#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <thread>
#include <vector>

// What BridgeStan would make of this model:
//
//   data { array[N] real y; }
//   parameters { real mu; real<lower=0> sigma; }
//   transformed parameters { vector[2] moment = [mu, sigma^2 + mu^2]; }
//   model { mu ~ normal(0, 10); sigma ~ exponential(1); y ~ normal(mu, sigma); }
//
// It rejects a mu above 50.

struct bs_model {
  std::vector<double> y;
};

namespace {

std::atomic<int> calls_in_progress = 0;

/// Without STAN_THREADS a model falls over when two threads are in it.
class Call {
 public:
  Call() {
    if (++calls_in_progress == 1 || std::strcmp(FAKE_STAN_THREADS, "true") == 0) return;
    std::fputs("two threads at the same time\n", stderr);
    std::abort();
  }
  ~Call() {
    if (std::strcmp(FAKE_STAN_THREADS, "true") != 0) std::this_thread::yield();
    --calls_in_progress;
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
};

void (*print)(const char*, std::size_t) = nullptr;

int fail(const std::string& text, char** message) {
  if (message != nullptr) *message = strdup(text.c_str());
  return -1;
}

double log_normal(double value, double mean, double sd) {
  const double z = (value - mean) / sd;
  return -0.5 * z * z - std::log(sd) - 0.5 * std::log(2 * std::numbers::pi);
}

}  // namespace

extern "C" {
extern const int bs_major_version;
const int bs_major_version = 2;

bs_model* bs_model_construct(const char* data, unsigned, char** message);
void bs_model_destruct(bs_model* model);
void bs_free_error_msg(char* message);
const char* bs_model_info(const bs_model*);
const char* bs_param_names(const bs_model*, bool transformed, bool generated);
const char* bs_param_unc_names(const bs_model*);
int bs_param_num(const bs_model*, bool transformed, bool generated);
int bs_param_unc_num(const bs_model*);
int bs_param_constrain(const bs_model*, bool transformed, bool generated, const double* x,
                       double* values, void*, char** message);
int bs_log_density(const bs_model* model, bool, bool jacobian, const double* x, double* value,
                   char** message);
int bs_set_print_callback(void (*callback)(const char*, std::size_t), char**);

bs_model* bs_model_construct(const char* data, unsigned, char** message) {
  const auto json = nlohmann::json::parse(data, nullptr, false);
  if (json.is_discarded() || !json.contains("y")) {
    fail("construct() failed with exception: variable does not exist; name=y\n", message);
    return nullptr;
  }
  const std::string text = "the model has its data\n";
  if (print != nullptr) print(text.data(), text.size());
  return new bs_model{json["y"].get<std::vector<double>>()};
}

void bs_model_destruct(bs_model* model) {
  delete model;
}

void bs_free_error_msg(char* message) {
  std::free(message);
}

const char* bs_model_info(const bs_model*) {
  return "BridgeStan 2.6.2\nSTAN_THREADS=" FAKE_STAN_THREADS "\n";
}

const char* bs_param_names(const bs_model*, bool transformed, bool) {
  return transformed ? "mu,sigma,moment.1,moment.2" : "mu,sigma";
}

const char* bs_param_unc_names(const bs_model*) {
  return "mu,sigma";
}

int bs_param_num(const bs_model*, bool transformed, bool) {
  return transformed ? 4 : 2;
}

int bs_param_unc_num(const bs_model*) {
  return 2;
}

int bs_param_constrain(const bs_model*, bool transformed, bool generated, const double* x,
                       double* values, void*, char** message) {
  const Call call;
  if (generated) return fail("generated quantities need random numbers", message);
  values[0] = x[0];
  values[1] = std::exp(x[1]);
  if (!transformed) return 0;
  values[2] = x[0];
  values[3] = std::exp(2 * x[1]) + x[0] * x[0];
  return 0;
}

int bs_log_density(const bs_model* model, bool, bool jacobian, const double* x, double* value,
                   char** message) {
  const Call call;
  if (x[0] > 50)
    return fail("log_density() failed with exception:\nreject: mu is above 50", message);
  const double sigma = std::exp(x[1]);
  double sum = log_normal(x[0], 0, 10) - sigma + (jacobian ? x[1] : 0);
  for (const double y : model->y) sum += log_normal(y, x[0], sigma);
  *value = sum;
  return 0;
}

int bs_set_print_callback(void (*callback)(const char*, std::size_t), char**) {
  print = callback;
  return 0;
}
}
