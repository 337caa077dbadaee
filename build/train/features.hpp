// The inputs of the value net for a public position, a hand and a belief.
// hacktrick/ai/solver/value_net.py computes the same in numpy; both must keep the order of the
// numbers.
#pragma once
#include <algorithm>

#include "game.hpp"
#include "value_net.hpp"

namespace ht {

// The index of a finished round's end for p among the outputs of the net: win 1, win 2 or more, lose 1, lose 2 or
// more.
inline int end_index_for(const PublicState& s, int p) {
  return (s.winner == p ? 0 : 2) + std::min<int>(s.points, 2) - 1;
}

// The utility of wins, by the seat of the winner: the extra utility of a double win and, with a called
// stake on the table, the utility of a single win and the extra of a double. One unit is a single win
// without stakes: half the difference between a round won and one lost by one point.
struct WinPrices {
  float double_premium[2] = {1, 1};
  float staked_win[2] = {3, 3}, staked_double_premium[2] = {1, 1};

  // the double premium as the net expects it: relative to a single win with these stakes
  float premium_for_net(int p, bool staked) const {
    return staked ? staked_double_premium[p] / (0.5f * (staked_win[0] + staked_win[1])) : double_premium[p];
  }
};

// The utility of a finished round for seat 0. Every point after the first adds the double premium.
inline float utility(const WinPrices& pr, const PublicState& s) {
  const int p = s.winner, more = s.points - 1;
  float u = s.is_staked() ? pr.staked_win[p] + more * pr.staked_double_premium[p] : 1 + more * pr.double_premium[p];
  return s.winner == 0 ? u : -u;
}

// Computes the N_PUB inputs of the public state; the mover's come before the opponent's.
inline void public_features(const PublicState& s, const WinPrices& pr, float* x) {
  const float* begin = x;
  int me = s.mover, op = 1 - me, one[2], two[2];
  for (int p = 0; p < 2; p++) win_keys(s, p, one[p], two[p]);
  for (int k = 1; k <= N_KEYS; k++)
    for (int p : {me, op}) {
      *x++ = s.markers[p][k] >= 1;
      *x++ = s.markers[p][k] >= 2;
      *x++ = s.double_key[p] == k;
    }
  for (int k = 1; k <= N_KEYS; k++)
    for (int p : {me, op}) {
      *x++ = one[p] >> k & 1;
      *x++ = two[p] >> k & 1;
    }
  for (int c = 0; c < N_VALUES; c++)
    for (int p : {me, op}) *x++ = c != s.last_card && (one[p] >> (c + s.last_card) & 1);
  for (int c = 0; c < N_VALUES; c++) *x++ = s.last_card == c;
  for (int c = 0; c < N_VALUES; c++)
    for (int n = 1; n <= 3; n++) *x++ = s.unseen[c] >= n;
  for (int c = 0; c < N_VALUES; c++) *x++ = s.deck_size <= 3 ? s.row[c] / 3.f : 0;
  for (int n = 1; n <= 4; n++) *x++ = s.deck_size == n;
  *x++ = s.deck_size / 9.f;
  for (int p : {me, op})
    for (int n = 0; n <= HAND_LIMIT; n++) *x++ = s.hand_sizes[p] == n;
  for (int p : {me, op}) {
    for (int n = 1; n <= 5; n++) *x++ = s.supply[p] >= n;
    *x++ = s.supply[p] / 10.f;
  }
  for (int p : {me, op}) *x++ = s.double_key[p] == 0;
  for (int p : {me, op})
    for (int n = 1; n <= 3; n++) *x++ = s.captured[p] >= n;
  *x++ = s.standing == PLAY;
  *x++ = s.standing == GUARD && !s.guard_forces_draw;
  *x++ = s.has_asked;
  *x++ = s.loses_at_once;
  *x++ = pr.premium_for_net(me, s.is_staked());
  *x++ = pr.premium_for_net(op, s.is_staked());
  *x++ = s.command_after_draw;
  *x++ = s.guard_forces_draw;
  *x++ = must_draw(s);
  for (int p : {me, op})
    for (int c = 0; c < N_CODES; c++) *x++ = s.codes[p] == c;
  for (int p : {me, op}) *x++ = s.used[p];
  *x++ = s.can_play_again;
  for (int p : {me, op}) *x++ = s.stakes[p];
  *x++ = (s.codes[0] == DOO || s.codes[1] == DOO) && both_can_stake(s);
  for (int p : {me, op}) *x++ = (s.codes[p] == KRISKAYA || s.codes[p] == GRIGOROVA) && has_pair_of_ten(s, p);
  if (x - begin != N_PUB) __builtin_trap();
}

// Computes N_STAT numbers of a hand: the copies of each card, whether it has the card, whether it wins from each
// last card, and whether it wins now. Their mean over a belief summarises the belief.
inline void hand_statistics(const PublicState& s, int one, int h, float* x) {
  const auto& t = hand_table();
  for (int v = 0; v < N_VALUES; v++) {
    x[v] = t.count[h][v];
    x[N_VALUES + v] = t.count[h][v] > 0;
    x[2 * N_VALUES + v] = (t.reach[h][v] & one) != 0;
  }
  x[3 * N_VALUES] = x[2 * N_VALUES + s.last_card];
}

// Computes the N_FIX inputs of a hand that stay the same when the belief changes.
inline void fixed_hand_features(const PublicState& s, int p, int one, int two, int h, float* x) {
  const auto& t = hand_table();
  *x++ = p == s.mover;
  for (int v = 0; v < N_VALUES; v++)
    for (int n = 1; n <= 3; n++) *x++ = t.count[h][v] >= n;
  *x++ = t.size[h] / 4.f;
  *x++ = (t.reach[h][s.last_card] & one) != 0;
  *x++ = (t.reach[h][s.last_card] & two) != 0;
  for (int v = 0; v < N_VALUES; v++) *x++ = (t.reach[h][v] & one) != 0;
  for (int v = 0; v < N_VALUES; v++) *x++ = (t.reach[h][v] & two) != 0;
  *x++ = 1;
}

// The belief of one leaf, as the net needs it.
struct BeliefView {
  int n[2];
  const float* f[2];      // likelihoods of the hands, by seat
  const float* ways;      // n[0] x n[1]
  const float* stats[2];  // n x N_STAT
  int mover;
};

// Computes the inputs that depend on the belief, and returns the total weight of all pairs of hands.
// mass[p][i] receives the sum of f * ways over the opponent's hands, `bel` the summaries of both beliefs (the
// mover's first), and `dyn` one row per hand (those of seat 0 first).
inline float belief_features(const BeliefView& b, float* const mass[2], float* bel, float* dyn) {
  float weight = 0;
  std::memset(bel, 0, N_BEL * sizeof(float));
  for (int p = 0; p < 2; p++) {
    const int n = b.n[p], m = b.n[1 - p], o = 1 - p;
    float* rows = dyn + (p ? size_t(b.n[0]) * N_DYN : 0);
    for (int i = 0; i < n; i++) {
      float acc[N_STAT] = {}, total = 0;
      for (int j = 0; j < m; j++) {
        float w = b.f[o][j] * (p == 0 ? b.ways[i * m + j] : b.ways[j * n + i]);
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
    float* sum = bel + (p == b.mover ? 0 : N_STAT);
    for (int i = 0; i < b.n[p]; i++) {
      float q = b.f[p][i] * mass[p][i] * inv;
      rows[i * N_DYN + N_STAT] = q;
      for (int k = 0; k < N_STAT; k++) sum[k] += q * b.stats[p][i * N_STAT + k];
    }
  }
  return weight;
}

}  // namespace ht
