// The whole interface of the module: room for a certificate, the check, and the line that it leaves behind.
#include <gmp.h>

#include <cstdlib>
#include <new>
#include <string>

#include "checker.hpp"

namespace {

constexpr char too_much_memory[] = "s REJECTED work: too much memory";

std::string line;
const char* shown = "";
std::size_t shown_size = 0;

void show(const char* text, std::size_t size) {
  shown = text;
  shown_size = size;
}

// GMP and MPFR cannot go on without memory: the line says so, and the module stops. The page starts another one.
void* checked(void* block) {
  if (block != nullptr) return block;
  show(too_much_memory, sizeof too_much_memory - 1);
  __builtin_trap();
}
void* allocate(std::size_t size) { return checked(std::malloc(size)); }
void* reallocate(void* block, std::size_t, std::size_t size) { return checked(std::realloc(block, size)); }
void release(void* block, std::size_t) { std::free(block); }

}  // namespace

// The C++ library's own way to ask for memory, which must not throw where nothing is left to throw with.
void* operator new(std::size_t size) { return checked(std::malloc(size == 0 ? 1 : size)); }
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

extern "C" {

__attribute__((export_name("hm_alloc"))) char* hm_alloc(std::size_t size) { return static_cast<char*>(allocate(size + 1)); }

/// 0 verified, 1 rejected, 2 malformed.
__attribute__((export_name("hm_check"))) int hm_check(const char* bytes, std::size_t size) {
  mp_set_memory_functions(allocate, reallocate, release);
  const hallmark::check::Result result = hallmark::check::check_certificate({bytes, size});
  line = result.line;
  show(line.data(), line.size());
  return static_cast<int>(result.verdict);
}

__attribute__((export_name("hm_line"))) const char* hm_line() { return shown; }
__attribute__((export_name("hm_line_size"))) std::size_t hm_line_size() { return shown_size; }
}
