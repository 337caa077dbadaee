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

inline int train() {
  std::string dir = text("dir", "run");
  std::filesystem::create_directories(dir);
  uint64_t plan = uint64_t(number("plan", 4e6)), per_round = uint64_t(number("per-round", 20000));
  size_t capacity = size_t(number("replay", 600000));
  int batch = int(number("batch", 512));
  double ratio = number("ratio", 5), deadline = now() + 3600 * number("hours", 1e9);
  Run run;
  if (!run.load(dir)) {
    run.rng = Rng(uint64_t(number("seed", 1)));
    run.net.init(run.rng);
    run.mean = run.net;
    std::ofstream(dir + "/curve.csv") << "positions,hours,mix,rate,iterations,depth,loss,two_ply,two_ply_error,two_ply_points,positions_per_s\n";
  }
  Solver solver;
  solver.net = &run.net;
  Batch b;
  while (run.seen < plan && now() < deadline) {
    double t0 = now(), x = double(run.seen) / plan;
    Lessons how;
    how.mix = float(number("mix", mix_at(x)));
    how.iterations = iterations_at(x);
    how.depth = number("depth2-from", 2) <= x ? 2 : 1;
    std::vector<Sample> fresh;
    uint64_t want = how.depth == 2 ? per_round / 4 : per_round;
    // the lesson givers play with the slow average
    solver.net = &run.mean;
    StartTable table = run.start;
    table.blend_uniform(0.15f);
    while (fresh.size() < want) self_play(solver, how, table, run.rng, fresh), run.games++;
    double t1 = now();
    for (Sample& s : fresh) {
      if (run.replay.size() < capacity)
        run.replay.push_back(std::move(s));
      else
        run.replay[run.next] = std::move(s), run.next = (run.next + 1) % capacity;
    }
    run.seen += fresh.size();
    int steps = int(ratio * fresh.size() / batch);
    double loss = 0;
    for (int k = 0; k < steps; k++) {
      b.clear();
      for (int i = 0; i < batch; i++) append(b, run.replay[run.rng.below(int(run.replay.size()))], run.rng.below(2));
      loss += run.trainer.learn(b, rate_at(x), 5.f) / steps;
      float keep = std::min(0.999f, float(run.trainer.step) / (run.trainer.step + 10));
      for (size_t i = 0; i < run.net.data.size(); i++) run.mean.data[i] = keep * run.mean.data[i] + (1 - keep) * run.net.data[i];
    }
    run.rounds++;
    double t2 = now();
    run.hours += (t2 - t0) / 3600;
    std::fprintf(stderr, "%llu k  mix %.2f rate %.1e T %d  loss %.4f  play %.1f s (%.0f/s) learn %.1f s\n",
                 (unsigned long long)run.seen / 1000, how.mix, rate_at(x), how.iterations, loss, t1 - t0,
                 fresh.size() / (t1 - t0), t2 - t1);
    uint64_t every = uint64_t(number("eval-every", 10));
    if (run.rounds % every == 0) {
      run.start = solve_start(run.mean, Prices{{1.2f, 1.2f}}, 16);
      PbsPlayer a(&run.mean, &run.start, 1, 16);
      TwoPly c;
      Score s = match(a, c, int(number("eval-rounds", 600)), 77, true);
      std::fprintf(stderr, "  two-ply %.1f +- %.1f %%  %+.3f\n", 100 * s.wins, 100 * s.win_error, s.points);
      std::ofstream(dir + "/curve.csv", std::ios::app)
          << run.seen << ',' << run.hours << ',' << how.mix << ',' << rate_at(x) << ',' << how.iterations << ',' << how.depth << ','
          << loss << ',' << s.wins << ',' << s.win_error << ',' << s.points << ',' << fresh.size() / (t1 - t0) << '\n';
      run.mean.save(dir + "/net.bin");
      if (run.rounds % (2 * every) == 0) run.save(dir);
    }
  }
  run.save(dir);
  return 0;
}

}  // namespace ht
