// The interface of the module: room for a request, the call, and the answer that it leaves behind.
#include <cstdlib>
#include <new>
#include <string>

#include "web/producer/calls.hpp"

namespace {

std::string answer;

// Nothing is left to throw with where memory has ended: the module stops, and whoever called it starts another one.
void* checked(void* block) {
  if (block == nullptr) __builtin_trap();
  return block;
}

}  // namespace

void* operator new(std::size_t size) { return checked(std::malloc(size == 0 ? 1 : size)); }
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

extern "C" {

// What ends with a thread: the only one never ends.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

__attribute__((export_name("hm_alloc"))) char* hm_alloc(std::size_t size) {
  return static_cast<char*>(checked(std::malloc(size + 1)));
}

__attribute__((export_name("hm_call"))) void hm_call(char* bytes, std::size_t size) {
  answer = hallmark::web::call({bytes, size});
  std::free(bytes);
}

__attribute__((export_name("hm_answer"))) const char* hm_answer() { return answer.data(); }
__attribute__((export_name("hm_answer_size"))) std::size_t hm_answer_size() { return answer.size(); }
}
