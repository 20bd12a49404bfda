// Tables that several questions share, kept while they are asked together.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "bounds/registry.hpp"

namespace hallmark {

/// The tables of the last few keys: one thread's questions do not drive out those of another. What a table holds must
/// be a function of its key alone. Safe to use from several threads; a table guards itself.
template <typename Table>
class SharedTables {
 public:
  /// The table of the key, made empty where there is none.
  /// Kind:      exact
  /// Domain:    a key that names everything that the table depends on
  [[nodiscard]] std::shared_ptr<Table> at(const std::string& key) {
    constexpr std::size_t kept = 32;
    const std::lock_guard lock(mutex_);
    for (auto entry = tables_.begin(); entry != tables_.end(); ++entry) {
      if (entry->first != key) continue;
      tables_.splice(tables_.begin(), tables_, entry);
      return entry->second;
    }
    tables_.emplace_front(key, std::make_shared<Table>());
    if (tables_.size() > kept) tables_.pop_back();
    return tables_.front().second;
  }

 private:
  std::mutex mutex_;
  std::list<std::pair<std::string, std::shared_ptr<Table>>> tables_;
};

/// Everything that the thresholds of one request depend on: its digits and route, the parameters but eps, all eps.
/// Kind:      exact
/// Domain:    a request with thresholds
[[nodiscard]] inline std::string shared_key(const Arguments& arguments, const Request& request) {
  std::string key = std::to_string(request.digits) + (request.default_effort ? " cheap " : " ") + request.route;
  for (const auto& [name, text] : arguments.canonical()) {
    if (name != "eps") key += ";" + name + "=" + text;
  }
  for (const Number& eps : request.thresholds) key += ";" + eps.to_string();
  return key;
}

}  // namespace hallmark
