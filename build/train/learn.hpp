// The training: plan and loop.
#pragma once
#include <memory>

#include "learner.hpp"

namespace ht {

// the plan: outcome mixing and the learning rate fall, the solver looks longer (x: share of the plan)
inline float mix_at(double x) { return x < 0.35 ? 0.5f : x < 0.6 ? 0.25f : x < 0.8 ? 0.1f : 0.f; }
inline float rate_at(double x) {
  double top = number("rate", 1e-3), low = top / 25;
  return float(x < 0.3 ? top : low + (top - low) * 0.5 * (1 + std::cos(3.14159265 * std::min(1.0, (x - 0.3) / 0.7))));
}
inline int iterations_at(double x) { return x < 0.15 ? 6 : x < 0.5 ? 8 : x < 0.75 ? 12 : 16; }

inline Score evaluate(const Net& net, const StartTable& start) {
  PbsPlayer a(&net, &start, 1, 16);
  TwoPly b;
  return match(a, b, int(number("eval-rounds", 600)), 77, true, isatty(2));
}

inline int train() {
  std::string dir = text("dir", "run");
  std::filesystem::create_directories(dir);
  uint64_t plan = uint64_t(number("plan", 4e6)), per_round = uint64_t(number("per-round", 20000));
  uint64_t every = uint64_t(number("eval-every", 10));
  size_t capacity = size_t(number("replay", 600000));
  int batch = int(number("batch", 512)), threads = int(number("threads", 1));
  double ratio = number("ratio", 5), deadline = now() + 3600 * number("hours", 1e9);
  Run run;
  if (!run.load(dir)) {
    run.rng = Rng(uint64_t(number("seed", 1)));
    run.net.init(run.rng);
    run.mean = run.net;
    std::ofstream(dir + "/curve.csv") << "positions,hours,mix,rate,iterations,depth,loss,two_ply,two_ply_error,two_ply_points,positions_per_s\n";
  }
  std::vector<Solver> solvers(threads);
  // the lesson givers play with the slow average
  for (Solver& s : solvers) s.net = &run.mean;
  keep_at_most(run, capacity);
  std::unique_ptr<Learner> learner;
  if (std::string command = text("learner", ""); command.empty())
    learner = std::make_unique<HereLearner>(run, threads);
  else
    learner = std::make_unique<ProcessLearner>(run, command, threads);
  while (run.seen < plan && now() < deadline) {
    double t0 = now(), x = double(run.seen) / plan;
    Lessons how;
    how.mix = float(number("mix", mix_at(x)));
    how.iterations = iterations_at(x);
    how.depth = number("depth2-from", 2) <= x ? 2 : 1;
    std::vector<Sample> fresh;
    StartTable table = run.start;
    table.blend_uniform(0.15f);
    run.games += gather(solvers, how, table, run.rng, how.depth == 2 ? per_round / 4 : per_round, fresh);
    double t1 = now();
    size_t many = fresh.size();
    learner->finish(run);
    Task task{remember(run, fresh, capacity), {}, batch, rate_at(x)};
    run.seen += many;
    for (int left = int(ratio * many / batch) * batch; left > 0; left--) {
      int place = run.rng.below(int(run.replay.size()));
      task.drawn.push_back(2 * place + run.rng.below(2));
    }
    learner->learn(run, task);
    run.rounds++;
    bool measured = run.rounds % every == 0;
    if (measured) learner->finish(run);
    double t2 = now();
    run.hours += (t2 - t0) / 3600;
    std::fprintf(stderr, "%llu k  mix %.2f rate %.1e T %d  loss %.4f  play %.1f s (%.0f/s) learn %.1f s\n",
                 (unsigned long long)run.seen / 1000, how.mix, task.rate, how.iterations, learner->loss, t1 - t0, many / (t1 - t0), t2 - t1);
    if (!measured) continue;
    run.start = solve_start(run.mean, Prices{{1.2f, 1.2f}}, 16);
    Score s = evaluate(run.mean, run.start);
    std::fprintf(stderr, "  two-ply %.1f +- %.1f %%  %+.3f\n", 100 * s.wins, 100 * s.win_error, s.points);
    std::ofstream(dir + "/curve.csv", std::ios::app)
        << run.seen << ',' << run.hours << ',' << how.mix << ',' << task.rate << ',' << how.iterations << ',' << how.depth << ','
        << learner->loss << ',' << s.wins << ',' << s.win_error << ',' << s.points << ',' << many / (t1 - t0) << '\n';
    run.mean.save(dir + "/net.bin");
    if (run.rounds % (2 * every) == 0) run.save(dir);
  }
  learner->finish(run);
  run.save(dir);
  return 0;
}

}  // namespace ht
