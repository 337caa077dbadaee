// The command `openings`: how rounds of the solver against itself open and end, for build/assets/openings.py.
#pragma once
#include "measuring_commands.hpp"

namespace ht {

// The cards of a hand, lowest first: "0225".
inline std::string cards_of(const int8_t* count) {
  std::string text;
  for (int v = 0; v < N_VALUES; v++) text.append(count[v], char('0' + v));
  return text;
}

// A turn as one word: "draw", or "play4", then "+" for the double, then "=play" or "=guard".
inline std::string turn_word(const Move& m) {
  if (m.kind != Move::CARD) return "draw";
  std::string text = "play" + std::to_string(m.card) + (m.places_double ? "+" : "");
  return text + (m.command == PLAY ? "=play" : m.command == GUARD ? "=guard" : "");
}

// Plays one round of the solver against itself and returns its line for `openings`. Both seats share the public
// belief, so every position is solved once. They play the average strategy without its rare moves.
inline std::string play_opening_round(Solver& solver, const StartCardTable& table, int iterations, uint64_t seed) {
  constexpr float PURIFY = 0.04f, FLOOR = 5e-4f;
  Random rng(seed);
  const Deal d = random_deal(rng);
  Round r(d, false, Rules{});
  const WinPrices prices{{1.2f, 1.2f}};
  const PublicState before = r.state;
  const int starter = r.state.mover, leader = 1 - starter;
  const float* p = table.at(StartCardTable::aside_index(d.aside), r.hand[starter]);
  std::string line = cards_of(d.aside) + " " + cards_of(hand_table().count[r.hand[starter]]) + " ";
  double x = rng.unit();
  int card = -1;
  for (int v = 0; v < N_VALUES; v++)
    if (hand_table().count[r.hand[starter]][v] && x >= 0) card = v, x -= p[v];
  line += char('0' + card);
  r.start(card);
  line += " " + cards_of(hand_table().count[r.hand[leader]]) + " ";
  PublicBelief b = belief_after_start(before, prices, card, r.hand, table);
  for (bool first = true; !r.state.is_over; first = false) {
    const int me = r.state.mover;
    solver.build(b, 1);
    solver.solve(iterations);
    const int S = solver.n_slots();
    std::vector<float> played = solver.average_root_strategy;
    for (size_t k = 0; k < b.hands[me].size(); k++) {
      float *row = &played[k * S], total = 0, top = *std::max_element(row, row + S);
      for (int a = 0; a < S; a++) total += row[a] = row[a] < std::min(PURIFY, top) ? 0 : row[a];
      for (int a = 0; a < S; a++) row[a] /= total > 0 ? total : 1;
    }
    const float* row = &played[size_t(SolverPlayer::index_of_hand(b.hands[me], r.hand[me])) * S];
    double y = rng.unit();
    int pick = -1;
    for (int a = 0; a < S; a++)
      if (row[a] > 0 && y >= 0) pick = a, y -= row[a];
    const Move m = solver.root_move(pick);
    if (first) line += turn_word(m);
    const int deck = r.state.deck_size;
    r.apply(m);
    if (r.state.is_over) break;
    const bool is_reshuffled = m.kind == Move::DRAW && deck == 1;
    PublicBelief next;
    if (!solver.compute_next_belief(pick, played, r.revealed, is_reshuffled ? r.hand : nullptr, r.hand, FLOOR, next))
      std::abort();
    b = next;
  }
  line += r.state.winner == leader ? " L" : " S";
  return line + std::to_string(std::min<int>(r.state.points, 2));
}

// Prints a line per round: the cards set aside, the starter's hand, the start card, the leader's hand, the leader's
// first turn, and who won how many points ("L1": the leader won one).
inline int openings_command() {
  std::vector<std::unique_ptr<LoadedNet>> nets;
  const int iterations = int(integer_option("iterations", 8));
  make_player("pbs:" + text_option("dir", "run1") + ":1:" + std::to_string(iterations), nets);
  const int rounds = int(integer_option("rounds", 1000)), start = int(integer_option("from", 0, 0));
  const uint64_t seed = uint64_t(integer_option("seed", 1, 0));
  Solver solver;
  solver.net = &nets[0]->net;
  for (int i = start; i < start + rounds; i++)
    std::printf("%s\n", play_opening_round(solver, nets[0]->start, iterations, seed * 1000003 + i).c_str());
  return 0;
}

}  // namespace ht
