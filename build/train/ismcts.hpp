// Information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), single observer.
#pragma once
#include <memory>

#include "bots.hpp"

namespace ht {

// One tree over what the deciding seat observes: its own draws with the card, the opponent's
// without.
struct Ismcts : Player {
  struct Branch {
    int code, node;
    int visits = 0, available = 0;
    float total = 0;  // for the seat that moves
  };
  Eval eval;
  int iterations;
  float bold = 0.7f;
  std::vector<std::vector<Branch>> tree;

  explicit Ismcts(int n) : iterations(n) {}

  static int code_of(const Move& m, int drawn) { return ((m.kind * V + m.v) * 2 + m.big) * 4 + m.command + 1000 * (drawn + 1); }

  static float gain(const Pub& s, int p) {
    float u = s.points == 2 ? 1.6f : 1.f;
    return s.winner == p ? u : -u;
  }

  // takes a win; else plays a random card or draws, with a command one time in ten
  float play_out(Pimc::World& w, int observer) {
    std::vector<Move> moves;
    for (int n = 0; n < 60; n++) {
      const Pub& s = w.pub;
      int p = s.stm, one, two;
      win_keys(s, p, one, two);
      if (s.supply[p] && (H().reach[w.hand[p]][s.last] & one)) {
        float u = H().reach[w.hand[p]][s.last] & two ? 1.6f : 1.f;
        return p == observer ? u : -u;
      }
      moves_of(s, w.hand[p], moves);
      Move m = moves[rng.below(int(moves.size()))];
      if (m.command != NONE && rng.below(10)) m.command = NONE;
      if (!Pimc::step(w, m)) return w.pub.stm == observer ? eval(w.pub) : -eval(w.pub);
      if (w.pub.over) return gain(w.pub, observer);
    }
    return w.pub.stm == observer ? eval(w.pub) : -eval(w.pub);
  }

  Branch* pick(std::vector<Branch>& branches, const std::vector<int>& legal) {
    Branch* best = nullptr;
    float top = -1e9;
    for (int code : legal)
      for (Branch& b : branches) {
        if (b.code != code) continue;
        b.available++;
        float bound = b.total / b.visits + bold * std::sqrt(std::log(float(b.available)) / b.visits);
        if (bound > top) top = bound, best = &b;
      }
    return best;
  }

  void iterate(Pimc::World w, int observer) {
    std::vector<std::pair<int, int>> path;  // node, branch
    std::vector<int> movers;
    std::vector<Move> moves;
    int node = 0;
    float value = 0;
    bool fresh = false;
    while (!fresh) {
      int p = w.pub.stm;
      moves_of(w.pub, w.hand[p], moves);
      std::vector<int> legal, unseen;
      for (size_t i = 0; i < moves.size(); i++) {
        bool own_draw = moves[i].kind == Move::DRAW && p == observer;
        legal.push_back(code_of(moves[i], own_draw ? w.deck[w.top] : -1));
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
        Branch* b = pick(tree[node], legal);
        for (size_t i = 0; i < legal.size(); i++)
          if (legal[i] == b->code) chosen = int(i);
        path.push_back({node, int(b - tree[node].data())});
      }
      movers.push_back(p);
      const Branch& taken = tree[node][path.back().second];
      node = taken.node;
      if (!Pimc::step(w, moves[chosen])) {
        value = w.pub.stm == observer ? eval(w.pub) : -eval(w.pub);
        break;
      }
      if (w.pub.over) {
        value = gain(w.pub, observer);
        break;
      }
      if (fresh) value = play_out(w, observer);
    }
    for (size_t k = 0; k < path.size(); k++) {
      Branch& b = tree[path[k].first][path[k].second];
      b.visits++, b.total += movers[k] == observer ? value : -value;
    }
  }

  Move choose(const Pbs& b, int hand) override {
    const Pub& s = b.pub;
    int me = s.stm;
    if (s.answer) return CALLED;
    std::vector<float> post = posterior(b, hand);
    if (may_ask(s) && post.size() > 3) return {Move::ASK, 0, 0, NONE};
    std::vector<Move> moves;
    moves_of(s, hand, moves);
    if (moves.size() == 1) return moves[0];
    for (const Move& m : moves) {  // a win is never left to sampling
      Pub q = s;
      if (m.kind == Move::CARD && (place(q, m.v, m.big), q.over && q.winner == me)) return m;
    }
    float total = 0;
    for (float w : post) total += w;
    tree.assign(1, {});
    for (int i = 0; i < iterations; i++) {
      double x = rng.unit() * total;
      size_t j = 0;
      while (j + 1 < post.size() && (x -= post[j]) >= 0) j++;
      iterate(Pimc::world_of(s, hand, b.hands[1 - me][j], rng), me);
    }
    int most = -1;
    Move best = moves[0];
    for (const Move& m : moves) {
      int visits = 0;  // a draw has a branch for every card
      for (const Branch& branch : tree[0])
        if (branch.code % 1000 == code_of(m, -1) % 1000) visits += branch.visits;
      if (visits > most) most = visits, best = m;
    }
    return best;
  }
};

}  // namespace ht
