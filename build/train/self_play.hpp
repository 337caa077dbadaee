// Plays rounds: between two players on paired deals, and of the solver against itself for training examples.
#pragma once
#include <atomic>
#include <chrono>
#include <thread>

#include "players.hpp"

namespace ht {

// Matches of rounds

// Plays one round; returns 1 if seat 0 wins, else 0. If `swap`, seat 1 leads, else seat 0. `end` receives the last
// state.
inline float play_round(const Deal& d, bool swap, const Rules& rules, const WinPrices& prices, Player* const seat[2],
                        uint64_t seed, PublicState* end = nullptr) {
  Round r(d, swap, rules);
  StartCardTable even;
  int starter = r.state.mover;
  for (int p = 0; p < 2; p++) seat[p]->seat = p, seat[p]->begin(r.state, prices, seed * 2 + p);
  PublicState before = r.state;
  int v = seat[starter]->start_card(r.state, r.hand[starter]);
  r.start(v);
  PublicBelief b = belief_after_start(before, prices, v, r.hand, even);
  for (int p = 0; p < 2; p++) seat[p]->observe_start(before, v, r.hand);
  while (!r.state.is_over) {
    int p = r.state.mover;
    Move m = seat[p]->choose(b, r.hand[p]);
    int deck = r.state.deck_size;
    r.apply(m);
    if (r.state.is_over) break;
    bool is_reshuffled = m.kind == Move::DRAW && deck == 1;
    learn_from_move(b, m, r.revealed, r.hand);
    for (int q = 0; q < 2; q++) seat[q]->observe_move(m, r.revealed, is_reshuffled ? r.hand : nullptr, r.hand[q], b);
  }
  if (end) *end = r.state;
  return r.state.winner == 0;
}

// The result for player A: mean wins and points per round, and half the width of their 95 % intervals.
struct MatchScore {
  int rounds = 0;
  double wins = 0, points = 0, win_error = 0, point_error = 0;
};

// Rule options, and whether codes are laid.
struct RuleSet : Rules {
  bool codes = false;
  Deal deal(Random& rng) const {
    Deal d = random_deal(rng);
    if (codes) lay_codes(d, rng);
    return d;
  }
};

// Plays A against B. Every deal, with its codes, is played twice with exchanged seats; the errors are computed over
// these pairs.
inline MatchScore play_match(Player& a, Player& b, int rounds, uint64_t seed, const RuleSet& way,
                             bool verbose = false) {
  MatchScore s;
  WinPrices prices;
  double w2 = 0, p2 = 0;
  int pairs = rounds / 2;
  for (int i = 0; i < pairs; i++) {
    Random rng(seed * 1000003 + i);
    Deal d = way.deal(rng);
    double w = 0, p = 0;
    for (int k = 0; k < 2; k++) {
      Player* seat[2] = {k ? &b : &a, k ? &a : &b};
      PublicState end;
      float won = play_round(d, false, way, prices, seat, rng.next(), &end);
      // a called stake: one point more for the winner, one less for the loser
      int points = end.points + 2 * end.is_staked();
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

// Training examples

// A solved position to learn from. Training files store it.
struct TrainingExample {
  PublicState state;
  WinPrices prices;
  uint8_t n[2];                // hands, by seat
  std::vector<uint8_t> hands;  // of seat 0, then of seat 1
  std::vector<float> f, y;     // likelihoods of the hands; chances of the four ends, four numbers a hand
};

// the hand with every card c replaced by 5-c
inline int mirror_hand(int h) {
  int8_t c[N_VALUES];
  for (int v = 0; v < N_VALUES; v++) c[v] = hand_table().count[h][N_VALUES - 1 - v];
  return hand_table().index_of(c);
}

// the state with card c as 5-c and key k as 10-k
inline PublicState mirror(const PublicState& s) {
  PublicState m = s;
  for (int p = 0; p < 2; p++) {
    for (int k = 1; k <= N_KEYS; k++) m.markers[p][k] = s.markers[p][10 - k];
    if (s.double_key[p] > 0) m.double_key[p] = 10 - s.double_key[p];
  }
  if (s.last_card >= 0) m.last_card = N_VALUES - 1 - s.last_card;
  for (int v = 0; v < N_VALUES; v++) m.row[v] = s.row[N_VALUES - 1 - v], m.unseen[v] = s.unseen[N_VALUES - 1 - v];
  return m;
}

// Appends the net's inputs and targets of a training example to a batch.
inline void append_to_batch(Batch& b, const TrainingExample& s, bool mirrored) {
  PublicState state = mirrored ? mirror(s.state) : s.state;
  int rows = s.n[0] + s.n[1], r0 = b.rows, hands[256];
  b.pub.resize(size_t(b.n + 1) * N_PUB), b.bel.resize(size_t(b.n + 1) * N_BEL);
  b.fix.resize(size_t(r0 + rows) * N_FIX), b.dyn.resize(size_t(r0 + rows) * N_DYN);
  b.target.insert(b.target.end(), s.y.begin(), s.y.end());
  public_features(state, s.prices, &b.pub[size_t(b.n) * N_PUB]);
  static thread_local std::vector<float> stats, W, mass;
  stats.resize(size_t(rows) * N_STAT), mass.resize(rows), W.clear();
  for (int i = 0, p = 0; i < rows; i++) {
    if (i == s.n[0]) p = 1;
    int one, two;
    win_keys(state, p, one, two);
    hands[i] = mirrored ? mirror_hand(s.hands[i]) : s.hands[i];
    hand_statistics(state, one, hands[i], &stats[size_t(i) * N_STAT]);
    fixed_hand_features(state, p, one, two, hands[i], &b.fix[size_t(r0 + i) * N_FIX]);
  }
  for (int i = 0; i < s.n[0]; i++)
    for (int j = 0; j < s.n[1]; j++) W.push_back(pair_ways(state.unseen, hands[i], hands[s.n[0] + j]));
  BeliefView view{{s.n[0], s.n[1]},
                  {s.f.data(), s.f.data() + s.n[0]},
                  W.data(),
                  {stats.data(), stats.data() + size_t(s.n[0]) * N_STAT},
                  state.mover};
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

// Draws double premiums: mostly such as occur at the scores of a match, else random ones.
inline WinPrices random_prices(Random& rng) {
  static const float known[][2] = {{1.22f, 1.22f}, {1, 1}, {1.43f, 1.43f}, {1, 1},
                                   {3.2f, 3.2f},   {0, 0}, {2.65f, 0},     {0, 2.65f}};
  WinPrices p;
  int k = rng.below(11);
  for (int i = 0; i < 2; i++) p.double_premium[i] = k < 8 ? known[k][i] : k == 8 ? 1 : float(3.5 * rng.unit());
  return p;
}

// Draws the utilities of rounds with a called stake; in a third of the cases they stay plain points.
inline void random_stake_prices(WinPrices& p, Random& rng) {
  if (rng.below(3) == 0) return;
  for (int i = 0; i < 2; i++)
    p.staked_win[i] = rng.below(5) ? float(1 + 3.5 * rng.unit()) : 1,
    p.staked_double_premium[i] = rng.below(5) ? float(2 * rng.unit()) : 0;
}

struct SelfPlaySettings {
  float result_share = 0.5f;  // weight of the actual result in the targets of the hands that were really held
  int iterations = 8, depth = 1;
  float floor = 5e-4f;  // hands below this probability are dropped from the belief
  float club = 0.25f;   // share of rounds with a command after a draw, a GUARD that forces a draw, or both
  float wits = 0;       // share of rounds with codes
};

// Draws the rule options of a round; with codes, three quarters of the rounds follow Battle of Wits.
inline Rules random_rules(const SelfPlaySettings& settings, bool codes, Random& rng) {
  Rules rules;
  if (codes && rng.below(4)) return rules;
  rules.loses_at_once = rng.below(10) < 7;
  if (rng.unit() >= settings.club) return rules;
  int kind = rng.below(4);  // half of these rounds have both options
  rules.command_after_draw = kind != 0, rules.guard_forces_draw = kind != 1;
  return rules;
}

// The training example made from a solved position.
inline TrainingExample example_from(const Solver& solver, const PublicBelief& b) {
  TrainingExample s;
  s.state = b.state;
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

// Plays one round of the solver against itself and appends a training example per position to `out`.
inline void play_self_play_round(Solver& solver, const SelfPlaySettings& settings, const StartCardTable& table,
                                 Random& rng, std::vector<TrainingExample>& out) {
  const auto& t = hand_table();
  Deal d = random_deal(rng);
  const bool codes = settings.wits > 0 && rng.unit() < settings.wits;
  if (codes) lay_codes(d, rng);
  Round r(d, rng.below(2), random_rules(settings, codes, rng));
  WinPrices prices = random_prices(rng);
  if (r.state.codes[0] == DOO || r.state.codes[1] == DOO) random_stake_prices(prices, rng);
  int explorer = rng.below(4);  // the seat that moves at random now and then; 2, 3: none
  PublicState before = r.state;
  int starter = r.state.mover;
  int8_t aside[N_VALUES];
  for (int c = 0; c < N_VALUES; c++) aside[c] = COPIES - before.unseen[c];
  const float* p = table.at(StartCardTable::aside_index(aside), r.hand[starter]);
  double x = rng.unit();
  int card = -1;
  for (int v = 0; v < N_VALUES; v++)
    if (t.count[r.hand[starter]][v] && x >= 0) card = v, x -= p[v];
  r.start(card);
  PublicBelief b = belief_after_start(before, prices, card, r.hand, table);
  size_t first = out.size(), free_from = first;
  std::vector<int> held[2];
  while (!r.state.is_over) {
    int me = r.state.mover, T = settings.iterations;
    solver.build(b, settings.depth);
    int star = 1 + int(std::sqrt(rng.unit()) * T);
    solver.solve(T, std::min(star, T));
    int at[2] = {SolverPlayer::index_of_hand(b.hands[0], r.hand[0]),
                 SolverPlayer::index_of_hand(b.hands[1], r.hand[1])};
    if (!is_mid_turn(b.state)) {  // the net never values a turn in progress
      out.push_back(example_from(solver, b));
      for (int q = 0; q < 2; q++) held[q].push_back(at[q]);
    }
    int i = at[me], S = solver.n_slots(), pick = -1;
    const float* row = &solver.sampled_root_strategy[i * S];
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
    int deck = r.state.deck_size;
    r.apply(m);
    if (r.state.is_over) break;
    bool is_reshuffled = m.kind == Move::DRAW && deck == 1;
    PublicBelief next;
    if (!solver.compute_next_belief(pick, solver.sampled_root_strategy, r.revealed, is_reshuffled ? r.hand : nullptr,
                                    r.hand, settings.floor, next))
      std::abort();
    b = next;
  }
  if (settings.result_share > 0)
    for (size_t k = free_from; k < out.size(); k++)
      for (int q = 0; q < 2; q++) {
        float* y = &out[k].y[4 * ((q ? out[k].n[0] : 0) + held[q][k - first])];
        int hot = end_index_for(r.state, q);
        for (int c = 0; c < 4; c++) y[c] = (1 - settings.result_share) * y[c] + settings.result_share * (c == hot);
      }
}

// Calls work(k) for every k below n, each in its own thread.
template <class Work>
inline void run_in_threads(int n, Work work) {
  std::vector<std::thread> others;
  for (int k = 1; k < n; k++) others.emplace_back(work, k);
  work(0);
  for (std::thread& t : others) t.join();
}

constexpr int ROUNDS_PER_WAVE = 96;  // rounds are played and requested in waves

// Plays a wave of rounds, one per seed; returns their training examples. Every round has its own random numbers,
// so the examples depend neither on the number of threads nor on the machine.
inline std::vector<TrainingExample> play_wave(std::vector<Solver>& solvers, const SelfPlaySettings& settings,
                                              const StartCardTable& table, const std::vector<uint64_t>& seeds) {
  int n = int(seeds.size());
  std::vector<std::vector<TrainingExample>> found(n);
  std::atomic<int> next{0};
  run_in_threads(int(solvers.size()), [&](int k) {
    for (int i; (i = next++) < n;) {
      Random dice(seeds[i]);
      play_self_play_round(solvers[k], settings, table, dice, found[i]);
    }
  });
  std::vector<TrainingExample> all;
  for (auto& round : found)
    for (TrainingExample& s : round) all.push_back(std::move(s));
  return all;
}
inline std::vector<uint64_t> seeds_of_wave(Random& rng) {
  std::vector<uint64_t> seeds(ROUNDS_PER_WAVE);
  for (uint64_t& seed : seeds) seed = rng.next();
  return seeds;
}

// Solves the start card for every pair set aside.
inline StartCardTable solve_start(const Net& net, const WinPrices& prices, int iterations, const Rules& rules = {}) {
  StartCardTable table;
  Solver solver;
  solver.net = &net;
  for (int a = 0; a < N_VALUES; a++)
    for (int b = a; b < N_VALUES; b++) {
      PublicState s;
      static_cast<Rules&>(s) = rules;
      s.mover = 1;
      s.deck_size = 9;
      s.hand_sizes[0] = 3, s.hand_sizes[1] = 4;
      int8_t aside[N_VALUES] = {};
      aside[a]++, aside[b]++;
      for (int v = 0; v < N_VALUES; v++) s.unseen[v] = COPIES - aside[v];
      PublicBelief root = belief_before_start(s, prices);
      solver.build_start(root, 0);
      solver.solve(iterations);
      for (size_t i = 0; i < root.hands[1].size(); i++)
        std::memcpy(table.at(StartCardTable::aside_index(aside), root.hands[1][i]),
                    &solver.average_root_strategy[i * N_VALUES], N_VALUES * sizeof(float));
    }
  return table;
}

}  // namespace ht
