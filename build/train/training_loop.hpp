// The command `train`: the plan, and the loop that plays, learns and measures.
#pragma once
#include <memory>

#include "example_source.hpp"
#include "learner.hpp"

namespace ht {

// The plan. As the share x of it that is done grows, less of the actual result is mixed in, the learning rate
// falls, and the solver makes more iterations.
inline float result_share_at(double x) { return x < 0.35 ? 0.5f : x < 0.6 ? 0.25f : x < 0.8 ? 0.1f : 0.f; }
inline float learning_rate_at(double x) {
  double top = number_option("rate", 1e-3), low = top / 25;
  return float(x < 0.3 ? top : low + (top - low) * 0.5 * (1 + std::cos(3.14159265 * std::min(1.0, (x - 0.3) / 0.7))));
}
inline int iterations_at(double x) { return x < 0.15 ? 6 : x < 0.5 ? 8 : x < 0.75 ? 12 : 16; }

inline MatchScore score_against_two_ply(const Net& net, const StartCardTable& start) {
  SolverPlayer a(&net, &start, 1, 16);
  TwoPlyPlayer b;
  return play_match(a, b, int(integer_option("eval-rounds", 600, 2)), 77, RuleSet{}, isatty(2));
}

// The options of a training run.
struct TrainingOptions {
  std::string dir = text_option("dir", "run"), from = text_option("from", "");
  uint64_t plan = uint64_t(integer_option("plan", 4000000, 0)),
           per_round = uint64_t(integer_option("per-round", 20000));
  uint64_t eval_every = uint64_t(integer_option("eval-every", 10)), seed = uint64_t(integer_option("seed", 1, 0));
  size_t replay = size_t(integer_option("replay", 600000));
  int batch = int(integer_option("batch", 512)), threads = int(integer_option("threads", 1)),
      parts = int(integer_option("parts", 4));
  double ratio = number_option("ratio", 5), deadline = now() + 3600 * number_option("hours", 1e9);

  SelfPlaySettings self_play_settings(double x) const {
    SelfPlaySettings settings;
    settings.result_share = float(number_option("mix", result_share_at(x)));
    settings.club = float(number_option("club", settings.club));
    settings.wits = float(number_option("wits", settings.wits));
    settings.iterations = iterations_at(x);
    settings.depth = number_option("depth2-from", 2) <= x ? 2 : 1;
    return settings;
  }
};

// A training run in progress.
struct TrainingLoop {
  const TrainingOptions options;
  TrainingRun run;
  std::unique_ptr<ExampleSource> source;
  std::unique_ptr<Learner> learner;

  TrainingLoop() {
    std::filesystem::create_directories(options.dir);
    if (!run.load(options.dir)) begin_new_run();
    trim_replay(run, options.replay);
    std::string cluster = text_option("players", ""), command = text_option("learner", "");
    if (cluster.empty())
      source = std::make_unique<LocalExampleSource>(options.threads);
    else
      source = std::make_unique<ClusterExampleSource>(cluster);
    if (command.empty())
      learner = std::make_unique<ThreadLearner>(run, options.threads);
    else
      learner = std::make_unique<ProcessLearner>(run, command, options.threads);
  }
  void begin_new_run() {
    run.rng = Random(options.seed);
    run.net.init(run.rng);
    if (!options.from.empty() && !run.load_weights(options.from))
      throw RequestError(options.from + ": no net to start from");
    run.mean_net = run.net;
    std::ofstream(options.dir + "/curve.csv")
        << "positions,hours,mix,rate,iterations,depth,loss,two_ply,two_ply_error,two_ply_points,positions_per_s\n";
  }

  // Plays `want` positions and gives them to the learner; returns the seconds of play.
  double play_and_learn(const SelfPlaySettings& settings, size_t want, float rate) {
    double t0 = now();
    std::vector<TrainingExample> fresh;
    StartCardTable table = run.start;
    table.blend_uniform(0.15f);
    run.rounds_played += source->play_until(run.mean_net, settings, table, run.rng, want, fresh);
    double played = now() - t0;
    learner->finish(run);
    run.positions_seen += fresh.size();
    LearningTask task{store_examples(run, fresh, options.replay), {}, options.batch, rate};
    for (int left = int(options.ratio * fresh.size() / options.batch) * options.batch; left > 0; left--) {
      int place = run.rng.below(int(run.replay.size()));
      task.drawn.push_back(2 * place + run.rng.below(2));
    }
    learner->learn(run, task);
    return played;
  }
  void run_round() {
    double t0 = now(), x = double(run.positions_seen) / options.plan, played = 0;
    uint64_t before = run.positions_seen;
    SelfPlaySettings settings = options.self_play_settings(x);
    size_t want = settings.depth == 2 ? options.per_round / 4 : options.per_round;
    for (int k = 0; k < options.parts; k++)
      played += play_and_learn(settings, want / options.parts, learning_rate_at(x));
    run.rounds++;
    bool measured = run.rounds % options.eval_every == 0;
    if (measured) learner->finish(run);
    double seconds = now() - t0, speed = double(run.positions_seen - before) / played;
    run.hours += seconds / 3600;
    std::fprintf(stderr, "%llu k  mix %.2f rate %.1e T %d  loss %.4f  play %.1f s (%.0f/s) learn %.1f s\n",
                 (unsigned long long)run.positions_seen / 1000, settings.result_share, learning_rate_at(x),
                 settings.iterations, learner->loss, played, speed, seconds - played);
    if (measured) measure_net(settings, learning_rate_at(x), speed);
  }
  void measure_net(const SelfPlaySettings& settings, float rate, double speed) {
    run.start = solve_start(run.mean_net, WinPrices{{1.2f, 1.2f}}, 16);
    MatchScore s = score_against_two_ply(run.mean_net, run.start);
    std::fprintf(stderr, "  two-ply %.1f +- %.1f %%  %+.3f\n", 100 * s.wins, 100 * s.win_error, s.points);
    std::ofstream(options.dir + "/curve.csv", std::ios::app)
        << run.positions_seen << ',' << run.hours << ',' << settings.result_share << ',' << rate << ','
        << settings.iterations << ',' << settings.depth << ',' << learner->loss << ',' << s.wins << ',' << s.win_error
        << ',' << s.points << ',' << speed << '\n';
    run.mean_net.save(options.dir + "/net.bin");
    if (run.rounds % (2 * options.eval_every) == 0) run.save(options.dir);
  }
};

inline int train_command() {
  TrainingLoop t;
  while (t.run.positions_seen < t.options.plan && now() < t.options.deadline) t.run_round();
  t.learner->finish(t.run);
  t.run.save(t.options.dir);
  return 0;
}

}  // namespace ht
