// Plays the rounds to learn from: with threads of this process, or through players.py on other
// machines. The lessons are the same, bit for bit, on processors of one kind.
#pragma once
#include <iostream>
#include <sstream>

#include "child.hpp"
#include "run.hpp"

namespace ht {

struct Players {
  virtual ~Players() = default;
  // the lessons of several waves, in order
  virtual std::vector<std::vector<Sample>> play(const Net& net, const Lessons& how, const StartTable& table,
                                                const std::vector<std::vector<uint64_t>>& waves) = 0;

  // Plays waves until there are enough positions; returns the number of rounds. The yield of
  // earlier waves decides how many run at once; surplus waves count as not played.
  uint64_t gather(const Net& net, const Lessons& how, const StartTable& table, Rng& rng, size_t want, std::vector<Sample>& out) {
    uint64_t played = 0;
    while (out.size() < want) {
      size_t n = out.size() ? (want - out.size()) * played / (out.size() * WAVE) : size_t(want / (WAVE * EXPECTED));
      std::vector<std::vector<uint64_t>> seeds;
      std::vector<Rng> after;
      Rng ahead = rng;
      for (size_t k = 0; k < std::max<size_t>(1, n); k++) seeds.push_back(seeds_of_wave(ahead)), after.push_back(ahead);
      auto found = play(net, how, table, seeds);
      for (size_t k = 0; k < found.size() && out.size() < want; k++) {
        for (Sample& s : found[k]) out.push_back(std::move(s));
        rng = after[k], played += WAVE;
      }
    }
    return played;
  }

 private:
  static constexpr int EXPECTED = 30;  // positions of a round; hardly one has more
};

struct HerePlayers : Players {
  std::vector<Solver> solvers;

  explicit HerePlayers(int threads) : solvers(threads) {}
  std::vector<std::vector<Sample>> play(const Net& net, const Lessons& how, const StartTable& table,
                                        const std::vector<std::vector<uint64_t>>& waves) override {
    for (Solver& s : solvers) s.net = &net;
    std::vector<std::vector<Sample>> found;
    for (const auto& seeds : waves) found.push_back(wave(solvers, how, table, seeds));
    return found;
  }
};

// A blob for all (net, start cards, how), the number of jobs, a blob a job (its seeds); then comes a
// blob a job, its lessons. Blobs are opaque to everything between here and `lessons` below.
struct ProcessPlayers : Players {
  static constexpr size_t A_JOB = 24;  // rounds
  Child child;

  explicit ProcessPlayers(const std::string& command) : child(command, "cluster") {}
  std::vector<std::vector<Sample>> play(const Net& net, const Lessons& how, const StartTable& table,
                                        const std::vector<std::vector<uint64_t>>& waves) override {
    std::ostringstream all;
    put(all, net.data), put(all, table.p), all.write((const char*)&how, sizeof how);
    child.write_blob(all.str());
    std::vector<std::string> jobs;
    for (const auto& seeds : waves)
      for (size_t i = 0; i < seeds.size(); i += A_JOB) {
        std::ostringstream job;
        put(job, std::vector<uint64_t>(seeds.begin() + i, seeds.begin() + std::min(i + A_JOB, seeds.size())));
        jobs.push_back(job.str());
      }
    child.write(std::vector<uint64_t>{jobs.size()});
    for (const std::string& job : jobs) child.write_blob(job);
    child.flush();
    std::vector<std::vector<Sample>> found;
    for (const auto& seeds : waves) {
      found.emplace_back();
      for (size_t i = 0; i < seeds.size(); i += A_JOB) take(child.read_blob(), found.back());
    }
    return found;
  }

 private:
  static void take(const std::string& blob, std::vector<Sample>& out) {
    std::istringstream in(blob);
    uint64_t n = 0;
    in.read((char*)&n, 8);
    for (uint64_t k = 0; k < n; k++) out.emplace_back(), get(in, out.back());
    if (!in) throw std::runtime_error("lessons came that are none");
  }
};

// One job of a cluster: reads the shared data and the seeds from standard input, writes the lessons
// to standard output.
inline int lessons() {
  Net net;
  StartTable table;
  Lessons how;
  std::vector<uint64_t> seeds;
  get(std::cin, net.data), get(std::cin, table.p);
  std::cin.read((char*)&how, sizeof how);
  get(std::cin, seeds);
  if (!std::cin) throw Refused("that is no job of a training run");
  HerePlayers here(1);
  auto found = here.play(net, how, table, {seeds});
  uint64_t n = found[0].size();
  std::cout.write((const char*)&n, 8);
  for (const Sample& s : found[0]) put(std::cout, s);
  std::cout.flush();
  return 0;
}

}  // namespace ht
