// The training: plan and loop.
#pragma once
#include <memory>

#include "learner.hpp"
#include "players.hpp"

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
  return match(a, b, int(whole("eval-rounds", 600, 2)), 77, Way{}, isatty(2));
}

// The options of a training run.
struct Wishes {
  std::string dir = text("dir", "run"), from = text("from", "");
  uint64_t plan = uint64_t(whole("plan", 4000000, 0)), per_round = uint64_t(whole("per-round", 20000));
  uint64_t eval_every = uint64_t(whole("eval-every", 10)), seed = uint64_t(whole("seed", 1, 0));
  size_t replay = size_t(whole("replay", 600000));
  int batch = int(whole("batch", 512)), threads = int(whole("threads", 1)), parts = int(whole("parts", 4));
  double ratio = number("ratio", 5), deadline = now() + 3600 * number("hours", 1e9);

  Lessons lessons(double x) const {
    Lessons how;
    how.mix = float(number("mix", mix_at(x)));
    how.club = float(number("club", how.club));
    how.wits = float(number("wits", how.wits));
    how.iterations = iterations_at(x);
    how.depth = number("depth2-from", 2) <= x ? 2 : 1;
    return how;
  }
};

struct Training {
  const Wishes wish;
  Run run;
  std::unique_ptr<Players> players;
  std::unique_ptr<Learner> learner;

  Training() {
    std::filesystem::create_directories(wish.dir);
    if (!run.load(wish.dir)) begin();
    keep_at_most(run, wish.replay);
    std::string elsewhere = text("players", ""), command = text("learner", "");
    if (elsewhere.empty())
      players = std::make_unique<HerePlayers>(wish.threads);
    else
      players = std::make_unique<ProcessPlayers>(elsewhere);
    if (command.empty())
      learner = std::make_unique<HereLearner>(run, wish.threads);
    else
      learner = std::make_unique<ProcessLearner>(run, command, wish.threads);
  }
  void begin() {
    run.rng = Rng(wish.seed);
    run.net.init(run.rng);
    if (!wish.from.empty() && !run.take(wish.from)) throw Refused(wish.from + ": no net to start from");
    run.mean = run.net;
    std::ofstream(wish.dir + "/curve.csv")
        << "positions,hours,mix,rate,iterations,depth,loss,two_ply,two_ply_error,two_ply_points,positions_per_s\n";
  }

  // plays the given number of positions and hands them to the learner; returns the seconds of play
  double part(const Lessons& how, size_t want, float rate) {
    double t0 = now();
    std::vector<Sample> fresh;
    StartTable table = run.start;
    table.blend_uniform(0.15f);
    // lessons are played with the slow average of the weights
    run.games += players->gather(run.mean, how, table, run.rng, want, fresh);
    double played = now() - t0;
    learner->finish(run);
    run.seen += fresh.size();
    Task task{remember(run, fresh, wish.replay), {}, wish.batch, rate};
    for (int left = int(wish.ratio * fresh.size() / wish.batch) * wish.batch; left > 0; left--) {
      int place = run.rng.below(int(run.replay.size()));
      task.drawn.push_back(2 * place + run.rng.below(2));
    }
    learner->learn(run, task);
    return played;
  }
  void round() {
    double t0 = now(), x = double(run.seen) / wish.plan, played = 0;
    uint64_t before = run.seen;
    Lessons how = wish.lessons(x);
    size_t want = how.depth == 2 ? wish.per_round / 4 : wish.per_round;
    for (int k = 0; k < wish.parts; k++) played += part(how, want / wish.parts, rate_at(x));
    run.rounds++;
    bool measured = run.rounds % wish.eval_every == 0;
    if (measured) learner->finish(run);
    double seconds = now() - t0, speed = double(run.seen - before) / played;
    run.hours += seconds / 3600;
    std::fprintf(stderr, "%llu k  mix %.2f rate %.1e T %d  loss %.4f  play %.1f s (%.0f/s) learn %.1f s\n",
                 (unsigned long long)run.seen / 1000, how.mix, rate_at(x), how.iterations, learner->loss, played, speed, seconds - played);
    if (measured) measure(how, rate_at(x), speed);
  }
  void measure(const Lessons& how, float rate, double speed) {
    run.start = solve_start(run.mean, Prices{{1.2f, 1.2f}}, 16);
    Score s = evaluate(run.mean, run.start);
    std::fprintf(stderr, "  two-ply %.1f +- %.1f %%  %+.3f\n", 100 * s.wins, 100 * s.win_error, s.points);
    std::ofstream(wish.dir + "/curve.csv", std::ios::app)
        << run.seen << ',' << run.hours << ',' << how.mix << ',' << rate << ',' << how.iterations << ',' << how.depth << ','
        << learner->loss << ',' << s.wins << ',' << s.win_error << ',' << s.points << ',' << speed << '\n';
    run.mean.save(wish.dir + "/net.bin");
    if (run.rounds % (2 * wish.eval_every) == 0) run.save(wish.dir);
  }
};

inline int train() {
  Training t;
  while (t.run.seen < t.wish.plan && now() < t.wish.deadline) t.round();
  t.learner->finish(t.run);
  t.run.save(t.wish.dir);
  return 0;
}

}  // namespace ht
