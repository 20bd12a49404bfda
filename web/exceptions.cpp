// What `throw` and `catch` call in WebAssembly. Debian's libc++abi for wasm32 is built without exceptions, so this stands in for
// the part that Hallmark needs: objects thrown by value and caught by reference, by class or by a base of it, and thrown again.
// The layout of the tables is that of LLVM's WebAssembly exception handling: a landing pad is an index into the call sites.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

namespace __cxxabiv1 {

// The type_info of libc++abi, whose can_catch knows bases and adjusts the pointer; declared to call it through its vtable.
class __shim_type_info : public std::type_info {
 public:
  ~__shim_type_info() override;
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const __shim_type_info* thrown, void*& object) const = 0;
};

}  // namespace __cxxabiv1

namespace {

using Type = __cxxabiv1::__shim_type_info;

// Stands before the object thrown; both aligned as malloc aligns. In WebAssembly a destructor returns its object.
struct alignas(16) Header {
  const Type* type;
  void* (*destroy)(void*);
  void* caught_as;
  Header* outer;  // what the handler around this one has caught
  int handlers;
  bool thrown_again;
};

Header* innermost = nullptr;

Header* header_of(void* object) { return static_cast<Header*>(object) - 1; }

std::uint32_t read_uleb(const std::uint8_t*& p) {
  std::uint32_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = *p++;
    value |= static_cast<std::uint32_t>(byte & 0x7F) << shift;
    if ((byte & 0x80) == 0) return value;
  }
}

std::int32_t read_sleb(const std::uint8_t*& p) {
  std::uint32_t value = 0;
  unsigned shift = 0;
  std::uint8_t byte;
  do {
    byte = *p++;
    value |= static_cast<std::uint32_t>(byte & 0x7F) << shift;
    shift += 7;
  } while ((byte & 0x80) != 0);
  if ((byte & 0x40) != 0 && shift < 32) value |= ~std::uint32_t{0} << shift;
  return static_cast<std::int32_t>(value);
}

}  // namespace

extern "C" {

struct LandingPadContext {
  std::uint32_t index;
  const std::uint8_t* tables;
  std::uint32_t selector;
} __wasm_lpad_context;

void* __cxa_allocate_exception(std::size_t size) {
  void* block = std::malloc(sizeof(Header) + size);
  if (block == nullptr) std::abort();
  return static_cast<Header*>(block) + 1;
}

void __cxa_free_exception(void* object) { std::free(header_of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
  *header_of(object) = {static_cast<const Type*>(type), destroy, object, nullptr, 0, false};
  __builtin_wasm_throw(0, object);
}

void* __cxa_begin_catch(void* object) noexcept {
  Header* const header = header_of(object);
  header->thrown_again = false;
  ++header->handlers;
  if (innermost != header) {
    header->outer = innermost;
    innermost = header;
  }
  return header->caught_as;
}
void* __cxa_get_exception_ptr(void* object) noexcept { return header_of(object)->caught_as; }

// The last handler of an object that is not on its way further ends it.
void __cxa_end_catch() {
  Header* const header = innermost;
  if (--header->handlers > 0) return;
  innermost = header->outer;
  if (header->thrown_again) return;
  if (header->destroy != nullptr) header->destroy(header + 1);
  std::free(header);
}

[[noreturn]] void __cxa_rethrow() {
  innermost->thrown_again = true;
  __builtin_wasm_throw(0, innermost + 1);
}

// Chooses the handler of a landing pad: the selector is the index of its type, 0 where none fits.
int _Unwind_CallPersonality(void* object) {
  constexpr std::uint8_t omitted = 0xFF;
  LandingPadContext& context = __wasm_lpad_context;
  context.selector = 0;
  const std::uint8_t* p = context.tables;
  if (*p++ != omitted || *p++ != 0) std::abort();  // no start of landing pads; types are absolute pointers
  const std::uint32_t to_types = read_uleb(p);
  const std::uint8_t* types = p + to_types;
  ++p;  // how call sites are written: as unsigned LEB128 in WebAssembly
  const std::uint32_t length = read_uleb(p);
  const std::uint8_t* const actions = p + length;
  std::uint32_t action = 0;
  for (std::uint32_t i = 0; i <= context.index; ++i) {
    (void)read_uleb(p);
    action = read_uleb(p);
  }
  if (action == 0) return 0;
  for (const std::uint8_t* at = actions + action - 1;;) {
    const std::int32_t index = read_sleb(at);
    if (index < 0) std::abort();  // an exception specification, of which there is none
    if (index > 0) {
      const Type* type;
      std::memcpy(&type, types - static_cast<std::uint32_t>(index) * sizeof type, sizeof type);
      void* as = object;
      if (type == nullptr || type->can_catch(header_of(object)->type, as)) {
        header_of(object)->caught_as = as;
        context.selector = static_cast<std::uint32_t>(index);
        return 0;
      }
    }
    const std::uint8_t* const here = at;
    const std::int32_t next = read_sleb(at);
    if (next == 0) return 0;
    at = here + next;
  }
}

}  // extern "C"
