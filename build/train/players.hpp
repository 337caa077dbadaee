// Computer players: two-ply search with an exact belief, open-hand search over sampled worlds, the solver.
#pragma once
#include "belief.hpp"

namespace ht {

// A player of one seat. During a round it observes the start card and every move.
struct Player {
  virtual ~Player() = default;
  virtual void begin(const PublicState&, const WinPrices&, uint64_t seed) { rng = Random(seed); }
  // hand: the player's own hand; the default is a random card of it
  virtual int start_card(const PublicState& state, int hand) {
    const auto& t = hand_table();
    int n = rng.below(t.size[hand]), v = 0;
    (void)state;
    for (; n >= t.count[hand][v]; v++) n -= t.count[hand][v];
    return v;
  }
  // before: the state before the start card; hands: both hands after it
  virtual void observe_start(const PublicState& /*before*/, int /*start card*/, const int* /*hands*/) {}
  // b: the belief without inference, which is public
  virtual Move choose(const PublicBelief& b, int hand) = 0;
  // Called after every move of both seats. pair: both hands if a reshuffle showed them, else null;
  // facts: the belief without inference after the move.
  virtual void observe_move(const Move&, int /*revealed*/, const int* /*pair*/, int /*own hand*/,
                            const PublicBelief& /*facts*/) {}
  int seat = 0;
  Random rng{1};
};

// The weights of the opponent's hands for a mover with `hand`, not normalised.
inline std::vector<float> opponent_hand_weights(const PublicBelief& b, int hand) {
  std::vector<float> post;
  int me = b.state.mover, op = 1 - me;
  for (size_t j = 0; j < b.hands[op].size(); j++) {
    int h = b.hands[op][j];
    post.push_back(b.f[op][j] * pair_ways(b.state.unseen, me == 0 ? hand : h, me == 0 ? h : hand));
  }
  return post;
}

constexpr int N_EVAL = 16;

// Computes N_EVAL features of a position, from the mover's view.
inline void evaluation_features(const PublicState& s, float* x) {
  int me = s.mover, op = 1 - me, one[2], two[2];
  for (int p = 0; p < 2; p++) win_keys(s, p, one[p], two[p]);
  auto held = [&](int p) {
    int n = 0;
    for (int k = 1; k <= N_KEYS; k++) n += s.markers[p][k] > 0;
    return n;
  };
  int reach[2] = {0, 0};
  for (int p = 0; p < 2; p++)
    for (int v = 0; v < N_VALUES; v++)
      reach[p] += v != s.last_card && s.unseen[v] > 0 && (one[p] >> (v + s.last_card) & 1);
  float* y = x;
  *y++ = 1;
  *y++ = __builtin_popcount(one[me]);
  *y++ = __builtin_popcount(one[op]);
  *y++ = __builtin_popcount(two[me]);
  *y++ = __builtin_popcount(two[op]);
  *y++ = held(me) - held(op);
  *y++ = s.captured[me] - s.captured[op];
  *y++ = std::min<int>(s.supply[me], 3) - std::min<int>(s.supply[op], 3);
  *y++ = s.hand_sizes[me];
  *y++ = s.hand_sizes[op];
  *y++ = (s.markers[me][5] > 0) - (s.markers[op][5] > 0);
  *y++ = (s.double_key[me] == 0) - (s.double_key[op] == 0);
  *y++ = reach[me];
  *y++ = reach[op];
  *y++ = s.standing == PLAY;
  *y++ = s.standing == GUARD;
}

// A position's value between -1 and 1 for the mover: tanh of weighted features.
struct LinearEvaluation {
  float w[N_EVAL] = {0.1f, 0.1f,  -0.1f, 0.05f, -0.05f, 0.1f,   0.1f,  0.45f,
                     0.3f, -0.3f, 0.1f,  0.1f,  0.6f,   -0.35f, -0.6f, 0.1f};
  float operator()(const PublicState& s) const {
    float x[N_EVAL], z = 0;
    evaluation_features(s, x);
    for (int i = 0; i < N_EVAL; i++) z += w[i] * x[i];
    return std::tanh(z);
  }
};

// Players without a solver use no power and call every stake. Their search considers no command after a draw and
// no second card; these functions pass instead.
inline bool draw_and_pass(PublicState& s) {
  bool is_reshuffled = draw(s);
  if (s.awaits_command) end_turn(s, NONE);
  return is_reshuffled;
}
inline void apply_and_pass(PublicState& s, const Move& m) {
  apply_move(s, m);
  if (!s.is_over && s.awaits_command) end_turn(s, NONE);
}
constexpr Move CALL_STAKE{Move::CALL, 0, 0, NONE};

// Looks two plies ahead with the exact belief: at its own move, then at whether the opponent wins at once.
struct TwoPlyPlayer : Player {
  LinearEvaluation eval;
  Move choose(const PublicBelief& b, int hand) override {
    const auto& t = hand_table();
    const PublicState& s = b.state;
    int me = s.mover, op = 1 - me;
    if (s.awaits_answer) return CALL_STAKE;
    std::vector<float> post = opponent_hand_weights(b, hand);
    float total = 0;
    for (float w : post) total += w;
    if (may_ask(s) && post.size() > 3) return {Move::ASK, 0, 0, NONE};
    std::vector<Move> moves;
    list_moves(s, hand, moves);
    Move best;
    float top = -1e9;
    for (const Move& m : moves) {
      PublicState q = s;
      float value = 0;
      if (m.kind == Move::CARD) {
        apply_and_pass(q, m);
        if (q.is_over) {
          value = q.winner == me ? 10 + q.points : -5;
        } else {
          int rest = t.sub[hand][m.card];
          value = value_after_reply(q, b.hands[op], post, total, rest);
        }
      } else if (m.kind == Move::COMMAND) {
        end_turn(q, m.command);
        value = q.is_over ? (q.winner == me ? 10 : -5) : value_after_reply(q, b.hands[op], post, total, hand);
      } else {
        draw_and_pass(q);
        value = value_after_reply(q, b.hands[op], post, total, hand);
      }
      value += 1e-4f * float(rng.unit());
      if (value > top) top = value, best = m;
    }
    return best;
  }
  float value_after_reply(const PublicState& q, const std::vector<uint8_t>& hands, const std::vector<float>& post,
                          float total, int rest) {
    const auto& t = hand_table();
    int op = q.mover, me = 1 - op, one, two, mine1, mine2;
    win_keys(q, op, one, two);
    win_keys(q, me, mine1, mine2);
    float sum = 0, even = -eval(q);
    for (size_t j = 0; j < hands.size(); j++) {
      if (post[j] == 0) continue;
      int h = hands[j], reach = t.reach[h][q.last_card];
      float v = even;
      if (must_draw(q)) {
        v = even;
      } else if (q.supply[op] && (reach & two)) {
        v = -1.6f;
      } else if (q.supply[op] && (reach & one)) {
        v = -1.f;
      } else if (q.standing == PLAY && has_playable(q, h)) {
        v = 1e9f;  // the opponent's best card; then whether the mover wins
        for (int c = 0; c < N_VALUES; c++) {
          if (!t.count[h][c] || c == q.last_card) continue;
          PublicState r = q;
          play_card(r, c, r.singles(op) == 0);
          float x;
          if (r.is_over) {
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

// Open-hand search (perfect information Monte Carlo): alpha-beta in worlds drawn from the belief. It searches every
// possible hand of the opponent, in about `worlds` worlds altogether.
struct PimcPlayer : Player {
  LinearEvaluation eval;
  int depth, worlds;
  long nodes = 0;
  PimcPlayer(int d, int n) : depth(d), worlds(n) {}

  struct World {
    PublicState state;
    int hand[2];
    int8_t deck[24];
    int top = 0;
  };

  // Returns a world with these hands and a deck in random order.
  static World sample_world(const PublicState& s, int own, int other, Random& rng) {
    World w;
    w.state = s;
    w.hand[s.mover] = own, w.hand[1 - s.mover] = other;
    int n = 0;
    for (int v = 0; v < N_VALUES; v++)
      for (int i = 0; i < s.unseen[v] - hand_table().count[own][v] - hand_table().count[other][v]; i++) w.deck[n++] = v;
    for (int i = n - 1; i > 0; i--) std::swap(w.deck[i], w.deck[rng.below(i + 1)]);
    return w;
  }

  // Makes a move; returns false if the deck was reshuffled, since its order is then unknown.
  static bool apply_in_world(World& w, const Move& m) {
    int p = w.state.mover;
    if (m.kind == Move::CARD) {
      w.hand[p] = hand_table().sub[w.hand[p]][m.card];
      apply_and_pass(w.state, m);
    } else if (m.kind == Move::COMMAND) {
      end_turn(w.state, m.command);
    } else {
      int c = w.deck[w.top++];
      w.hand[p] = hand_table().add[w.hand[p]][c];
      if (draw_and_pass(w.state)) return false;
    }
    if (!w.state.is_over && is_stuck(w.state, w.hand[w.state.mover])) finish(w.state, 1 - w.state.mover, 1);
    return true;
  }

  // The value of a finished round for p.
  float round_value(const PublicState& s, int p) const {
    float u = s.points >= 2 ? 1.6f : 1.f;
    return s.winner == p ? u : -u;
  }

  // The value for the mover by a search d plies deep.
  float search(const World& w, int d, float alpha, float beta) {
    nodes++;
    const auto& t = hand_table();
    const PublicState& s = w.state;
    int p = s.mover, one, two;
    if (s.supply[p] && !must_draw(s)) {
      win_keys(s, p, one, two);
      int reach = t.reach[w.hand[p]][s.last_card];
      if (reach & two) return 1.6f;
      if (reach & one) return 1.f;
    }
    if (d == 0) return eval(s);
    std::vector<Move> moves;
    list_moves(s, w.hand[p], moves);
    float best = -9;
    for (const Move& m : moves) {
      if (m.command == GUARD) continue;
      World x = w;
      float v;
      if (!apply_in_world(x, m))
        v = -eval(x.state);
      else if (x.state.is_over)
        v = round_value(x.state, p);
      else
        v = -search(x, d - 1, -beta, -alpha);
      best = std::max(best, v), alpha = std::max(alpha, v);
      if (alpha >= beta) break;
    }
    return best;
  }

  Move choose(const PublicBelief& b, int hand) override {
    const PublicState& s = b.state;
    int me = s.mover, op = 1 - me;
    if (s.awaits_answer) return CALL_STAKE;
    std::vector<float> post = opponent_hand_weights(b, hand);
    if (may_ask(s) && post.size() > 3) return {Move::ASK, 0, 0, NONE};
    std::vector<Move> moves;
    list_moves(s, hand, moves);
    if (moves.size() == 1) return moves[0];
    std::vector<float> sum(moves.size());
    int live = 0;
    for (float w : post) live += w > 0;
    for (size_t j = 0; j < post.size(); j++) {
      if (post[j] <= 0) continue;
      // hands are enumerated; the orders of the deck are sampled
      int copies = std::max(1, worlds / std::max(1, live));
      for (int k = 0; k < copies; k++) {
        World w = sample_world(s, hand, b.hands[op][j], rng);
        for (size_t a = 0; a < moves.size(); a++) {
          World x = w;
          float v;
          if (!apply_in_world(x, moves[a]))
            v = -eval(x.state);
          else if (x.state.is_over)
            v = x.state.winner == me ? 10 : round_value(x.state, me);
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

// The solver as a player

struct SolverPlayer : Player {
  const Net* net;
  const StartCardTable* table;
  int depth, iterations;
  static constexpr float ERROR_SHARE = 0.5f, ERROR_TEMPERATURE = 0.3f;  // as in hacktrick/ai/solver/belief_tracker.py
  float purify = 0.04f;                                                 // moves with a smaller share are not played
  float doubt = 0.05f;  // share of random moves expected of the opponent
  bool deeper = false;  // look one move further with at most few_pairs[0] pairs of hands, two with few_pairs[1]
  size_t few_pairs[2] = {24, 3};
  Solver solver;
  PublicBelief public_belief;  // with inference from both seats' choices

  SolverPlayer(const Net* n, const StartCardTable* st, int d, int t) : net(n), table(st), depth(d), iterations(t) {
    solver.net = n;
  }

  void begin(const PublicState& p, const WinPrices& prices, uint64_t seed) override {
    Player::begin(p, prices, seed);
    public_belief.prices = prices;
  }
  int start_card(const PublicState& state, int hand) override {
    int8_t aside[N_VALUES];
    for (int c = 0; c < N_VALUES; c++) aside[c] = COPIES - state.unseen[c];
    const float* p = table->at(StartCardTable::aside_index(aside), hand);
    double x = rng.unit();
    int last = 0;
    for (int v = 0; v < N_VALUES; v++)
      if (hand_table().count[hand][v]) {
        last = v;
        if ((x -= p[v]) < 0) break;
      }
    return last;
  }
  void observe_start(const PublicState& before, int v, const int* hands) override {
    StartCardTable soft = *table;
    public_belief = belief_after_start(before, public_belief.prices, v, hands, soft);
  }
  // Solves a belief as deep as this player does.
  void solve_belief(Solver& with, const PublicBelief& b) const {
    size_t pairs = b.hands[0].size() * b.hands[1].size();
    solve_belief(with, b, depth + (deeper && pairs <= few_pairs[0]) + (deeper && pairs <= few_pairs[1]));
  }
  void solve_belief(Solver& with, const PublicBelief& b, int moves) const {
    with.build(b, moves);
    with.solve(iterations);
  }
  // The policy that is played: the solution without its rare moves.
  std::vector<float> purified_policy(const Solver& solved, const PublicBelief& b) const {
    std::vector<float> table = solved.average_root_strategy;
    const int S = solved.n_slots();
    for (size_t k = 0; k < b.hands[b.state.mover].size(); k++) {
      float* row = &table[k * S];
      float total = 0, top = *std::max_element(row, row + S);
      for (int a = 0; a < S; a++) total += row[a] = row[a] < std::min(purify, top) ? 0 : row[a];
      for (int a = 0; a < S; a++) row[a] /= total > 0 ? total : 1;
    }
    return table;
  }
  Move choose(const PublicBelief&, int hand) override {
    solve_belief(solver, public_belief);
    purified = purified_policy(solver, public_belief);
    last_belief = public_belief;
    int i = index_of_hand(public_belief.hands[seat], hand), S = solver.n_slots(), pick = -1;
    double x = rng.unit();
    for (int a = 0; a < S; a++)
      if (purified[i * S + a] > 0) {
        pick = a;
        if ((x -= purified[i * S + a]) < 0) break;
      }
    return solver.root_move(pick);
  }
  PublicBelief last_belief;  // at the last decision
  std::vector<float> purified;

  static int index_of_hand(const std::vector<uint8_t>& v, int h) {
    for (size_t i = 0; i < v.size(); i++)
      if (v[i] == h) return int(i);
    std::fprintf(stderr, "own hand not in the belief\n");
    std::abort();
  }
  static int slot_of_move(const Solver& solved, const Move& m) {
    const int S = solved.n_slots();
    for (int a = 0; a < S; a++)
      if (solved.root_move(a) == m) return a;
    for (int a = 0; a < S; a++) {  // a move outside the tree: the same card without the command
      const Move& o = solved.root_move(a);
      if (o.kind == m.kind && o.card == m.card && o.command == NONE) return a;
    }
    return -1;
  }
  // The model of the opponent, who may be no solver: half the solution, half a quantal response to its values.
  static std::vector<float> policy_with_errors(const Solver& solved) {
    std::vector<float> table = solved.average_root_strategy;
    const int S = solved.n_slots();
    for (size_t k = 0; k * S < table.size(); k++) {
      float* row = &table[k * S];
      std::vector<float> weight(S);
      float top = -99, total = 0;
      for (int a = 0; a < S; a++)
        if (row[a] > 0) top = std::max(top, weight[a] = solved.action_value(a, int(k)));
      for (int a = 0; a < S; a++)
        if (row[a] > 0) total += weight[a] = std::exp((weight[a] - top) / ERROR_TEMPERATURE);
      for (int a = 0; a < S; a++)
        if (row[a] > 0) row[a] = (1 - ERROR_SHARE) * row[a] + ERROR_SHARE * weight[a] / total;
    }
    return table;
  }
  // Mixes `share` of uniformly random moves into a policy.
  static void mix_in_random_moves(const Solver& solved, std::vector<float>& table, float share) {
    const int S = solved.n_slots();
    for (size_t k = 0; k * S < table.size(); k++) {
      const float* known = &solved.average_root_strategy[k * S];
      int n = 0;
      for (int a = 0; a < S; a++) n += known[a] > 0;
      for (int a = 0; a < S; a++)
        if (known[a] > 0) table[k * S + a] = (1 - share) * table[k * S + a] + share / n;
    }
  }
  // `own` is the hand of this seat after the move. It is never dropped from the belief.
  void observe_move(const Move& m, int revealed, const int* pair, int own, const PublicBelief& facts) override {
    bool me = public_belief.state.mover == seat;
    if (!me) solve_belief(solver, public_belief, 1);
    std::vector<float> table_used = me ? purified : policy_with_errors(solver);
    int slot = slot_of_move(solver, m);
    mix_in_random_moves(solver, table_used, me ? 0.01f : doubt);
    int keep[2] = {-1, -1};
    keep[seat] = own;
    PublicBelief next;
    if (slot >= 0 && solver.compute_next_belief(slot, table_used, revealed, pair, keep, 0, next)) {
      public_belief = next;
    } else {  // the move contradicts the model of the opponent: only facts remain
      public_belief = facts;
    }
    public_belief.state = facts.state;  // the state after the real move, even if slot_of_move took a similar one
    public_belief.prices = solver.prices;
    index_of_hand(public_belief.hands[seat], own);
  }
};

}  // namespace ht
