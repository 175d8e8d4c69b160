// A library that cannot be loaded.
extern "C" {
int nobody_has_this();
int bs_major_version();
int bs_major_version() {
  return nobody_has_this();
}
}
