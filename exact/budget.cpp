#include "exact/budget.hpp"

#include <algorithm>
#include <cstdint>

namespace hallmark {
namespace {

// Wall clock against processor time, of the whole: the clock ends a part of it only where it ends the whole.
constexpr int patience = 10;
constexpr Budget::Seconds longest{1e8};

}  // namespace

Budget::Time::Time(Seconds seconds)
    : whole(std::clamp(seconds, -longest, longest)),
      clock(WorkClock::mine()),
      limit(clock->read() + std::chrono::duration_cast<std::chrono::nanoseconds>(whole).count()),
      guard(WorkClock::Wall::now() + std::chrono::duration_cast<WorkClock::Wall::duration>(patience * whole)) {}

bool Budget::Time::is_over() const {
  const auto now = WorkClock::Wall::now();
  return now >= guard || clock->has_reached(limit, now);
}

bool Budget::Count::one_more() const {
  std::int64_t now = shared->done.load(std::memory_order_relaxed);
  while (now < most) {
    if (shared->done.compare_exchange_weak(now, now + 1)) return true;
  }
  return false;
}

Budget::Budget(Seconds seconds, const std::atomic<bool>* stop) : time_(Time(seconds)), stop_(stop) {}

Budget Budget::counted(std::int64_t work, const std::atomic<bool>* stop) {
  Budget budget;
  budget.count_ = Count{std::make_shared<Count::Shared>(), work};
  budget.stop_ = stop;
  return budget;
}

Budget Budget::and_counted(std::int64_t work) const {
  Budget budget = counted(work, stop_);
  budget.time_ = time_;
  return budget;
}

Budget Budget::beyond(Seconds seconds, std::int64_t work) const {
  constexpr Seconds least(0.2);
  constexpr int share = 4;
  Budget more = count_ ? counted(work, stop_) : *this;
  if (!time_) {
    if (!count_) more.time_ = Time(seconds);
  } else {
    const Seconds most = least + std::max(time_->whole, Seconds::zero()) / share;
    const auto guard = time_->guard;
    more.time_ = Time(count_ ? most : std::min(seconds, most));
    more.time_->guard = std::max(more.time_->guard, guard);
  }
  return more;
}

Budget Budget::first(int parts, int all) const {
  const auto given_up = [&](auto left) { return left / all * (all - parts); };
  Budget some = *this;
  if (count_) some.count_->most -= given_up(std::max(count_->most - work(), std::int64_t{0}));
  if (time_) some.time_->limit -= given_up(std::max<WorkClock::Nanoseconds>(time_->limit - time_->clock->read(), 0));
  return some;
}

bool Budget::expired() const {
  if (stopped() || (count_ && !count_->one_more())) return true;
  if (!time_ || !time_->is_over()) return false;
  if (count_) count_->shared->cut = true;
  return true;
}

bool Budget::is_cut_by_time() const { return count_ ? count_->shared->cut.load() : time_ && time_->is_over(); }

}  // namespace hallmark
