// A local best response: a player that knows the policy of the solver it plays against.
//
// It keeps the exact probabilities of the opponent's hands under that policy, tries its best moves against
// the opponent's real answer, and evaluates the result with the net. By default it looks as far ahead as the
// opponent, and as far again after the answer. What it wins beyond one half is a lower bound of the opponent's
// exploitability; a smaller share proves nothing. hacktrick/arena/experiment_players.py does the same in numpy.
#pragma once
#include <map>
#include <utility>

#include "players.hpp"

namespace ht {

struct BestResponsePlayer : Player {
  static constexpr size_t MAX_MOVES = 8;                       // moves tried, best first
  static constexpr float MARGIN = 0.25f;                       // moves this much worse than the best are not tried
  const int reach;                                             // moves it looks ahead; 0: as many as the opponent
  SolverPlayer* opponent = nullptr;                            // gives its policy and public belief, never its hand
  Solver own_solver, reply_solver, late_solver, model_solver;  // late_solver: after the answer, with `reach`

  explicit BestResponsePlayer(int reach = 0) : reach(reach) {}

  void observe_start(const PublicState&, int, const int*) override { exact.clear(); }

  Move choose(const PublicBelief&, int hand) override {
    has_moved = true;
    belief = with_exact_likelihoods(opponent->public_belief);
    own_solver.net = reply_solver.net = late_solver.net = model_solver.net = opponent->net;
    reach ? opponent->solve_belief(own_solver, belief, reach) : opponent->solve_belief(own_solver, belief);
    const int i = SolverPlayer::index_of_hand(belief.hands[seat], hand);
    std::vector<std::pair<float, int>> ranked;
    for (int a = 0; a < own_solver.n_slots(); a++)
      if (own_solver.average_root_strategy[i * own_solver.n_slots() + a] > 0)
        ranked.push_back({-own_solver.action_value(a, i), a});
    std::sort(ranked.begin(), ranked.end());
    size_t close = 1;
    while (close < std::min(MAX_MOVES, ranked.size()) && ranked[close].first <= ranked[0].first + MARGIN) close++;
    ranked.resize(close);
    int best = ranked[0].second;
    if (close == 1) return own_solver.root_move(best);
    float top = -9;
    opponent->solve_belief(model_solver, opponent->public_belief, 1);
    expected = SolverPlayer::policy_with_errors(model_solver);
    SolverPlayer::mix_in_random_moves(model_solver, expected, opponent->doubt);
    for (auto [minus, slot] : ranked) {
      float value = value_against_answer(own_solver.root_move(slot), hand, -minus);
      if (value > top) top = value, best = slot;
    }
    return own_solver.root_move(best);
  }

  void observe_move(const Move& m, int revealed, const int* pair, int, const PublicBelief&) override {
    const bool mine = std::exchange(has_moved, false);
    PublicBelief next, before = mine ? belief : with_exact_likelihoods(opponent->last_belief);
    model_solver.build(before, 1);
    std::vector<float> table(before.hands[before.state.mover].size() * model_solver.n_slots(), 1.f);
    if (!mine && table.size() == opponent->purified.size()) table = opponent->purified;
    int slot = SolverPlayer::slot_of_move(model_solver, m);
    exact.clear();
    if (pair || slot < 0 || !model_solver.compute_next_belief(slot, table, revealed, pair, nullptr, 0, next)) return;
    const int other = 1 - seat;
    for (size_t j = 0; j < next.hands[other].size(); j++) exact[next.hands[other][j]] = next.f[other][j];
  }

 private:
  std::map<int, float> exact;  // likelihoods of the opponent's hands; empty: those of the public belief
  PublicBelief belief;
  std::vector<float> expected;  // what the opponent expects of this player here, by hand and move
  bool has_moved = false;       // whether the next move to observe is this player's

  // The belief with the exact likelihoods if they are known, else unchanged.
  PublicBelief with_exact_likelihoods(const PublicBelief& b) const {
    PublicBelief out = b;
    std::vector<float>& f = out.f[1 - seat];
    float total = 0;
    for (size_t j = 0; j < f.size(); j++) {
      auto it = exact.find(b.hands[1 - seat][j]);
      f[j] = it == exact.end() ? 0 : it->second;
      total += f[j];
    }
    return total > 0 ? out : b;
  }

  // The value of a move against the opponent's real answer. Returns `otherwise` if chance decides what the move
  // reveals.
  float value_against_answer(const Move& m, int hand, float otherwise) {
    const auto& t = hand_table();
    const PublicState& s = opponent->public_belief.state;
    if (m.kind == Move::ASK || m.kind == Move::STUCK || (m.kind == Move::DRAW && s.deck_size == 1)) return otherwise;
    int slot = SolverPlayer::slot_of_move(model_solver, m);
    PublicBelief next;
    if (slot < 0 || !model_solver.compute_next_belief(slot, expected, 0, nullptr, nullptr, 0, next)) return otherwise;
    if (next.state.is_over) return otherwise;
    next.prices = opponent->public_belief.prices;
    opponent->solve_belief(reply_solver, next);
    const int other = 1 - seat;
    const std::vector<float> policy = opponent->purified_policy(reply_solver, next);
    Solver& after = reach ? late_solver : reply_solver;
    if (reach) opponent->solve_belief(late_solver, next, std::max(1, reach - 1));
    after.evaluate_policy(policy, with_exact_likelihoods(next).f[other], other);
    float value = 0, total = 0;
    for (size_t k = 0; k < next.hands[seat].size(); k++) {
      int h = next.hands[seat][k];
      float chance = 0;
      if (m.kind == Move::CARD) {
        chance = h == t.sub[hand][m.card];
      } else {
        for (int c = 0; c < N_VALUES; c++)
          if (t.add[hand][c] == h) chance = left_in_deck(hand, c);
      }
      if (chance <= 0) continue;
      float ends[4];
      after.root_chances(seat, int(k), ends);
      value += chance * after.utility_of_ends(seat, ends), total += chance;
    }
    return total > 0 ? value / total : otherwise;
  }

  // The expected number of copies of card c in the deck, for the holder of `hand`.
  float left_in_deck(int hand, int c) const {
    const auto& t = hand_table();
    const int other = 1 - seat;
    float sum = 0, total = 0;
    for (size_t j = 0; j < belief.hands[other].size(); j++) {
      float w = belief.f[other][j] * pair_ways(belief.state.unseen, hand, belief.hands[other][j]);
      sum += w * std::max(0, belief.state.unseen[c] - t.count[hand][c] - t.count[belief.hands[other][j]][c]),
          total += w;
    }
    return total > 0 ? sum / total : 0;
  }
};

}  // namespace ht
