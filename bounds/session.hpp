// Session: what questions asked one after another share.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <typeindex>

namespace hallmark {

/// One object of each type that is asked for: tables and lists that the next question may use again. No value depends
/// on what a session holds, but for what a budget cut short.
class Session {
 public:
  /// The object of type T, made when it is first asked for. It is shared by threads: T locks itself.
  template <typename T>
  [[nodiscard]] T& of() {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<void>& kept = kept_[std::type_index(typeid(T))];
    if (!kept) kept = std::make_shared<T>();
    return *static_cast<T*>(kept.get());
  }

 private:
  std::mutex mutex_;
  std::map<std::type_index, std::shared_ptr<void>> kept_;
};

}  // namespace hallmark
