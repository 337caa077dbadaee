// Information set Monte Carlo tree search with a single observer (Cowling, Powley and Whitehouse 2012).
#pragma once
#include <memory>

#include "players.hpp"

namespace ht {

// Searches one tree over what the deciding seat observes: its own draws with the card, the opponent's without.
struct IsmctsPlayer : Player {
  struct Branch {
    int code, node;
    int visits = 0, available = 0;
    float total = 0;  // of the values for the seat that moves
  };
  LinearEvaluation eval;
  int iterations;
  float exploration = 0.7f;
  std::vector<std::vector<Branch>> tree;

  explicit IsmctsPlayer(int n) : iterations(n) {}

  static int branch_code(const Move& m, int drawn) {
    return ((m.kind * N_VALUES + m.card) * 2 + m.places_double) * 4 + m.command + 1000 * (drawn + 1);
  }

  static float round_value(const PublicState& s, int p) {
    float u = s.points == 2 ? 1.6f : 1.f;
    return s.winner == p ? u : -u;
  }

  // Plays on at random, for at most 60 moves, and returns the value for the observer. The random player takes every
  // win and gives a command one time in ten.
  float play_out(PimcPlayer::World& w, int observer) {
    std::vector<Move> moves;
    for (int n = 0; n < 60; n++) {
      const PublicState& s = w.state;
      int p = s.mover, one, two;
      win_keys(s, p, one, two);
      if (s.supply[p] && (hand_table().reach[w.hand[p]][s.last_card] & one)) {
        float u = hand_table().reach[w.hand[p]][s.last_card] & two ? 1.6f : 1.f;
        return p == observer ? u : -u;
      }
      list_moves(s, w.hand[p], moves);
      Move m = moves[rng.below(int(moves.size()))];
      if (m.command != NONE && rng.below(10)) m.command = NONE;
      if (!PimcPlayer::apply_in_world(w, m)) return w.state.mover == observer ? eval(w.state) : -eval(w.state);
      if (w.state.is_over) return round_value(w.state, observer);
    }
    return w.state.mover == observer ? eval(w.state) : -eval(w.state);
  }

  Branch* select_branch(std::vector<Branch>& branches, const std::vector<int>& legal) {
    Branch* best = nullptr;
    float top = -1e9;
    for (int code : legal)
      for (Branch& b : branches) {
        if (b.code != code) continue;
        b.available++;
        float bound = b.total / b.visits + exploration * std::sqrt(std::log(float(b.available)) / b.visits);
        if (bound > top) top = bound, best = &b;
      }
    return best;
  }

  void run_iteration(PimcPlayer::World w, int observer) {
    std::vector<std::pair<int, int>> path;  // node, branch
    std::vector<int> movers;
    std::vector<Move> moves;
    int node = 0;
    float value = 0;
    bool fresh = false;
    while (!fresh) {
      int p = w.state.mover;
      list_moves(w.state, w.hand[p], moves);
      std::vector<int> legal, unseen;
      for (size_t i = 0; i < moves.size(); i++) {
        bool own_draw = moves[i].kind == Move::DRAW && p == observer;
        legal.push_back(branch_code(moves[i], own_draw ? w.deck[w.top] : -1));
        bool known = false;
        for (const Branch& b : tree[node]) known |= b.code == legal.back();
        if (!known) unseen.push_back(int(i));
      }
      int chosen = 0;
      if (!unseen.empty()) {
        chosen = unseen[rng.below(int(unseen.size()))];
        tree[node].push_back({legal[chosen], int(tree.size())});
        tree.emplace_back();
        for (Branch& b : tree[node])
          for (int code : legal) b.available += b.code == code;
        path.push_back({node, int(tree[node].size()) - 1});
        fresh = true;
      } else {
        Branch* b = select_branch(tree[node], legal);
        for (size_t i = 0; i < legal.size(); i++)
          if (legal[i] == b->code) chosen = int(i);
        path.push_back({node, int(b - tree[node].data())});
      }
      movers.push_back(p);
      const Branch& taken = tree[node][path.back().second];
      node = taken.node;
      if (!PimcPlayer::apply_in_world(w, moves[chosen])) {
        value = w.state.mover == observer ? eval(w.state) : -eval(w.state);
        break;
      }
      if (w.state.is_over) {
        value = round_value(w.state, observer);
        break;
      }
      if (fresh) value = play_out(w, observer);
    }
    for (size_t k = 0; k < path.size(); k++) {
      Branch& b = tree[path[k].first][path[k].second];
      b.visits++, b.total += movers[k] == observer ? value : -value;
    }
  }

  Move choose(const PublicBelief& b, int hand) override {
    const PublicState& s = b.state;
    int me = s.mover;
    if (s.awaits_answer) return CALL_STAKE;
    std::vector<float> post = opponent_hand_weights(b, hand);
    if (may_ask(s) && post.size() > 3) return {Move::ASK, 0, 0, NONE};
    std::vector<Move> moves;
    list_moves(s, hand, moves);
    if (moves.size() == 1) return moves[0];
    for (const Move& m : moves) {  // a win needs no search
      PublicState q = s;
      if (m.kind == Move::CARD && (play_card(q, m.card, m.places_double), q.is_over && q.winner == me)) return m;
    }
    float total = 0;
    for (float w : post) total += w;
    tree.assign(1, {});
    for (int i = 0; i < iterations; i++) {
      double x = rng.unit() * total;
      size_t j = 0;
      while (j + 1 < post.size() && (x -= post[j]) >= 0) j++;
      run_iteration(PimcPlayer::sample_world(s, hand, b.hands[1 - me][j], rng), me);
    }
    int most = -1;
    Move best = moves[0];
    for (const Move& m : moves) {
      int visits = 0;  // a draw has one branch per card
      for (const Branch& branch : tree[0])
        if (branch.code % 1000 == branch_code(m, -1) % 1000) visits += branch.visits;
      if (visits > most) most = visits, best = m;
    }
    return best;
  }
};

}  // namespace ht
