#include "cli/io/memory.hpp"

#include <gmp.h>
#include <unistd.h>

#include <cstdlib>
#include <new>

#include "cli/io/exit_status.hpp"
#include "exact/flint.hpp"

namespace hallmark::cli {
namespace {

[[noreturn]] void out_of_memory() {
  constexpr char text[] = "hallmark: undecided: out of memory (the limit of --memory or of the machine)\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, sizeof text - 1);
  _exit(undecided);
}

void* checked(void* block, std::size_t size) {
  if (block == nullptr && size != 0) out_of_memory();
  return block;
}

void* allocate(std::size_t size) { return checked(std::malloc(size), size); }
void* allocate_clear(std::size_t count, std::size_t size) { return checked(std::calloc(count, size), count * size); }
void* reallocate(void* block, std::size_t size) { return checked(std::realloc(block, size), size); }
void* gmp_reallocate(void* block, std::size_t, std::size_t size) { return checked(std::realloc(block, size), size); }
void release(void* block) { std::free(block); }
void gmp_release(void* block, std::size_t) { std::free(block); }

}  // namespace

void install_memory_handler() {
  mp_set_memory_functions(allocate, gmp_reallocate, gmp_release);
  __flint_set_memory_functions(allocate, allocate_clear, reallocate, release);  // raw: no number
  std::set_new_handler(out_of_memory);
}

}  // namespace hallmark::cli
