// Plays rounds: between two players with paired deals, and self-play of the solver for lessons.
#pragma once
#include <atomic>
#include <chrono>
#include <thread>

#include "bots.hpp"

namespace ht {

// ------------------------------------------------------------------ matches of rounds

inline float play_round(const Deal& d, bool swap, const Rules& rules, const Prices& prices, Player* const seat[2], uint64_t seed,
                        Pub* end = nullptr) {
  Round r(d, swap, rules);
  StartTable even;
  int starter = r.pub.stm;
  for (int p = 0; p < 2; p++) seat[p]->seat = p, seat[p]->begin(r.pub, prices, seed * 2 + p);
  Pub before = r.pub;
  int v = seat[starter]->start_card(r.pub, r.hand[starter]);
  r.start(v);
  Pbs b = after_start(before, prices, v, r.hand, even);
  for (int p = 0; p < 2; p++) seat[p]->started(before, v, r.hand);
  while (!r.pub.over) {
    int p = r.pub.stm;
    Move m = seat[p]->choose(b, r.hand[p]);
    int deck = r.pub.deck;
    r.apply(m);
    if (r.pub.over) break;
    bool anew = m.kind == Move::DRAW && deck == 1;
    note(b, m, r.said, r.hand);
    for (int q = 0; q < 2; q++) seat[q]->saw(m, r.said, anew ? r.hand : nullptr, r.hand[q], b);
  }
  if (end) *end = r.pub;
  return r.pub.winner == 0;
}

struct Score {
  int rounds = 0;
  double wins = 0, points = 0, win_error = 0, point_error = 0;
};

// a rule set, and whether codes are laid
struct Way : Rules {
  bool codes = false;
  Deal deal(Rng& rng) const {
    Deal d = random_deal(rng);
    if (codes) lay_codes(d, rng);
    return d;
  }
};

// A against B; every deal (with its codes) twice with the seats exchanged. Errors: 95 %, over pairs.
inline Score match(Player& a, Player& b, int rounds, uint64_t seed, const Way& way, bool verbose = false) {
  Score s;
  Prices prices;
  double w2 = 0, p2 = 0;
  int pairs = rounds / 2;
  for (int i = 0; i < pairs; i++) {
    Rng rng(seed * 1000003 + i);
    Deal d = way.deal(rng);
    double w = 0, p = 0;
    for (int k = 0; k < 2; k++) {
      Player* seat[2] = {k ? &b : &a, k ? &a : &b};
      Pub end;
      float won = play_round(d, false, way, prices, seat, rng.next(), &end);
      int points = end.points + 2 * end.staked();  // a called stake: one more, and one less for the other
      if (end.winner) points = -points;
      w += (k ? 1 - won : won) / 2;
      p += (k ? -points : points) / 2.0;
    }
    s.wins += w, s.points += p, w2 += w * w, p2 += p * p;
    if (verbose && (i + 1) % 50 == 0) {
      std::fprintf(stderr, "\r%d rounds %.1f %% %+.3f ", 2 * i + 2, 100 * s.wins / (i + 1), s.points / (i + 1));
    }
  }
  s.rounds = 2 * pairs;
  s.wins /= pairs, s.points /= pairs;
  s.win_error = 1.96 * std::sqrt(std::max(0.0, w2 / pairs - s.wins * s.wins) / pairs);
  s.point_error = 1.96 * std::sqrt(std::max(0.0, p2 / pairs - s.points * s.points) / pairs);
  if (verbose) std::fprintf(stderr, "\r");
  return s;
}

// ------------------------------------------------------------------ lessons

struct Sample {
  Pub pub;
  Prices prices;
  uint8_t n[2];
  std::vector<uint8_t> hands;  // of seat 0, then of seat 1
  std::vector<float> f, y;     // likelihoods; chances of the four outcomes
};

inline int mirror_hand(int h) {
  int8_t c[V];
  for (int v = 0; v < V; v++) c[v] = H().count[h][V - 1 - v];
  return H().of(c);
}

inline Pub mirror(const Pub& s) {
  Pub m = s;
  for (int p = 0; p < 2; p++) {
    for (int k = 1; k <= NKEYS; k++) m.cnt[p][k] = s.cnt[p][10 - k];
    if (s.dbl[p] > 0) m.dbl[p] = 10 - s.dbl[p];
  }
  if (s.last >= 0) m.last = V - 1 - s.last;
  for (int v = 0; v < V; v++) m.row[v] = s.row[V - 1 - v], m.u[v] = s.u[V - 1 - v];
  return m;
}

inline void append(Batch& b, const Sample& s, bool mirrored) {
  Pub pub = mirrored ? mirror(s.pub) : s.pub;
  int rows = s.n[0] + s.n[1], r0 = b.rows, hands[256];
  b.pub.resize(size_t(b.n + 1) * N_PUB), b.bel.resize(size_t(b.n + 1) * N_BEL);
  b.fix.resize(size_t(r0 + rows) * N_FIX), b.dyn.resize(size_t(r0 + rows) * N_DYN);
  b.target.insert(b.target.end(), s.y.begin(), s.y.end());
  pub_features(pub, s.prices, &b.pub[size_t(b.n) * N_PUB]);
  static thread_local std::vector<float> stats, W, mass;
  stats.resize(size_t(rows) * N_STAT), mass.resize(rows), W.clear();
  for (int i = 0, p = 0; i < rows; i++) {
    if (i == s.n[0]) p = 1;
    int one, two;
    win_keys(pub, p, one, two);
    hands[i] = mirrored ? mirror_hand(s.hands[i]) : s.hands[i];
    hand_stats(pub, one, hands[i], &stats[size_t(i) * N_STAT]);
    hand_fixed(pub, p, one, two, hands[i], &b.fix[size_t(r0 + i) * N_FIX]);
  }
  for (int i = 0; i < s.n[0]; i++)
    for (int j = 0; j < s.n[1]; j++) W.push_back(pair_ways(pub.u, hands[i], hands[s.n[0] + j]));
  BeliefView view{{s.n[0], s.n[1]}, {s.f.data(), s.f.data() + s.n[0]}, W.data(), {stats.data(), stats.data() + size_t(s.n[0]) * N_STAT}, pub.stm};
  float* m[2] = {mass.data(), mass.data() + s.n[0]};
  belief_features(view, m, &b.bel[size_t(b.n) * N_BEL], &b.dyn[size_t(r0) * N_DYN]);
  for (int i = 0; i < rows; i++) {
    float p = b.dyn[size_t(r0 + i) * N_DYN + N_STAT];
    b.weight.push_back(mass[i] > 0 ? 0.5f * (p + 1.f / s.n[i >= s.n[0]]) : 0);
    b.leaf.push_back(b.n);
  }
  b.n++;
  b.rows += rows;
}

inline Prices random_prices(Rng& rng) {
  static const float known[][2] = {{1.22f, 1.22f}, {1, 1}, {1.43f, 1.43f}, {1, 1}, {3.2f, 3.2f}, {0, 0}, {2.65f, 0}, {0, 2.65f}};
  Prices p;
  int k = rng.below(11);
  for (int i = 0; i < 2; i++) p.of[i] = k < 8 ? known[k][i] : k == 8 ? 1 : float(3.5 * rng.unit());
  return p;
}

// whether points may be staked
inline void random_pot(Prices& p, Rng& rng) {
  if (rng.below(3) == 0) return;  // points
  for (int i = 0; i < 2; i++) p.pot[i] = rng.below(5) ? float(1 + 3.5 * rng.unit()) : 1, p.pot_of[i] = rng.below(5) ? float(2 * rng.unit()) : 0;
}

struct Lessons {
  float mix = 0.5f;  // share of the outcome in the targets of the hands that were held
  int iterations = 8, depth = 1;
  float floor = 5e-4f;
  float club = 0.25f;  // of the rounds: a command may follow a draw, or GUARD makes draw, or both
  float wits = 0;      // of the rounds: codes are laid
};

// codes: three quarters of the rounds use the codes as Battle of Wits does
inline Rules random_rules(const Lessons& how, bool codes, Rng& rng) {
  Rules rules;
  if (codes && rng.below(4)) return rules;
  rules.immediate = rng.below(10) < 7;
  if (rng.unit() >= how.club) return rules;
  int kind = rng.below(4);  // both as often as only one of them
  rules.late = kind != 0, rules.block = kind != 1;
  return rules;
}

// the lesson from a solved position
inline Sample lesson(const Solver& solver, const Pbs& b) {
  Sample s;
  s.pub = b.pub;
  s.prices = b.prices;
  for (int q = 0; q < 2; q++) {
    s.n[q] = b.hands[q].size();
    s.hands.insert(s.hands.end(), b.hands[q].begin(), b.hands[q].end());
    s.f.insert(s.f.end(), b.f[q].begin(), b.f[q].end());
    for (int i = 0; i < s.n[q]; i++) {
      float y[4];
      solver.root_chances(q, i, y);
      s.y.insert(s.y.end(), y, y + 4);
    }
  }
  return s;
}

// one round of self-play; its positions are appended to `out`
inline void self_play(Solver& solver, const Lessons& how, const StartTable& table, Rng& rng, std::vector<Sample>& out) {
  const auto& t = H();
  Deal d = random_deal(rng);
  const bool codes = how.wits > 0 && rng.unit() < how.wits;
  if (codes) lay_codes(d, rng);
  Round r(d, rng.below(2), random_rules(how, codes, rng));
  Prices prices = random_prices(rng);
  if (r.pub.codes[0] == DOO || r.pub.codes[1] == DOO) random_pot(prices, rng);
  int explorer = rng.below(4);  // 0, 1: that seat; else none
  Pub before = r.pub;
  int starter = r.pub.stm;
  int8_t aside[V];
  for (int c = 0; c < V; c++) aside[c] = COPIES - before.u[c];
  const float* p = table.at(StartTable::aside_index(aside), r.hand[starter]);
  double x = rng.unit();
  int card = -1;
  for (int v = 0; v < V; v++)
    if (t.count[r.hand[starter]][v] && x >= 0) card = v, x -= p[v];
  r.start(card);
  Pbs b = after_start(before, prices, card, r.hand, table);
  size_t first = out.size(), free_from = first;
  std::vector<int> held[2];
  while (!r.pub.over) {
    int me = r.pub.stm, T = how.iterations;
    solver.build(b, how.depth);
    int star = 1 + int(std::sqrt(rng.unit()) * T);
    solver.solve(T, std::min(star, T));
    int at[2] = {PbsPlayer::index(b.hands[0], r.hand[0]), PbsPlayer::index(b.hands[1], r.hand[1])};
    if (!midway(b.pub)) {  // the net is never asked about a word after a draw
      out.push_back(lesson(solver, b));
      for (int q = 0; q < 2; q++) held[q].push_back(at[q]);
    }
    int i = at[me], S = solver.n_slots(), pick = -1;
    const float* row = &solver.root_pick[i * S];
    if (me == explorer && rng.below(4) == 0) {
      int n = 0;
      for (int a = 0; a < S; a++)
        if (row[a] > 0 && rng.below(++n) == 0) pick = a;
      free_from = out.size();
    } else {
      double y = rng.unit();
      for (int a = 0; a < S; a++)
        if (row[a] > 0 && y >= 0) pick = a, y -= row[a];
    }
    Move m = solver.root_move(pick);
    int deck = r.pub.deck;
    r.apply(m);
    if (r.pub.over) break;
    bool anew = m.kind == Move::DRAW && deck == 1;
    Pbs next;
    if (!solver.advance(pick, solver.root_pick, r.said, anew ? r.hand : nullptr, r.hand, how.floor, next)) std::abort();
    b = next;
  }
  if (how.mix > 0)
    for (size_t k = free_from; k < out.size(); k++)
      for (int q = 0; q < 2; q++) {
        float* y = &out[k].y[4 * ((q ? out[k].n[0] : 0) + held[q][k - first])];
        int hot = end_for(r.pub, q);
        for (int c = 0; c < 4; c++) y[c] = (1 - how.mix) * y[c] + how.mix * (c == hot);
      }
}

template <class Work>  // work(k) for k below n, in as many threads
inline void in_threads(int n, Work work) {
  std::vector<std::thread> others;
  for (int k = 1; k < n; k++) others.emplace_back(work, k);
  work(0);
  for (std::thread& t : others) t.join();
}

constexpr int WAVE = 96;  // rounds that are begun together

// A wave of rounds of self-play. Every round has its own random numbers, so the lessons do not
// depend on the number of threads, nor on where they run.
inline std::vector<Sample> wave(std::vector<Solver>& solvers, const Lessons& how, const StartTable& table,
                                const std::vector<uint64_t>& seeds) {
  int n = int(seeds.size());
  std::vector<std::vector<Sample>> found(n);
  std::atomic<int> next{0};
  in_threads(int(solvers.size()), [&](int k) {
    for (int i; (i = next++) < n;) {
      Rng dice(seeds[i]);
      self_play(solvers[k], how, table, dice, found[i]);
    }
  });
  std::vector<Sample> all;
  for (auto& round : found)
    for (Sample& s : round) all.push_back(std::move(s));
  return all;
}
inline std::vector<uint64_t> seeds_of_wave(Rng& rng) {
  std::vector<uint64_t> seeds(WAVE);
  for (uint64_t& seed : seeds) seed = rng.next();
  return seeds;
}

// the start card solved for every pair set aside
inline StartTable solve_start(const Net& net, const Prices& prices, int iterations, const Rules& rules = {}) {
  StartTable table;
  Solver solver;
  solver.net = &net;
  for (int a = 0; a < V; a++)
    for (int b = a; b < V; b++) {
      Pub s;
      static_cast<Rules&>(s) = rules;
      s.stm = 1;
      s.deck = 9;
      s.hs[0] = 3, s.hs[1] = 4;
      int8_t aside[V] = {};
      aside[a]++, aside[b]++;
      for (int v = 0; v < V; v++) s.u[v] = COPIES - aside[v];
      Pbs root = before_start(s, prices);
      solver.build_start(root, 0);
      solver.solve(iterations);
      for (size_t i = 0; i < root.hands[1].size(); i++)
        std::memcpy(table.at(StartTable::aside_index(aside), root.hands[1][i]), &solver.root_avg[i * V], V * sizeof(float));
    }
  return table;
}

}  // namespace ht
