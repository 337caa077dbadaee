// Beliefs from public facts alone, without inference from the players' choices. Players without a solver use them,
// and every player does at the start of a round.
#pragma once
#include "solver.hpp"

namespace ht {

// Drops impossible hands, except those in `keep` (by seat), and scales likelihoods to at most 1.
inline void normalise_belief(PublicBelief& b, const int* keep = nullptr) {
  HandPairs g;
  for (int p = 0; p < 2; p++) g.hands[p] = b.hands[p];
  for (int x : g.hands[0])
    for (int y : g.hands[1]) g.ways.push_back(pair_ways(b.state.unseen, x, y));
  std::vector<float> f[2] = {b.f[0], b.f[1]};
  for (int p = 0; p < 2; p++) b.hands[p].clear(), b.f[p].clear();
  Solver::drop_unlikely_hands(g, f, keep, 0, b);
}

// Sets the belief to the two true hands.
inline void set_known_hands(PublicBelief& b, const int* hands) {
  for (int p = 0; p < 2; p++) b.hands[p] = {uint8_t(hands[p])}, b.f[p] = {1.f};
}

// Replaces a card `out` by `in` in every hand of p that has it. Multiplies each likelihood by the copies of `in`
// in the new hand, divided by divisor(old hand).
template <class Divisor>
inline void exchange_cards(PublicBelief& b, int p, int out, int in, Divisor divisor) {
  const auto& t = hand_table();
  std::vector<uint8_t> to;
  std::vector<float> f;
  for (size_t i = 0; i < b.hands[p].size(); i++) {
    int h = b.hands[p][i], d = t.count[h][out] ? t.add[t.sub[h][out]][in] : -1;
    if (d < 0) continue;
    to.push_back(d);
    f.push_back(b.f[p][i] * t.count[d][in] / divisor(h));
  }
  b.hands[p] = to, b.f[p] = f;
}

// Updates a belief by the facts that all players learn from a legal move. `revealed` is the fact that it revealed
// (TreeEdge::revealed), and `hands` are the true hands after it.
inline void learn_from_move(PublicBelief& b, const Move& m, int revealed, const int* hands) {
  const auto& t = hand_table();
  int p = b.state.mover, o = 1 - p;
  PublicState before = b.state;
  if (m.kind == Move::ASK) {
    apply_move(b.state, m);
    for (size_t j = 0; j < b.hands[o].size(); j++)
      if (t.sum[b.hands[o][j]] != revealed) b.f[o][j] = 0;
  } else if (m.kind == Move::SWAP) {
    exchange_cards(b, p, m.card, revealed, [&](int h) { return t.count[h][m.card]; });
    exchange_cards(b, o, revealed, m.card, [&](int) { return 1; });
    apply_move(b.state, m);
  } else if (m.kind == Move::CARD) {
    std::vector<uint8_t> to;
    std::vector<float> f;
    for (size_t i = 0; i < b.hands[p].size(); i++) {
      int h = b.hands[p][i];
      if (!t.count[h][m.card]) continue;
      to.push_back(t.sub[h][m.card]);
      f.push_back(b.f[p][i] * before.unseen[m.card] / t.count[h][m.card]);
    }
    b.hands[p] = to, b.f[p] = f;
    apply_move(b.state, m);
  } else if (m.kind == Move::UNDER) {  // only the mover saw the cards
    HandPairs here;
    for (int q = 0; q < 2; q++) here.hands[q] = b.hands[q];
    UnderDeckMoves under(b.state, here, t.size[m.card], b.f);
    std::vector<float> f(under.below.size());
    for (const auto& choice : under.choices)
      for (const HandLink& l : choice.second) f[l.dst] += l.coef * b.f[p][l.src];
    b.hands[p] = under.below, b.f[p] = f;
    apply_move(b.state, m);
  } else if (m.kind != Move::DRAW) {
    apply_move(b.state, m);
  } else {
    std::vector<float> f(N_HANDS);
    for (size_t i = 0; i < b.hands[p].size(); i++) {
      int h = b.hands[p][i];
      if (must_play(before, h)) continue;
      for (int c = 0; c < N_VALUES; c++)
        if (t.add[h][c] >= 0) f[t.add[h][c]] += b.f[p][i] * t.count[t.add[h][c]][c];
    }
    b.hands[p].clear(), b.f[p].clear();
    for (int h = 0; h < N_HANDS; h++)
      if (f[h] > 0) b.hands[p].push_back(h), b.f[p].push_back(f[h]);
    PublicState q = b.state;
    if (draw(q)) {
      b.state = q;
      set_known_hands(b, hands);
      return;
    }
    b.state = q;
  }
  // the round goes on, so the mover is not stuck
  if (!b.state.is_over)
    for (size_t i = 0; i < b.hands[b.state.mover].size(); i++)
      if (is_stuck(b.state, b.hands[b.state.mover][i])) b.f[b.state.mover][i] = 0;
  if (!b.state.is_over) normalise_belief(b, hands);
}

// The start

// The chance of each start card by the pair set aside and the starter's hand: 36 x N_HANDS x N_VALUES.
struct StartCardTable {
  std::vector<float> p = std::vector<float>(36 * N_HANDS * N_VALUES, 0.f);
  static int aside_index(const int8_t* aside) {
    int a = -1, b = -1;
    for (int v = 0; v < N_VALUES; v++)
      for (int i = 0; i < aside[v]; i++) (a < 0 ? a : b) = v;
    return a * N_VALUES + b;
  }
  StartCardTable() {
    const auto& t = hand_table();
    for (int a = 0; a < 36; a++)
      for (int h = 0; h < N_HANDS; h++) {
        int kinds = 0;
        for (int v = 0; v < N_VALUES; v++) kinds += t.count[h][v] > 0;
        for (int v = 0; v < N_VALUES; v++) at(a, h)[v] = t.count[h][v] ? 1.f / kinds : 0;
      }
  }
  float* at(int aside, int hand) { return &p[(size_t(aside) * N_HANDS + hand) * N_VALUES]; }
  const float* at(int aside, int hand) const { return &p[(size_t(aside) * N_HANDS + hand) * N_VALUES]; }
  void blend_uniform(float share) {
    StartCardTable even;
    for (size_t i = 0; i < p.size(); i++) p[i] = (1 - share) * p[i] + share * even.p[i];
  }
};

// The belief after the deal: all hands of the right size, equally likely.
inline PublicBelief belief_before_start(const PublicState& state, const WinPrices& prices) {
  PublicBelief b;
  b.state = state;
  b.prices = prices;
  const auto& t = hand_table();
  for (int p = 0; p < 2; p++)
    for (int h = 0; h < N_HANDS; h++) {
      if (t.size[h] != state.hand_sizes[p]) continue;
      bool fits = true;
      for (int v = 0; v < N_VALUES; v++) fits &= t.count[h][v] <= state.unseen[v];
      if (fits) b.hands[p].push_back(h), b.f[p].push_back(1.f);
    }
  return b;
}

// The belief after the start card `v` and the announced sums. `state` is the state before the start card, and
// `hands` are the true hands after it.
inline PublicBelief belief_after_start(const PublicState& state, const WinPrices& prices, int v, const int* hands,
                                       const StartCardTable& table) {
  const auto& t = hand_table();
  int me = state.mover, op = 1 - me;
  int8_t aside[N_VALUES];
  for (int c = 0; c < N_VALUES; c++) aside[c] = COPIES - state.unseen[c];
  int index = StartCardTable::aside_index(aside);
  PublicBelief all = belief_before_start(state, prices), b;
  b.state = state;
  b.prices = prices;
  b.state.last_card = v, b.state.unseen[v]--, b.state.hand_sizes[me]--, b.state.mover = op;
  for (int h : all.hands[me]) {
    int d = t.sub[h][v];
    if (d < 0 || t.sum[d] != t.sum[hands[me]]) continue;
    b.hands[me].push_back(d);
    b.f[me].push_back(table.at(index, h)[v] / t.count[h][v]);
  }
  for (int h : all.hands[op])
    if (t.sum[h] == t.sum[hands[op]]) b.hands[op].push_back(h), b.f[op].push_back(1.f);
  normalise_belief(b, hands);
  return b;
}

}  // namespace ht
