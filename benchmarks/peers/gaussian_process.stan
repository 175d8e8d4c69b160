// The benchmark's model: a constant, a squared exponential without a factor 1/2, noise, and normal priors
// on logarithms. In the dialect of Stan 2.21.
data {
  int<lower=1> n;
  int<lower=1> p;
  int<lower=1> scales;  // 1, or one for each input
  vector[p] x[n];
  vector[n] y;
  real<lower=0> constant;
  vector[2] priors[3];  // mean and sd of log_eta, log_sigma and log_rho
}
transformed data {
  vector[n] zero = rep_vector(0, n);
}
parameters {
  real log_eta;
  real log_sigma;
  vector[scales] log_rho;
}
transformed parameters {
  real log_likelihood;
  {
    matrix[n, n] k;
    if (scales == 1) {
      k = cov_exp_quad(x, exp(log_eta), exp(log_rho[1]) / sqrt2());
    } else {
      vector[p] scaled[n];
      for (i in 1:n) scaled[i] = x[i] ./ exp(log_rho);
      k = cov_exp_quad(scaled, exp(log_eta), 1 / sqrt2());
    }
    k += square(constant);
    for (i in 1:n) k[i, i] += exp(2 * log_sigma);
    log_likelihood = multi_normal_cholesky_lpdf(y | zero, cholesky_decompose(k));
  }
}
model {
  log_eta ~ normal(priors[1, 1], priors[1, 2]);
  log_sigma ~ normal(priors[2, 1], priors[2, 2]);
  log_rho ~ normal(priors[3, 1], priors[3, 2]);
  target += log_likelihood;
}
