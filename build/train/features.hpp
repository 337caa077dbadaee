// The inputs of the value net for a public position, a hand and a belief.
// hacktrick/ai/solver/value_net.py computes the same in numpy; both must keep the order of the
// numbers.
#pragma once
#include <algorithm>

#include "game.hpp"
#include "net.hpp"

namespace ht {

// which of the net's four ends a round came to: win 1, win 2 (or more), lose 1, lose 2
inline int end_for(const Pub& s, int p) { return (s.winner == p ? 0 : 2) + std::min<int>(s.points, 2) - 1; }

// By seat, the value of a double beyond a single win (0: none, 1: a point); and, with a called
// stake on the table, the value of a single win and that of a double beyond it.
struct Prices {
  float of[2] = {1, 1};
  float pot[2] = {3, 3}, pot_of[2] = {1, 1};

  // in the net's unit: half the difference between a round won and one lost by one point
  float felt(int p, bool staked) const { return staked ? pot_of[p] / (0.5f * (pot[0] + pot[1])) : of[p]; }
};

// of a round that is over, for seat 0: a single win, more a double, and a code's four points in proportion
inline float utility(const Prices& pr, const Pub& s) {
  const int p = s.winner, more = s.points - 1;
  float u = s.staked() ? pr.pot[p] + more * pr.pot_of[p] : 1 + more * pr.of[p];
  return s.winner == 0 ? u : -u;
}

inline void pub_features(const Pub& s, const Prices& pr, float* x) {
  const float* begin = x;
  int me = s.stm, op = 1 - me, one[2], two[2];
  for (int p = 0; p < 2; p++) win_keys(s, p, one[p], two[p]);
  for (int k = 1; k <= NKEYS; k++)
    for (int p : {me, op}) {
      *x++ = s.cnt[p][k] >= 1;
      *x++ = s.cnt[p][k] >= 2;
      *x++ = s.dbl[p] == k;
    }
  for (int k = 1; k <= NKEYS; k++)
    for (int p : {me, op}) {
      *x++ = one[p] >> k & 1;
      *x++ = two[p] >> k & 1;
    }
  for (int c = 0; c < V; c++)
    for (int p : {me, op}) *x++ = c != s.last && (one[p] >> (c + s.last) & 1);
  for (int c = 0; c < V; c++) *x++ = s.last == c;
  for (int c = 0; c < V; c++)
    for (int n = 1; n <= 3; n++) *x++ = s.u[c] >= n;
  for (int c = 0; c < V; c++) *x++ = s.deck <= 3 ? s.row[c] / 3.f : 0;
  for (int n = 1; n <= 4; n++) *x++ = s.deck == n;
  *x++ = s.deck / 9.f;
  for (int p : {me, op})
    for (int n = 0; n <= LIMIT; n++) *x++ = s.hs[p] == n;
  for (int p : {me, op}) {
    for (int n = 1; n <= 5; n++) *x++ = s.supply[p] >= n;
    *x++ = s.supply[p] / 10.f;
  }
  for (int p : {me, op}) *x++ = s.dbl[p] == 0;
  for (int p : {me, op})
    for (int n = 1; n <= 3; n++) *x++ = s.cap[p] >= n;
  *x++ = s.standing == PLAY;
  *x++ = s.standing == GUARD && !s.block;
  *x++ = s.asked;
  *x++ = s.immediate;
  *x++ = pr.felt(me, s.staked());
  *x++ = pr.felt(op, s.staked());
  *x++ = s.late;
  *x++ = s.block;
  *x++ = must_draw(s);
  for (int p : {me, op})
    for (int c = 0; c < N_CODES; c++) *x++ = s.codes[p] == c;
  for (int p : {me, op}) *x++ = s.used[p];
  *x++ = s.again;
  for (int p : {me, op}) *x++ = s.stakes[p];
  *x++ = (s.codes[0] == DOO || s.codes[1] == DOO) && can_stake(s);
  for (int p : {me, op}) *x++ = (s.codes[p] == KRISKAYA || s.codes[p] == GRIGOROVA) && has_pair_of_ten(s, p);
  if (x - begin != N_PUB) __builtin_trap();
}

// counts, has, can win from last card b, can win now: averaged over a belief they are its summary
inline void hand_stats(const Pub& s, int one, int h, float* x) {
  const auto& t = H();
  for (int v = 0; v < V; v++) {
    x[v] = t.count[h][v];
    x[V + v] = t.count[h][v] > 0;
    x[2 * V + v] = (t.reach[h][v] & one) != 0;
  }
  x[3 * V] = x[2 * V + s.last];
}

inline void hand_fixed(const Pub& s, int p, int one, int two, int h, float* x) {
  const auto& t = H();
  *x++ = p == s.stm;
  for (int v = 0; v < V; v++)
    for (int n = 1; n <= 3; n++) *x++ = t.count[h][v] >= n;
  *x++ = t.size[h] / 4.f;
  *x++ = (t.reach[h][s.last] & one) != 0;
  *x++ = (t.reach[h][s.last] & two) != 0;
  for (int v = 0; v < V; v++) *x++ = (t.reach[h][v] & one) != 0;
  for (int v = 0; v < V; v++) *x++ = (t.reach[h][v] & two) != 0;
  *x++ = 1;
}

// The belief of one leaf, ready for the net. f: likelihoods of the hands of both players.
struct BeliefView {
  int n[2];
  const float* f[2];
  const float* W;          // n[0] x n[1]
  const float* stats[2];   // n x N_STAT
  int stm;
};

// mass[p][i]: sum over the other's hands of f W; bel: mover's summary first; dyn: rows of 0, then 1
inline float belief_features(const BeliefView& b, float* const mass[2], float* bel, float* dyn) {
  float weight = 0;
  std::memset(bel, 0, N_BEL * sizeof(float));
  for (int p = 0; p < 2; p++) {
    const int n = b.n[p], m = b.n[1 - p], o = 1 - p;
    float* rows = dyn + (p ? size_t(b.n[0]) * N_DYN : 0);
    for (int i = 0; i < n; i++) {
      float acc[N_STAT] = {}, total = 0;
      for (int j = 0; j < m; j++) {
        float w = b.f[o][j] * (p == 0 ? b.W[i * m + j] : b.W[j * n + i]);
        if (w == 0) continue;
        total += w;
        const float* st = b.stats[o] + j * N_STAT;
        for (int k = 0; k < N_STAT; k++) acc[k] += w * st[k];
      }
      mass[p][i] = total;
      float inv = total > 0 ? 1 / total : 0;
      for (int k = 0; k < N_STAT; k++) rows[i * N_DYN + k] = acc[k] * inv;
      if (p == 0) weight += total * b.f[0][i];
    }
  }
  float inv = weight > 0 ? 1 / weight : 0;
  for (int p = 0; p < 2; p++) {
    float* rows = dyn + (p ? size_t(b.n[0]) * N_DYN : 0);
    float* sum = bel + (p == b.stm ? 0 : N_STAT);
    for (int i = 0; i < b.n[p]; i++) {
      float q = b.f[p][i] * mass[p][i] * inv;
      rows[i * N_DYN + N_STAT] = q;
      for (int k = 0; k < N_STAT; k++) sum[k] += q * b.stats[p][i * N_STAT + k];
    }
  }
  return weight;
}

}  // namespace ht
