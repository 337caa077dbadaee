// The training run: state, plan, loop.
#pragma once
#include <filesystem>
#include <fstream>

#include "options.hpp"
#include "selfplay.hpp"

namespace ht {

template <class T>
inline void put(std::ostream& o, const std::vector<T>& v) {
  uint64_t n = v.size();
  o.write((const char*)&n, 8);
  o.write((const char*)v.data(), n * sizeof(T));
}
template <class T>
inline void get(std::istream& i, std::vector<T>& v) {
  uint64_t n = 0;
  i.read((char*)&n, 8);
  v.resize(n);
  i.read((char*)v.data(), n * sizeof(T));
}

struct Run {
  Net net, mean;  // mean: a slow average of the weights, which is what is measured and shipped
  Trainer trainer{net};
  StartTable start;
  std::vector<Sample> replay;
  size_t next = 0;
  Rng rng{1};
  uint64_t seen = 0, games = 0, rounds = 0;
  double hours = 0;

  void save(const std::string& dir) const {
    mean.save(dir + "/net.bin");
    std::ofstream o(dir + "/state.part", std::ios::binary);
    put(o, net.data), put(o, mean.data), put(o, trainer.m), put(o, trainer.v), put(o, start.p);
    uint64_t head[6] = {uint64_t(trainer.step), next, rng.x, seen, games, rounds};
    o.write((const char*)head, sizeof head);
    o.write((const char*)&hours, 8);
    uint64_t n = replay.size();
    o.write((const char*)&n, 8);
    for (const Sample& s : replay) {
      o.write((const char*)&s.pub, sizeof s.pub);
      o.write((const char*)&s.prices, sizeof s.prices);
      o.write((const char*)s.n, 2);
      o.write((const char*)s.hands.data(), s.hands.size());
      o.write((const char*)s.f.data(), s.f.size() * 4);
      o.write((const char*)s.y.data(), s.y.size() * 4);
    }
    o.close();
    std::rename((dir + "/state.part").c_str(), (dir + "/state.bin").c_str());
    std::ofstream st(dir + "/start.bin", std::ios::binary);
    st.write((const char*)start.p.data(), start.p.size() * 4);
  }
  bool load(const std::string& dir) {
    std::ifstream i(dir + "/state.bin", std::ios::binary);
    if (!i) return false;
    get(i, net.data), get(i, mean.data), get(i, trainer.m), get(i, trainer.v), get(i, start.p);
    uint64_t head[6];
    i.read((char*)head, sizeof head);
    i.read((char*)&hours, 8);
    trainer.step = head[0], next = head[1], rng.x = head[2], seen = head[3], games = head[4], rounds = head[5];
    uint64_t n = 0;
    i.read((char*)&n, 8);
    replay.resize(n);
    for (Sample& s : replay) {
      i.read((char*)&s.pub, sizeof s.pub);
      i.read((char*)&s.prices, sizeof s.prices);
      i.read((char*)s.n, 2);
      int m = s.n[0] + s.n[1];
      s.hands.resize(m), s.f.resize(m), s.y.resize(4 * m);
      i.read((char*)s.hands.data(), m);
      i.read((char*)s.f.data(), m * 4);
      i.read((char*)s.y.data(), m * 16);
    }
    return bool(i);
  }
};

// the plan: outcome mixing and the learning rate fall, the solver looks longer (x: share of the plan)
inline float mix_at(double x) { return x < 0.35 ? 0.5f : x < 0.6 ? 0.25f : x < 0.8 ? 0.1f : 0.f; }
inline float rate_at(double x) {
  double top = number("rate", 1e-3), low = top / 25;
  return float(x < 0.3 ? top : low + (top - low) * 0.5 * (1 + std::cos(3.14159265 * std::min(1.0, (x - 0.3) / 0.7))));
}
inline int iterations_at(double x) { return x < 0.15 ? 6 : x < 0.5 ? 8 : x < 0.75 ? 12 : 16; }

// one step of Adam with a batch drawn from the lessons; returns the mean cross entropy
inline double step(Run& run, std::vector<Gradient>& parts, int threads, int batch, float rate) {
  std::vector<std::pair<int, int>> drawn(batch);
  for (auto& [lesson, mirrored] : drawn) lesson = run.rng.below(int(run.replay.size())), mirrored = run.rng.below(2);
  int n = int(parts.size());
  std::vector<double> loss(n);
  std::atomic<int> next{0};
  in_threads(threads, [&](int) {
    Batch b;
    for (int k; (k = next++) < n;) {
      b.clear();
      for (int i = batch * k / n; i < batch * (k + 1) / n; i++) append(b, run.replay[drawn[i].first], drawn[i].second);
      loss[k] = parts[k].of(b, batch);
    }
  });
  for (int k = 1; k < n; k++) {
    loss[0] += loss[k];
    for (size_t i = 0; i < run.net.data.size(); i++) parts[0].grad[i] += parts[k].grad[i];
  }
  run.trainer.adam(parts[0].grad, rate, 5.f);
  float keep = std::min(0.999f, float(run.trainer.step) / (run.trainer.step + 10));
  for (size_t i = 0; i < run.net.data.size(); i++) run.mean.data[i] = keep * run.mean.data[i] + (1 - keep) * run.net.data[i];
  return loss[0];
}

inline void remember(Run& run, std::vector<Sample>& fresh, size_t capacity) {
  if (run.replay.size() > capacity) run.replay.erase(run.replay.begin(), run.replay.end() - capacity), run.next = 0;
  for (Sample& s : fresh) {
    if (run.replay.size() < capacity)
      run.replay.push_back(std::move(s));
    else
      run.replay[run.next] = std::move(s), run.next = (run.next + 1) % capacity;
  }
}

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
  std::vector<Gradient> parts(4, Gradient(run.net));  // always: the sum must not depend on the threads
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
    remember(run, fresh, capacity);
    run.seen += many;
    int steps = int(ratio * many / batch);
    double loss = 0;
    for (int k = 0; k < steps; k++) loss += step(run, parts, threads, batch, rate_at(x)) / steps;
    run.rounds++;
    double t2 = now();
    run.hours += (t2 - t0) / 3600;
    std::fprintf(stderr, "%llu k  mix %.2f rate %.1e T %d  loss %.4f  play %.1f s (%.0f/s) learn %.1f s\n",
                 (unsigned long long)run.seen / 1000, how.mix, rate_at(x), how.iterations, loss, t1 - t0, many / (t1 - t0), t2 - t1);
    if (run.rounds % every != 0) continue;
    run.start = solve_start(run.mean, Prices{{1.2f, 1.2f}}, 16);
    Score s = evaluate(run.mean, run.start);
    std::fprintf(stderr, "  two-ply %.1f +- %.1f %%  %+.3f\n", 100 * s.wins, 100 * s.win_error, s.points);
    std::ofstream(dir + "/curve.csv", std::ios::app)
        << run.seen << ',' << run.hours << ',' << how.mix << ',' << rate_at(x) << ',' << how.iterations << ',' << how.depth << ','
        << loss << ',' << s.wins << ',' << s.win_error << ',' << s.points << ',' << many / (t1 - t0) << '\n';
    run.mean.save(dir + "/net.bin");
    if (run.rounds % (2 * every) == 0) run.save(dir);
  }
  run.save(dir);
  return 0;
}

}  // namespace ht
