#include "exact/work_clock.hpp"

#include <ctime>
#include <utility>

namespace hallmark {
namespace {

// What the calling thread knows of the clock that its time counts for.
struct Here {
  std::shared_ptr<WorkClock> clock;
  WorkClock::Nanoseconds counted = 0;  // of the thread's own time
  WorkClock::Wall::time_point at;      // of the last reading
};

thread_local Here here;

WorkClock::Nanoseconds thread_time() {
  std::timespec time{};
  (void)::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);  // cannot fail: Linux has had this clock since 2.6.12
  constexpr WorkClock::Nanoseconds second = 1'000'000'000;
  return time.tv_sec * second + time.tv_nsec;
}

}  // namespace

std::shared_ptr<WorkClock> WorkClock::mine() {
  if (!here.clock) std::make_shared<WorkClock>()->join();
  return here.clock;
}

void WorkClock::join() {
  if (here.clock) (void)here.clock->read();  // what it did until now counts there
  here = {shared_from_this(), thread_time(), Wall::now()};
}

WorkClock::Nanoseconds WorkClock::read() {
  if (here.clock.get() != this) join();
  const Nanoseconds now = thread_time();
  const Nanoseconds more = now - here.counted;
  here.counted = now;
  here.at = Wall::now();
  return spent_.fetch_add(more) + more;
}

bool WorkClock::has_reached(Nanoseconds limit, Wall::time_point now) {
  if (here.clock.get() == this) {
    const Nanoseconds gone = std::chrono::duration_cast<std::chrono::nanoseconds>(now - here.at).count();
    if (spent_.load(std::memory_order_relaxed) + threads_.load(std::memory_order_relaxed) * gone < limit) return false;
  }
  return read() >= limit;
}

WorkClock::Help::Help(std::shared_ptr<WorkClock> clock) : clock_(std::move(clock)) {
  clock_->threads_.fetch_add(1);
  clock_->join();
}

WorkClock::Help::~Help() {
  (void)clock_->read();
  clock_->threads_.fetch_sub(1);
}

}  // namespace hallmark
