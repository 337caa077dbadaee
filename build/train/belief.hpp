// Beliefs from the facts of play alone, without inference from choices: for the bots and the start
// of a round.
#pragma once
#include "pbs.hpp"

namespace ht {

// null leaves the likelihoods unchanged
using Likelihood = const std::vector<float>*;

inline void settle(Pbs& b, const int* keep = nullptr) {
  Geo g;
  for (int p = 0; p < 2; p++) g.hands[p] = b.hands[p];
  for (int x : g.hands[0])
    for (int y : g.hands[1]) g.W.push_back(pair_ways(b.pub.u, x, y));
  std::vector<float> f[2] = {b.f[0], b.f[1]};
  for (int p = 0; p < 2; p++) b.hands[p].clear(), b.f[p].clear();
  Solver::trim(g, f, keep, 0, b);
}

inline void known_hands(Pbs& b, const int* hands) {
  for (int p = 0; p < 2; p++) b.hands[p] = {uint8_t(hands[p])}, b.f[p] = {1.f};
}

// each hand of p that has the card `out` with `in` instead; likelihoods times copies of `in` after over `divisor`
template <class Divisor>
inline void exchange(Pbs& b, int p, int out, int in, Divisor divisor) {
  const auto& t = H();
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

// The facts that all players learn from a legal move.
// said: the fact it revealed (Edge::fact); hands: the true hands after it
inline void note(Pbs& b, const Move& m, int said, const int* hands) {
  const auto& t = H();
  int p = b.pub.stm, o = 1 - p;
  Pub before = b.pub;
  if (m.kind == Move::ASK) {
    act(b.pub, m);
    for (size_t j = 0; j < b.hands[o].size(); j++)
      if (t.sum[b.hands[o][j]] != said) b.f[o][j] = 0;
  } else if (m.kind == Move::SWAP) {
    exchange(b, p, m.v, said, [&](int h) { return t.count[h][m.v]; });
    exchange(b, o, said, m.v, [&](int) { return 1; });
    act(b.pub, m);
  } else if (m.kind == Move::CARD) {
    std::vector<uint8_t> to;
    std::vector<float> f;
    for (size_t i = 0; i < b.hands[p].size(); i++) {
      int h = b.hands[p][i];
      if (!t.count[h][m.v]) continue;
      to.push_back(t.sub[h][m.v]);
      f.push_back(b.f[p][i] * before.u[m.v] / t.count[h][m.v]);
    }
    b.hands[p] = to, b.f[p] = f;
    act(b.pub, m);
  } else if (m.kind == Move::UNDER) {  // whichever they were
    Geo here;
    for (int q = 0; q < 2; q++) here.hands[q] = b.hands[q];
    Under under(b.pub, here, t.size[m.v], b.f);
    std::vector<float> f(under.below.size());
    for (const auto& choice : under.choices)
      for (const Link& l : choice.second) f[l.dst] += l.coef * b.f[p][l.src];
    b.hands[p] = under.below, b.f[p] = f;
    act(b.pub, m);
  } else if (m.kind != Move::DRAW) {
    act(b.pub, m);
  } else {
    std::vector<float> f(NHANDS);
    for (size_t i = 0; i < b.hands[p].size(); i++) {
      int h = b.hands[p][i];
      if (must_play(before, h)) continue;
      for (int c = 0; c < V; c++)
        if (t.add[h][c] >= 0) f[t.add[h][c]] += b.f[p][i] * t.count[t.add[h][c]][c];
    }
    b.hands[p].clear(), b.f[p].clear();
    for (int h = 0; h < NHANDS; h++)
      if (f[h] > 0) b.hands[p].push_back(h), b.f[p].push_back(f[h]);
    Pub q = b.pub;
    if (draw(q)) {
      b.pub = q;
      known_hands(b, hands);
      return;
    }
    b.pub = q;
  }
  // `when_obliged` under Play: a player who goes on was not stuck
  if (!b.pub.over)
    for (size_t i = 0; i < b.hands[b.pub.stm].size(); i++)
      if (stuck(b.pub, b.hands[b.pub.stm][i])) b.f[b.pub.stm][i] = 0;
  if (!b.pub.over) settle(b, hands);
}

// ------------------------------------------------------------------ the start

struct StartTable {  // chance of each start card by the pair set aside and the starter's hand
  std::vector<float> p = std::vector<float>(36 * NHANDS * V, 0.f);
  static int aside_index(const int8_t* aside) {
    int a = -1, b = -1;
    for (int v = 0; v < V; v++)
      for (int i = 0; i < aside[v]; i++) (a < 0 ? a : b) = v;
    return a * V + b;
  }
  StartTable() {
    const auto& t = H();
    for (int a = 0; a < 36; a++)
      for (int h = 0; h < NHANDS; h++) {
        int kinds = 0;
        for (int v = 0; v < V; v++) kinds += t.count[h][v] > 0;
        for (int v = 0; v < V; v++) at(a, h)[v] = t.count[h][v] ? 1.f / kinds : 0;
      }
  }
  float* at(int aside, int hand) { return &p[(size_t(aside) * NHANDS + hand) * V]; }
  const float* at(int aside, int hand) const { return &p[(size_t(aside) * NHANDS + hand) * V]; }
  void blend_uniform(float share) {
    StartTable even;
    for (size_t i = 0; i < p.size(); i++) p[i] = (1 - share) * p[i] + share * even.p[i];
  }
};

inline Pbs before_start(const Pub& pub, const Prices& prices) {
  Pbs b;
  b.pub = pub;
  b.prices = prices;
  const auto& t = H();
  for (int p = 0; p < 2; p++)
    for (int h = 0; h < NHANDS; h++) {
      if (t.size[h] != pub.hs[p]) continue;
      bool fits = true;
      for (int v = 0; v < V; v++) fits &= t.count[h][v] <= pub.u[v];
      if (fits) b.hands[p].push_back(h), b.f[p].push_back(1.f);
    }
  return b;
}

// pub: the state before the start card; hands: the true hands after it
inline Pbs after_start(const Pub& pub, const Prices& prices, int v, const int* hands, const StartTable& table) {
  const auto& t = H();
  int me = pub.stm, op = 1 - me;
  int8_t aside[V];
  for (int c = 0; c < V; c++) aside[c] = COPIES - pub.u[c];
  int index = StartTable::aside_index(aside);
  Pbs all = before_start(pub, prices), b;
  b.pub = pub;
  b.prices = prices;
  b.pub.last = v, b.pub.u[v]--, b.pub.hs[me]--, b.pub.stm = op;
  for (int h : all.hands[me]) {
    int d = t.sub[h][v];
    if (d < 0 || t.sum[d] != t.sum[hands[me]]) continue;
    b.hands[me].push_back(d);
    b.f[me].push_back(table.at(index, h)[v] / t.count[h][v]);
  }
  for (int h : all.hands[op])
    if (t.sum[h] == t.sum[hands[op]]) b.hands[op].push_back(h), b.f[op].push_back(1.f);
  settle(b, hands);
  return b;
}

}  // namespace ht
