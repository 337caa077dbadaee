// Classical players to measure against: exact-belief two-ply, and open-hand search over worlds.
#pragma once
#include "belief.hpp"

namespace ht {

struct Player {
  virtual ~Player() = default;
  virtual void begin(const Pub&, const Prices&, uint64_t seed) { rng = Rng(seed); }
  // hand: the player's own hand. b: the belief without inference, which all players share
  virtual int start_card(const Pub& pub, int hand) {
    const auto& t = H();
    int n = rng.below(t.size[hand]), v = 0;
    (void)pub;
    for (; n >= t.count[hand][v]; v++) n -= t.count[hand][v];
    return v;
  }
  virtual void started(const Pub&, int, const int*) {}
  virtual Move choose(const Pbs& b, int hand) = 0;
  // after any move; facts: the belief without inference after it; pair: both hands if a new deck showed them
  virtual void saw(const Move&, int /*said*/, const int* /*pair*/, int /*own hand*/, const Pbs& /*facts*/) {}
  int seat = 0;
  Rng rng{1};
};

// the likelihood of each hand of the opponent, for a mover with `hand`; not normalised
inline std::vector<float> posterior(const Pbs& b, int hand) {
  std::vector<float> post;
  int me = b.pub.stm, op = 1 - me;
  for (size_t j = 0; j < b.hands[op].size(); j++) {
    int h = b.hands[op][j];
    post.push_back(b.f[op][j] * pair_ways(b.pub.u, me == 0 ? hand : h, me == 0 ? h : hand));
  }
  return post;
}

constexpr int N_EVAL = 16;

// For player p against o, from the view of seat s.stm.
inline void eval_features(const Pub& s, float* x) {
  int me = s.stm, op = 1 - me, one[2], two[2];
  for (int p = 0; p < 2; p++) win_keys(s, p, one[p], two[p]);
  auto held = [&](int p) {
    int n = 0;
    for (int k = 1; k <= NKEYS; k++) n += s.cnt[p][k] > 0;
    return n;
  };
  int reach[2] = {0, 0};
  for (int p = 0; p < 2; p++)
    for (int v = 0; v < V; v++) reach[p] += v != s.last && s.u[v] > 0 && (one[p] >> (v + s.last) & 1);
  float* y = x;
  *y++ = 1;
  *y++ = __builtin_popcount(one[me]);
  *y++ = __builtin_popcount(one[op]);
  *y++ = __builtin_popcount(two[me]);
  *y++ = __builtin_popcount(two[op]);
  *y++ = held(me) - held(op);
  *y++ = s.cap[me] - s.cap[op];
  *y++ = std::min<int>(s.supply[me], 3) - std::min<int>(s.supply[op], 3);
  *y++ = s.hs[me];
  *y++ = s.hs[op];
  *y++ = (s.cnt[me][5] > 0) - (s.cnt[op][5] > 0);
  *y++ = (s.dbl[me] == 0) - (s.dbl[op] == 0);
  *y++ = reach[me];
  *y++ = reach[op];
  *y++ = s.standing == PLAY;
  *y++ = s.standing == GUARD;
}

struct Eval {
  float w[N_EVAL] = {0.1f, 0.1f, -0.1f, 0.05f, -0.05f, 0.1f, 0.1f, 0.45f, 0.3f, -0.3f, 0.1f, 0.1f, 0.6f, -0.35f, -0.6f, 0.1f};
  float operator()(const Pub& s) const {  // for s.stm
    float x[N_EVAL], z = 0;
    eval_features(s, x);
    for (int i = 0; i < N_EVAL; i++) z += w[i] * x[i];
    return std::tanh(z);
  }
};

// These players use no power and call every stake. Their search considers no command after a draw
// and no second card.
inline bool draw_and_pass(Pub& s) {
  bool anew = draw(s);
  if (s.word) end_turn(s, NONE);
  return anew;
}
inline void act_and_pass(Pub& s, const Move& m) {
  act(s, m);
  if (!s.over && s.word) end_turn(s, NONE);
}
constexpr Move CALLED{Move::CALL, 0, 0, NONE};

// exact belief, two plies: the own move, then the chance that the opponent wins at once
struct TwoPly : Player {
  Eval eval;
  Move choose(const Pbs& b, int hand) override {
    const auto& t = H();
    const Pub& s = b.pub;
    int me = s.stm, op = 1 - me;
    if (s.answer) return CALLED;
    std::vector<float> post = posterior(b, hand);
    float total = 0;
    for (float w : post) total += w;
    if (may_ask(s) && post.size() > 3) return {Move::ASK, 0, 0, NONE};
    std::vector<Move> moves;
    moves_of(s, hand, moves);
    Move best;
    float top = -1e9;
    for (const Move& m : moves) {
      Pub q = s;
      float value = 0;
      if (m.kind == Move::CARD) {
        act_and_pass(q, m);
        if (q.over) {
          value = q.winner == me ? 10 + q.points : -5;
        } else {
          int rest = t.sub[hand][m.v];
          value = reply(q, b.hands[op], post, total, rest);
        }
      } else if (m.kind == Move::WORD) {
        end_turn(q, m.command);
        value = q.over ? (q.winner == me ? 10 : -5) : reply(q, b.hands[op], post, total, hand);
      } else {
        draw_and_pass(q);
        value = reply(q, b.hands[op], post, total, hand);
      }
      value += 1e-4f * float(rng.unit());
      if (value > top) top = value, best = m;
    }
    return best;
  }
  float reply(const Pub& q, const std::vector<uint8_t>& hands, const std::vector<float>& post, float total, int rest) {
    const auto& t = H();
    int op = q.stm, me = 1 - op, one, two, mine1, mine2;
    win_keys(q, op, one, two);
    win_keys(q, me, mine1, mine2);
    float sum = 0, even = -eval(q);
    for (size_t j = 0; j < hands.size(); j++) {
      if (post[j] == 0) continue;
      int h = hands[j], reach = t.reach[h][q.last];
      float v = even;
      if (must_draw(q)) {
        v = even;
      } else if (q.supply[op] && (reach & two)) {
        v = -1.6f;
      } else if (q.supply[op] && (reach & one)) {
        v = -1.f;
      } else if (q.standing == PLAY && has_playable(q, h)) {
        v = 1e9f;  // his best card; then may I win?
        for (int c = 0; c < V; c++) {
          if (!t.count[h][c] || c == q.last) continue;
          Pub r = q;
          place(r, c, r.singles(op) == 0);
          float x;
          if (r.over) {
            x = r.winner == me ? 1.f : -1.f;
          } else {
            end_turn(r, NONE);
            int w1, w2;
            win_keys(r, me, w1, w2);
            x = t.reach[rest][c] & w2 ? 1.6f : t.reach[rest][c] & w1 ? 1.f : eval(r);
          }
          v = std::min(v, x);
        }
      }
      sum += post[j] * v;
    }
    return total > 0 ? sum / total : even;
  }
};

// open-hand search: every world of the belief (at most `worlds` of them sampled), alpha-beta
struct Pimc : Player {
  Eval eval;
  int depth, worlds;
  long nodes = 0;
  Pimc(int d, int n) : depth(d), worlds(n) {}

  struct World {
    Pub pub;
    int hand[2];
    int8_t deck[24];
    int top = 0;
  };

  // the order of the deck is random
  static World world_of(const Pub& s, int own, int other, Rng& rng) {
    World w;
    w.pub = s;
    w.hand[s.stm] = own, w.hand[1 - s.stm] = other;
    int n = 0;
    for (int v = 0; v < V; v++)
      for (int i = 0; i < s.u[v] - H().count[own][v] - H().count[other][v]; i++) w.deck[n++] = v;
    for (int i = n - 1; i > 0; i--) std::swap(w.deck[i], w.deck[rng.below(i + 1)]);
    return w;
  }

  static bool step(World& w, const Move& m) {  // false: the deck has run out of known cards
    int p = w.pub.stm;
    if (m.kind == Move::CARD) {
      w.hand[p] = H().sub[w.hand[p]][m.v];
      act_and_pass(w.pub, m);
    } else if (m.kind == Move::WORD) {
      end_turn(w.pub, m.command);
    } else {
      int c = w.deck[w.top++];
      w.hand[p] = H().add[w.hand[p]][c];
      if (draw_and_pass(w.pub)) return false;
    }
    if (!w.pub.over && stuck(w.pub, w.hand[w.pub.stm])) finish(w.pub, 1 - w.pub.stm, 1);
    return true;
  }

  float value(const Pub& s, int p) const {  // of a finished round
    float u = s.points >= 2 ? 1.6f : 1.f;
    return s.winner == p ? u : -u;
  }

  float search(const World& w, int d, float alpha, float beta) {  // for w.pub.stm
    nodes++;
    const auto& t = H();
    const Pub& s = w.pub;
    int p = s.stm, one, two;
    if (s.supply[p] && !must_draw(s)) {
      win_keys(s, p, one, two);
      int reach = t.reach[w.hand[p]][s.last];
      if (reach & two) return 1.6f;
      if (reach & one) return 1.f;
    }
    if (d == 0) return eval(s);
    std::vector<Move> moves;
    moves_of(s, w.hand[p], moves);
    float best = -9;
    for (const Move& m : moves) {
      if (m.command == GUARD) continue;
      World x = w;
      float v;
      if (!step(x, m))
        v = -eval(x.pub);
      else if (x.pub.over)
        v = value(x.pub, p);
      else
        v = -search(x, d - 1, -beta, -alpha);
      best = std::max(best, v), alpha = std::max(alpha, v);
      if (alpha >= beta) break;
    }
    return best;
  }

  Move choose(const Pbs& b, int hand) override {
    const Pub& s = b.pub;
    int me = s.stm, op = 1 - me;
    if (s.answer) return CALLED;
    std::vector<float> post = posterior(b, hand);
    if (may_ask(s) && post.size() > 3) return {Move::ASK, 0, 0, NONE};
    std::vector<Move> moves;
    moves_of(s, hand, moves);
    if (moves.size() == 1) return moves[0];
    std::vector<float> sum(moves.size());
    int live = 0;
    for (float w : post) live += w > 0;
    for (size_t j = 0; j < post.size(); j++) {
      if (post[j] <= 0) continue;
      // hands are enumerated; the orders of the deck are sampled
      int copies = std::max(1, worlds / std::max(1, live));
      for (int k = 0; k < copies; k++) {
        World w = world_of(s, hand, b.hands[op][j], rng);
        for (size_t a = 0; a < moves.size(); a++) {
          World x = w;
          float v;
          if (!step(x, moves[a]))
            v = -eval(x.pub);
          else if (x.pub.over)
            v = x.pub.winner == me ? 10 : value(x.pub, me);
          else
            v = -search(x, depth - 1, -9, 9);
          sum[a] += post[j] / copies * v;
        }
      }
    }
    size_t best = 0;
    for (size_t a = 1; a < moves.size(); a++)
      if (sum[a] > sum[best]) best = a;
    return moves[best];
  }
};

// ------------------------------------------------------------------ the solver as a player

struct PbsPlayer : Player {
  const Net* net;
  const StartTable* table;
  int depth, iterations;
  static constexpr float ERRING = 0.5f, HEAT = 0.3f;  // as in hacktrick/ai/solver/belief_tracker.py
  float purify = 0.04f, doubt = 0.05f;
  bool deeper = false;           // looks further where few pairs of hands are possible:
  size_t few_pairs[2] = {24, 3};    // with so few, one move more
  Solver solver;
  Pbs mine;  // with inference

  PbsPlayer(const Net* n, const StartTable* st, int d, int t) : net(n), table(st), depth(d), iterations(t) { solver.net = n; }

  void begin(const Pub& p, const Prices& prices, uint64_t seed) override {
    Player::begin(p, prices, seed);
    mine.prices = prices;
  }
  int start_card(const Pub& pub, int hand) override {
    int8_t aside[V];
    for (int c = 0; c < V; c++) aside[c] = COPIES - pub.u[c];
    const float* p = table->at(StartTable::aside_index(aside), hand);
    double x = rng.unit();
    int last = 0;
    for (int v = 0; v < V; v++)
      if (H().count[hand][v]) {
        last = v;
        if ((x -= p[v]) < 0) break;
      }
    return last;
  }
  void started(const Pub& before, int v, const int* hands) override {
    StartTable soft = *table;
    mine = after_start(before, mine.prices, v, hands, soft);
  }
  // solves a public belief as deep as this player does
  void look(Solver& with, const Pbs& b) const {
    size_t pairs = b.hands[0].size() * b.hands[1].size();
    look(with, b, depth + (deeper && pairs <= few_pairs[0]) + (deeper && pairs <= few_pairs[1]));
  }
  void look(Solver& with, const Pbs& b, int moves) const {
    with.build(b, moves);
    with.solve(iterations);
  }
  // the policy that is played: the solution without its rare moves
  std::vector<float> purify_all(const Solver& solved, const Pbs& b) const {
    std::vector<float> table = solved.root_avg;
    const int S = solved.n_slots();
    for (size_t k = 0; k < b.hands[b.pub.stm].size(); k++) {
      float* row = &table[k * S];
      float total = 0, top = *std::max_element(row, row + S);
      for (int a = 0; a < S; a++) total += row[a] = row[a] < std::min(purify, top) ? 0 : row[a];
      for (int a = 0; a < S; a++) row[a] /= total > 0 ? total : 1;
    }
    return table;
  }
  Move choose(const Pbs&, int hand) override {
    look(solver, mine);
    purified = purify_all(solver, mine);
    decided = mine;
    int i = index(mine.hands[seat], hand), S = solver.n_slots(), pick = -1;
    double x = rng.unit();
    for (int a = 0; a < S; a++)
      if (purified[i * S + a] > 0) {
        pick = a;
        if ((x -= purified[i * S + a]) < 0) break;
      }
    return solver.root_move(pick);
  }
  Pbs decided;  // the belief that was last decided on
  std::vector<float> purified;

  static int index(const std::vector<uint8_t>& v, int h) {
    for (size_t i = 0; i < v.size(); i++)
      if (v[i] == h) return int(i);
    std::fprintf(stderr, "own hand not in the belief\n");
    std::abort();
  }
  static int slot_of(const Solver& solved, const Move& m) {
    const int S = solved.n_slots();
    for (int a = 0; a < S; a++)
      if (solved.root_move(a) == m) return a;
    for (int a = 0; a < S; a++) {  // a move that the solver never offers: taken for what it shows
      const Move& o = solved.root_move(a);
      if (o.kind == m.kind && o.v == m.v && o.command == NONE) return a;
    }
    return -1;
  }
  // half the solution and half the quantal response to its values, since the opponent may be no
  // solver
  static std::vector<float> with_errors(const Solver& solved) {
    std::vector<float> table = solved.root_avg;
    const int S = solved.n_slots();
    for (size_t k = 0; k * S < table.size(); k++) {
      float* row = &table[k * S];
      std::vector<float> weight(S);
      float top = -99, total = 0;
      for (int a = 0; a < S; a++)
        if (row[a] > 0) top = std::max(top, weight[a] = solved.action_value(a, int(k)));
      for (int a = 0; a < S; a++)
        if (row[a] > 0) total += weight[a] = std::exp((weight[a] - top) / HEAT);
      for (int a = 0; a < S; a++)
        if (row[a] > 0) row[a] = (1 - ERRING) * row[a] + ERRING * weight[a] / total;
    }
    return table;
  }
  static void add_doubt(const Solver& solved, std::vector<float>& table, float share) {
    const int S = solved.n_slots();
    for (size_t k = 0; k * S < table.size(); k++) {
      const float* known = &solved.root_avg[k * S];
      int n = 0;
      for (int a = 0; a < S; a++) n += known[a] > 0;
      for (int a = 0; a < S; a++)
        if (known[a] > 0) table[k * S + a] = (1 - share) * table[k * S + a] + share / n;
    }
  }
  // own hand: before the move if the own seat moved is not needed; `keep` holds it after the move
  void saw(const Move& m, int said, const int* pair, int own, const Pbs& facts) override {
    bool me = mine.pub.stm == seat;
    if (!me) look(solver, mine, 1);
    std::vector<float> table_used = me ? purified : with_errors(solver);
    int slot = slot_of(solver, m);
    add_doubt(solver, table_used, me ? 0.01f : doubt);
    int keep[2] = {-1, -1};
    keep[seat] = own;
    Pbs next;
    if (slot >= 0 && solver.advance(slot, table_used, said, pair, keep, 0, next)) {
      mine = next;
    } else {  // the model of the other player has failed: the facts remain
      mine = facts;
    }
    mine.pub = facts.pub;  // a move beyond the solver's counts as the one it is nearest to
    mine.prices = solver.prices;
    index(mine.hands[seat], own);
  }
};

}  // namespace ht
