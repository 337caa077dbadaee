// The solver against itself: how rounds open and how they end, for build/assets/openings.py.
#pragma once
#include "measure.hpp"

namespace ht {

// The cards of a hand, lowest first: "0225".
inline std::string cards_of(const int8_t* count) {
  std::string text;
  for (int v = 0; v < V; v++) text.append(count[v], char('0' + v));
  return text;
}

// A turn as one word: "draw", or "play4", then "+" for the double, then "=play" or "=guard".
inline std::string turn_word(const Move& m) {
  if (m.kind != Move::CARD) return "draw";
  std::string text = "play" + std::to_string(m.v) + (m.big ? "+" : "");
  return text + (m.command == PLAY ? "=play" : m.command == GUARD ? "=guard" : "");
}

// One round of the solver with itself. Both seats solve from the same public belief, so every
// position is solved once; they play the average strategy without its rare moves.
inline std::string opened_round(Solver& solver, const StartTable& table, int iterations, uint64_t seed) {
  constexpr float PURIFY = 0.04f, FLOOR = 5e-4f;
  Rng rng(seed);
  const Deal d = random_deal(rng);
  Round r(d, false, Rules{});
  const Prices prices{{1.2f, 1.2f}};
  const Pub before = r.pub;
  const int starter = r.pub.stm, leader = 1 - starter;
  const float* p = table.at(StartTable::aside_index(d.aside), r.hand[starter]);
  std::string line = cards_of(d.aside) + " " + cards_of(H().count[r.hand[starter]]) + " ";
  double x = rng.unit();
  int card = -1;
  for (int v = 0; v < V; v++)
    if (H().count[r.hand[starter]][v] && x >= 0) card = v, x -= p[v];
  line += char('0' + card);
  r.start(card);
  line += " " + cards_of(H().count[r.hand[leader]]) + " ";
  Pbs b = after_start(before, prices, card, r.hand, table);
  for (bool first = true; !r.pub.over; first = false) {
    const int me = r.pub.stm;
    solver.build(b, 1);
    solver.solve(iterations);
    const int S = solver.n_slots();
    std::vector<float> played = solver.root_avg;
    for (size_t k = 0; k < b.hands[me].size(); k++) {
      float *row = &played[k * S], total = 0, top = *std::max_element(row, row + S);
      for (int a = 0; a < S; a++) total += row[a] = row[a] < std::min(PURIFY, top) ? 0 : row[a];
      for (int a = 0; a < S; a++) row[a] /= total > 0 ? total : 1;
    }
    const float* row = &played[size_t(PbsPlayer::index(b.hands[me], r.hand[me])) * S];
    double y = rng.unit();
    int pick = -1;
    for (int a = 0; a < S; a++)
      if (row[a] > 0 && y >= 0) pick = a, y -= row[a];
    const Move m = solver.root_move(pick);
    if (first) line += turn_word(m);
    const int deck = r.pub.deck;
    r.apply(m);
    if (r.pub.over) break;
    const bool anew = m.kind == Move::DRAW && deck == 1;
    Pbs next;
    if (!solver.advance(pick, played, r.said, anew ? r.hand : nullptr, r.hand, FLOOR, next)) std::abort();
    b = next;
  }
  line += r.pub.winner == leader ? " L" : " S";
  return line + std::to_string(std::min<int>(r.pub.points, 2));
}

// One line a round: cards set aside, the starter's hand, the start card, the leader's hand, the
// leader's first turn, and who won how many points.
inline int openings() {
  std::vector<std::unique_ptr<Loaded>> nets;
  const int iterations = int(whole("iterations", 8));
  player("pbs:" + text("dir", "run1") + ":1:" + std::to_string(iterations), nets);
  const int rounds = int(whole("rounds", 1000)), start = int(whole("from", 0, 0));
  const uint64_t seed = uint64_t(whole("seed", 1, 0));
  Solver solver;
  solver.net = &nets[0]->net;
  for (int i = start; i < start + rounds; i++)
    std::printf("%s\n", opened_round(solver, nets[0]->start, iterations, seed * 1000003 + i).c_str());
  return 0;
}

}  // namespace ht
