// The two benchmark models as a careful C++ programmer would write them: std::priority_queue for the
// pending events, state machines for the processes, xoshiro256++ and -log(u) for the random times.
// Reads requests "model processes operations seed" and answers each with one line of JSON.
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <queue>
#include <string>
#include <vector>

namespace {

constexpr double kNanosPerMicro = 1000.0;

class Random {
 public:
  explicit Random(uint64_t seed) {
    for (auto& word : state_) {  // splitmix64
      seed += 0x9e3779b97f4a7c15;
      uint64_t z = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9;
      z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
      word = z ^ (z >> 31);
    }
  }
  uint64_t next() {
    const uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }
  // An exponential time in whole nanoseconds.
  uint64_t exponential(double mean_ns) {
    const double u = static_cast<double>((next() >> 11) + 1) * 0x1.0p-53;
    return static_cast<uint64_t>(0.5 - std::log(u) * mean_ns);
  }
  uint32_t below(uint32_t n) {
    return static_cast<uint32_t>(((next() >> 32) * n) >> 32);
  }

 private:
  uint64_t state_[4];
};

struct Event {
  uint64_t time_ns;
  uint32_t sequence;  // equal times leave in the order they came
  uint32_t process;
};

struct Later {
  bool operator()(const Event& a, const Event& b) const {
    return a.time_ns != b.time_ns ? a.time_ns > b.time_ns : a.sequence > b.sequence;
  }
};

class Agenda {
 public:
  explicit Agenda(size_t capacity) {
    std::vector<Event> storage;
    storage.reserve(capacity);
    events_ = Queue(Later{}, std::move(storage));
  }
  void schedule(uint64_t delay_ns, uint32_t process) {
    events_.push({now_ns + delay_ns, sequence_++, process});
  }
  uint32_t next() {
    const Event event = events_.top();
    events_.pop();
    now_ns = event.time_ns;
    return event.process;
  }
  uint64_t now_ns = 0;

 private:
  using Queue = std::priority_queue<Event, std::vector<Event>, Later>;
  Queue events_;
  uint32_t sequence_ = 0;
};

struct Outcome {
  double simulated_s;
  double mean_wait_us;
};

enum class Phase : uint8_t { Thinking, Computing, Holding };

class HotLock {
 public:
  HotLock(uint32_t processes, uint64_t seed)
      : agenda_(processes), random_(seed), phase_(processes), since_ns_(processes),
        think_us_(2.0 * processes) {
    for (uint32_t p = 0; p < processes; ++p) think(p);
  }
  Outcome run(uint64_t operations) {
    while (operations_ < operations) {
      const uint32_t p = agenda_.next();
      switch (phase_[p]) {
        case Phase::Thinking: ask_core(p); break;
        case Phase::Computing: ask_resource(p); break;
        case Phase::Holding: finish(p); break;
      }
    }
    return {agenda_.now_ns * 1e-9, wait_ns_ / kNanosPerMicro / waits_};
  }

 private:
  void schedule(uint32_t p, Phase phase, double mean_us) {
    phase_[p] = phase;
    agenda_.schedule(random_.exponential(mean_us * kNanosPerMicro), p);
  }
  void think(uint32_t p) { schedule(p, Phase::Thinking, think_us_); }
  void record_wait(uint32_t p) {
    const uint64_t wait = agenda_.now_ns - since_ns_[p];
    ++histogram_[std::bit_width(wait)];
    ++waits_;
    wait_ns_ += static_cast<double>(wait);
  }
  void ask_core(uint32_t p) {
    since_ns_[p] = agenda_.now_ns;
    if (free_cores_ > 0) {
      --free_cores_;
      run_on_core(p);
    } else {
      core_queue_.push_back(p);
    }
  }
  // A process that gets a core either begins its operation or goes on with the resource it was granted.
  void run_on_core(uint32_t p) {
    record_wait(p);
    if (phase_[p] == Phase::Thinking) {
      schedule(p, Phase::Computing, 20.0);
    } else {
      schedule(p, Phase::Holding, 10.0);
    }
  }
  void release_core() {
    if (core_queue_.empty()) {
      ++free_cores_;
    } else {
      const uint32_t p = core_queue_.front();
      core_queue_.pop_front();
      run_on_core(p);
    }
  }
  void ask_resource(uint32_t p) {
    since_ns_[p] = agenda_.now_ns;
    if (!resource_held_) {
      resource_held_ = true;
      run_on_core(p);
    } else {
      resource_queue_.push_back(p);
      release_core();
    }
  }
  void finish(uint32_t p) {
    if (resource_queue_.empty()) {
      resource_held_ = false;
    } else {
      const uint32_t granted = resource_queue_.front();
      resource_queue_.pop_front();
      if (free_cores_ > 0) {
        --free_cores_;
        run_on_core(granted);
      } else {
        core_queue_.push_back(granted);
      }
    }
    release_core();
    ++operations_;
    think(p);
  }

  Agenda agenda_;
  Random random_;
  std::vector<Phase> phase_;
  std::vector<uint64_t> since_ns_;
  double think_us_;
  int free_cores_ = 4;
  bool resource_held_ = false;
  std::deque<uint32_t> core_queue_;
  std::deque<uint32_t> resource_queue_;
  uint64_t histogram_[65] = {};
  uint64_t waits_ = 0;
  double wait_ns_ = 0;
  uint64_t operations_ = 0;
};

Outcome phold(uint32_t processes, uint64_t events, uint64_t seed) {
  Agenda agenda(processes);
  Random random(seed);
  std::vector<uint32_t> visits(processes);
  for (uint32_t p = 0; p < processes; ++p) agenda.schedule(random.exponential(1e9), p);
  for (uint64_t n = 0; n < events; ++n) {
    ++visits[agenda.next()];
    const uint32_t target = random.below(processes);
    agenda.schedule(random.exponential(1e9), target);
  }
  return {agenda.now_ns * 1e-9, 0.0};
}

}  // namespace

int main() {
  char model[32];
  unsigned processes;
  unsigned long long operations, seed;
  while (std::scanf("%31s %u %llu %llu", model, &processes, &operations, &seed) == 4) {
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome = std::string(model) == "phold" ? phold(processes, operations, seed)
                                                          : HotLock(processes, seed).run(operations);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    std::printf("{\"engine\":\"cpp\",\"model\":\"%s\",\"operations\":%llu,\"seconds\":%.9f,"
                "\"operations_per_simulated_second\":%.3f,\"mean_wait_us\":%.3f}\n",
                model, operations, elapsed.count(), operations / outcome.simulated_s,
                outcome.mean_wait_us);
    std::fflush(stdout);
  }
}
