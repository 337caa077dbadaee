// Plays the rounds to learn from, in threads of this process or on other machines (ray_training_rounds.py). On
// processors of one kind the training examples are the same, bit for bit.
#pragma once
#include <iostream>
#include <sstream>

#include "child_process.hpp"
#include "training_run.hpp"

namespace ht {

struct ExampleSource {
  virtual ~ExampleSource() = default;
  // Plays several waves, each given by its seeds; returns their training examples in order.
  virtual std::vector<std::vector<TrainingExample>> play(const Net& net, const SelfPlaySettings& settings,
                                                         const StartCardTable& table,
                                                         const std::vector<std::vector<uint64_t>>& waves) = 0;

  // Plays waves until `out` has `want` positions; returns the number of rounds played. The number of positions
  // per wave so far decides how many waves run at once. Surplus waves are discarded and played again later.
  uint64_t play_until(const Net& net, const SelfPlaySettings& settings, const StartCardTable& table, Random& rng,
                      size_t want, std::vector<TrainingExample>& out) {
    uint64_t played = 0;
    while (out.size() < want) {
      size_t n = out.size() ? (want - out.size()) * played / (out.size() * ROUNDS_PER_WAVE)
                            : size_t(want / (ROUNDS_PER_WAVE * POSITIONS_PER_ROUND));
      std::vector<std::vector<uint64_t>> seeds;
      std::vector<Random> after;
      Random ahead = rng;
      for (size_t k = 0; k < std::max<size_t>(1, n); k++) seeds.push_back(seeds_of_wave(ahead)), after.push_back(ahead);
      auto found = play(net, settings, table, seeds);
      for (size_t k = 0; k < found.size() && out.size() < want; k++) {
        for (TrainingExample& s : found[k]) out.push_back(std::move(s));
        rng = after[k], played += ROUNDS_PER_WAVE;
      }
    }
    return played;
  }

 private:
  static constexpr int POSITIONS_PER_ROUND = 30;  // a high estimate, used until positions have been counted
};

struct LocalExampleSource : ExampleSource {
  std::vector<Solver> solvers;

  explicit LocalExampleSource(int threads) : solvers(threads) {}
  std::vector<std::vector<TrainingExample>> play(const Net& net, const SelfPlaySettings& settings,
                                                 const StartCardTable& table,
                                                 const std::vector<std::vector<uint64_t>>& waves) override {
    for (Solver& s : solvers) s.net = &net;
    std::vector<std::vector<TrainingExample>> found;
    for (const auto& seeds : waves) found.push_back(play_wave(solvers, settings, table, seeds));
    return found;
  }
};

// Sends a blob for all jobs (net, start cards, settings), the number of jobs, and a blob per job (its seeds);
// receives a blob per job (its training examples). Only the command `examples` below reads the blobs sent.
struct ClusterExampleSource : ExampleSource {
  static constexpr size_t ROUNDS_PER_JOB = 24;
  ChildProcess child;

  explicit ClusterExampleSource(const std::string& command) : child(command, "cluster") {}
  std::vector<std::vector<TrainingExample>> play(const Net& net, const SelfPlaySettings& settings,
                                                 const StartCardTable& table,
                                                 const std::vector<std::vector<uint64_t>>& waves) override {
    std::ostringstream all;
    write_binary(all, net.data), write_binary(all, table.p), all.write((const char*)&settings, sizeof settings);
    child.write_blob(all.str());
    std::vector<std::string> jobs;
    for (const auto& seeds : waves)
      for (size_t i = 0; i < seeds.size(); i += ROUNDS_PER_JOB) {
        std::ostringstream job;
        write_binary(
            job, std::vector<uint64_t>(seeds.begin() + i, seeds.begin() + std::min(i + ROUNDS_PER_JOB, seeds.size())));
        jobs.push_back(job.str());
      }
    child.write(std::vector<uint64_t>{jobs.size()});
    for (const std::string& job : jobs) child.write_blob(job);
    child.flush();
    std::vector<std::vector<TrainingExample>> found;
    for (const auto& seeds : waves) {
      found.emplace_back();
      for (size_t i = 0; i < seeds.size(); i += ROUNDS_PER_JOB) read_job(child.read_blob(), found.back());
    }
    return found;
  }

 private:
  static void read_job(const std::string& blob, std::vector<TrainingExample>& out) {
    std::istringstream in(blob);
    uint64_t n = 0;
    in.read((char*)&n, 8);
    for (uint64_t k = 0; k < n; k++) out.emplace_back(), read_binary(in, out.back());
    if (!in) throw std::runtime_error("the cluster sent no valid training examples");
  }
};

// The command `examples`, one job of a cluster: reads shared data and seeds from standard input, and writes
// training examples to standard output.
inline int examples_command() {
  Net net;
  StartCardTable table;
  SelfPlaySettings settings;
  std::vector<uint64_t> seeds;
  read_binary(std::cin, net.data), read_binary(std::cin, table.p);
  std::cin.read((char*)&settings, sizeof settings);
  read_binary(std::cin, seeds);
  if (!std::cin) throw RequestError("standard input is no job of a training run");
  LocalExampleSource here(1);
  auto found = here.play(net, settings, table, {seeds});
  uint64_t n = found[0].size();
  std::cout.write((const char*)&n, 8);
  for (const TrainingExample& s : found[0]) write_binary(std::cout, s);
  std::cout.flush();
  return 0;
}

}  // namespace ht
