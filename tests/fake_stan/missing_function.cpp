// A model whose interface has a beginning only.
extern "C" {
extern const int bs_major_version;
const int bs_major_version = 2;
void* bs_model_construct(const char*, unsigned, char**);
void* bs_model_construct(const char*, unsigned, char**) {
  return nullptr;
}
}
