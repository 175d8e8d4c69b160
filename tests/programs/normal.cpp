#include <iostream>

// A standard normal density of two parameters, a and b.
int main() {
  std::cout.precision(17);
  std::cout << "density 1 a b" << std::endl;
  for (double a = 0, b = 0; std::cin >> a >> b;) std::cout << -0.5 * (a * a + b * b) << std::endl;
}
