/// Preloaded into the program by tests/soak.py: lets every k-th call of one kind fail, as
/// MCMC_FAIL_EVERY says: "write 17", "close 4", "sync 3", "rename 2", "create 5" or "allocate
/// 1000". With "clock 10" every tenth look at the calendar finds it some days later or earlier.
/// Standard output and standard error are spared, and so is what is only read.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

enum Kind {
  write_call,
  close_call,
  sync_call,
  rename_call,
  create_call,
  allocate_call,
  clock_call,
  kinds
};
constexpr const char* names[kinds] = {"write",  "close",    "sync", "rename",
                                      "create", "allocate", "clock"};

struct Plan {
  Kind kind = kinds;  // none
  unsigned long every = 0;
};

Plan read_plan() {
  Plan plan;
  const char* text = std::getenv("MCMC_FAIL_EVERY");
  if (text == nullptr) return plan;
  for (int kind = 0; kind < kinds; ++kind) {
    const std::size_t length = std::strlen(names[kind]);
    if (std::strncmp(text, names[kind], length) == 0 && text[length] == ' ') {
      plan.kind = static_cast<Kind>(kind);
      plan.every = std::strtoul(text + length, nullptr, 10);
    }
  }
  return plan;
}

/// While the standard library reads folders: it ends the program when it has no memory for that.
thread_local int reading_folders = 0;

bool fails(Kind kind) {
  if (reading_folders > 0) return false;
  static const Plan plan = read_plan();
  static std::atomic<unsigned long> calls = 0;
  return plan.every > 0 && plan.kind == kind && ++calls % plan.every == 0;
}

int fail_with(int number) {
  errno = number;
  return -1;
}

template <class Function>
Function* original(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

template <class... Arguments>
void* read_folder(const char* name, Arguments... arguments) {
  ++reading_folders;
  void* const result = original<void*(Arguments...)>(name)(arguments...);
  --reading_folders;
  return result;
}

bool is_spared(int file) {
  return file <= STDERR_FILENO;
}

bool creates(int flags) {
  return (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0;
}

mode_t mode_of(int flags, va_list rest) {
  return (flags & O_CREAT) != 0 ? static_cast<mode_t>(va_arg(rest, unsigned)) : 0;
}

int open_file(const char* name, const char* path, int flags, mode_t mode) {
  if (creates(flags) && fails(create_call)) return fail_with(EMFILE);
  return original<int(const char*, int, ...)>(name)(path, flags, mode);
}

FILE* open_stream(const char* name, const char* path, const char* mode) {
  if (mode[0] == 'r' || !fails(create_call))
    return original<FILE*(const char*, const char*)>(name)(path, mode);
  errno = EMFILE;
  return nullptr;
}

}  // namespace

extern "C" {

ssize_t write(int file, const void* bytes, size_t count) {
  if (!is_spared(file) && fails(write_call)) return fail_with(ENOSPC);
  static auto* const real = original<ssize_t(int, const void*, size_t)>("write");
  return real(file, bytes, count);
}

ssize_t writev(int file, const iovec* parts, int count) {
  if (!is_spared(file) && fails(write_call)) return fail_with(ENOSPC);
  static auto* const real = original<ssize_t(int, const iovec*, int)>("writev");
  return real(file, parts, count);
}

size_t fwrite(const void* bytes, size_t size, size_t count, FILE* file) {
  if (!is_spared(fileno(file)) && fails(write_call)) {
    errno = ENOSPC;
    return 0;
  }
  static auto* const real = original<size_t(const void*, size_t, size_t, FILE*)>("fwrite");
  return real(bytes, size, count, file);
}

int fflush(FILE* file) {
  if (file != nullptr && !is_spared(fileno(file)) && fails(write_call)) return fail_with(ENOSPC);
  static auto* const real = original<int(FILE*)>("fflush");
  return real(file);
}

int fclose(FILE* file) {
  const bool is_lost = !is_spared(fileno(file)) && fails(close_call);
  static auto* const real = original<int(FILE*)>("fclose");
  const int result = real(file);
  return is_lost ? fail_with(EIO) : result;
}

int fsync(int file) {
  if (fails(sync_call)) return fail_with(EIO);
  static auto* const real = original<int(int)>("fsync");
  return real(file);
}

int rename(const char* from, const char* to) noexcept {
  if (fails(rename_call)) return fail_with(EACCES);
  static auto* const real = original<int(const char*, const char*)>("rename");
  return real(from, to);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_file("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_file("open64", path, flags, mode);
}

FILE* fopen(const char* path, const char* mode) {
  return open_stream("fopen", path, mode);
}

FILE* fopen64(const char* path, const char* mode) {
  return open_stream("fopen64", path, mode);
}

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  constexpr long day = 86400;
  static std::atomic<long> days = 0;
  static auto* const real = original<int(clockid_t, timespec*)>("clock_gettime");
  const int result = real(clock, time);
  if (clock != CLOCK_REALTIME) return result;
  if (fails(clock_call)) days += days % 2 == 0 ? 3 : -5;
  time->tv_sec += days * day;
  return result;
}

// std::filesystem::directory_iterator: its constructor, increment(error_code&) and operator++.
void* _ZNSt10filesystem7__cxx1118directory_iteratorC1ERKNS0_4pathENS_17directory_optionsEPSt10error_code(
    void* self, const void* path, unsigned char options, void* problem) {
  return read_folder(
      "_ZNSt10filesystem7__cxx1118directory_iteratorC1ERKNS0_4pathENS_17directory_"
      "optionsEPSt10error_code",
      self, path, options, problem);
}
void* _ZNSt10filesystem7__cxx1118directory_iterator9incrementERSt10error_code(void* self,
                                                                              void* problem) {
  return read_folder("_ZNSt10filesystem7__cxx1118directory_iterator9incrementERSt10error_code",
                     self, problem);
}
void* _ZNSt10filesystem7__cxx1118directory_iteratorppEv(void* self) {
  return read_folder("_ZNSt10filesystem7__cxx1118directory_iteratorppEv", self);
}

}  // extern "C"

void* operator new(std::size_t size) {
  void* const memory = fails(allocate_call) ? nullptr : std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return fails(allocate_call) ? nullptr : std::malloc(size > 0 ? size : 1);
}

void* operator new[](std::size_t size) {
  return operator new(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
