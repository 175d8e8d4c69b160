// A model that BridgeStan 3 would have compiled.
extern "C" {
extern const int bs_major_version;
const int bs_major_version = 3;
}
