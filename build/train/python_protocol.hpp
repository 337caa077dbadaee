// The commands that Python programs talk to: `spar` (moves, sparring_bot.py), `replay` (legal actions,
// rules_parity.py) and `dump` (solved positions as JSON, solver_parity.py).
#pragma once
#include <iostream>
#include <sstream>

#include "measuring_commands.hpp"

namespace ht {

// Reads a hand, written as its six counts by value.
inline int read_hand(std::istream& in) {
  int8_t count[N_VALUES];
  for (int v = 0, n; v < N_VALUES; v++) in >> n, count[v] = int8_t(n);
  return hand_table().index_of(count);
}

template <class T>
inline void read_numbers(std::istream& in, T* to, int n) {
  for (int i = 0, x; i < n; i++) in >> x, to[i] = T(x);
}

// The command `spar`: reads a position per line and answers with a move. sparring_bot.py defines the order of the
// numbers.
inline int spar_command() {
  std::vector<std::unique_ptr<LoadedNet>> nets;
  auto bot = make_player(text_option("player", "two-ply"), nets);
  bot->begin(PublicState{}, WinPrices{}, uint64_t(integer_option("seed", 1, 0)));
  std::string line;
  while (std::getline(std::cin, line)) {
    std::stringstream in(line);
    PublicBelief b;
    PublicState& s = b.state;
    for (int8_t* x : {&s.loses_at_once, &s.mover, &s.last_card, &s.deck_size, &s.standing, &s.has_asked})
      read_numbers(in, x, 1);
    for (int8_t* x : {s.supply, s.double_key, s.captured, s.hand_sizes}) read_numbers(in, x, 2);
    for (int p = 0; p < 2; p++) read_numbers(in, s.markers[p] + 1, N_KEYS);
    read_numbers(in, s.row, N_VALUES), read_numbers(in, s.unseen, N_VALUES);
    int own = read_hand(in), n = 0;
    in >> n;
    for (int i = 0; i < n; i++) {
      int hand = read_hand(in);
      double chance = 0;
      in >> chance;
      int pair[2] = {own, hand};
      b.hands[1 - s.mover].push_back(uint8_t(hand));
      b.f[1 - s.mover].push_back(float(chance) / pair_ways(s.unseen, pair[s.mover], pair[1 - s.mover]));
    }
    Move m = bot->choose(b, own);
    std::printf("%d %d %d %d\n", m.kind, m.card, m.places_double, m.command);
    std::fflush(stdout);
  }
  return 0;
}

inline void print_features(const Round& r, std::istream& in) {
  WinPrices prices;
  in >> prices.double_premium[0] >> prices.double_premium[1];
  std::vector<float> x(N_PUB + 2 * (N_STAT + N_FIX));
  float* y = x.data() + N_PUB;
  public_features(r.state, prices, x.data());
  for (int p = 0, one, two; p < 2; p++, y += N_STAT + N_FIX) {
    win_keys(r.state, p, one, two);
    hand_statistics(r.state, one, r.hand[p], y);
    fixed_hand_features(r.state, p, one, two, r.hand[p], y + N_STAT);
  }
  for (size_t i = 0; i < x.size(); i++) std::printf("%s%.6g", i ? " " : "", double(x[i]));
  std::printf("\n");
}

inline void list_plays(const PublicState& s, int hand, const std::string& again, std::vector<std::string>& out) {
  for (int v = 0; v < N_VALUES && s.supply[s.mover] && !must_draw(s); v++) {
    if (v == s.last_card || !hand_table().count[hand][v]) continue;
    if (s.singles(s.mover)) out.push_back("play " + std::to_string(v) + again);
    if (s.double_key[s.mover] == 0) out.push_back("play " + std::to_string(v) + " double" + again);
  }
}

// Lists every ordered choice of one or more cards of the hand.
inline void list_under_deck(int hand, const std::string& put, std::vector<std::string>& out) {
  for (int v = 0; v < N_VALUES; v++) {
    if (!hand_table().count[hand][v]) continue;
    std::string more = put + " " + std::to_string(v);
    out.push_back(more);
    list_under_deck(hand_table().sub[hand][v], more, out);
  }
}

inline void print_legal(const Round& r, bool command) {
  const PublicState& s = r.state;
  std::vector<std::string> out;
  if (s.is_over) {
    std::printf("over %d %d\n", s.winner, s.points);
    return;
  }
  if (s.awaits_answer) {
    out = {"call", "fold"};
  } else if (command) {
    if (s.can_play_again) list_plays(s, r.hand[s.mover], " again", out);
    out.push_back("pass");
    if (may_command_play(s)) out.push_back(is_play_pointless(s) ? "command play!" : "command play");
    if (may_command_guard(s)) out.push_back(is_guard_pointless(s) ? "command guard!" : "command guard");
  } else {
    int hand = r.hand[s.mover];
    if (may_ask(s)) out.push_back("ask");
    if (may_ask_from_supply(s)) out.push_back("ask own");
    if (may_discard(s)) out.push_back("discard");
    if (may_stake(s)) out.push_back("stake");
    for (int v = 0; v < N_VALUES && may_swap(s); v++)
      if (hand_table().count[hand][v]) out.push_back("swap " + std::to_string(v));
    list_plays(s, hand, "", out);
    if (may_put_under(s)) list_under_deck(hand, "under", out);
    if (!must_play(s, hand)) out.push_back("draw");
  }
  std::sort(out.begin(), out.end());
  for (size_t i = 0; i < out.size(); i++) std::printf("%s%s", i ? "," : "", out[i].c_str());
  std::printf("\n");
}

// The command `replay`. Standard input: `round RULES LEADER HAND0 HAND1 ASIDE CODE0 CODE1 SCORE0 SCORE1` (codes as
// laid), then actions, some with cards that the action does not name: `draw V` (drawn), `swap V W` (W taken),
// `under V ... : W ...` (W drawn).
// Prints the legal actions after the start card and every action, pointless commands with an exclamation mark.
// `features PRICE0 PRICE1` prints the net's inputs for the position and both hands.
inline int replay_command() {
  std::string line;
  std::unique_ptr<Round> r;
  PublicState placed;
  while (std::getline(std::cin, line)) {
    std::stringstream in(line);
    std::string verb, word;
    in >> verb;
    if (verb == "round") {
      std::string rules, hands[2], aside, codes[2];
      int leader;
      in >> rules >> leader >> hands[0] >> hands[1] >> aside >> codes[0] >> codes[1];
      Deal d;
      read_numbers(in, d.score, 2);
      if (leader) std::swap(d.score[0], d.score[1]);
      for (char c : hands[leader]) d.hands[0][c - '0']++;
      for (char c : hands[1 - leader]) d.hands[1][c - '0']++;
      for (char c : aside) d.aside[c - '0']++;
      d.laid[0] = code_by_name(codes[leader]), d.laid[1] = code_by_name(codes[1 - leader]);
      r = std::make_unique<Round>(d, leader == 1, rules_by_name(rules));
      continue;
    }
    if (verb == "features") {
      print_features(*r, in);
      continue;
    }
    PublicState& s = r->state;
    int p = s.mover, v = -1;
    bool command = false;  // the turn goes on
    if (verb == "start") {
      in >> v;
      r->start(v);
    } else if (verb == "ask") {
      in >> word;
      ask(s, word == "own");
    } else if (verb == "swap") {
      int taken;
      in >> v >> taken;
      r->exchange_cards(v, taken);
      swap(s);
    } else if (verb == "under") {
      int& hand = r->hand[p];
      while (in >> word && word != ":") hand = hand_table().sub[hand][std::stoi(word)];
      while (in >> v) hand = hand_table().add[hand][v];
      end_turn(s, NONE);
    } else if (verb == "discard" || verb == "stake" || verb == "call" || verb == "fold") {
      int8_t kind = verb == "discard" ? Move::DISCARD
                    : verb == "stake" ? Move::STAKE
                    : verb == "call"  ? Move::CALL
                                      : Move::FOLD;
      apply_move(s, {kind, 0, 0, NONE});
    } else if (verb == "play") {
      in >> v >> word;
      r->hand[p] = hand_table().sub[r->hand[p]][v];
      play_card(s, v, word == "double");
      command = true;
    } else if (verb == "draw") {
      in >> v;
      r->hand[p] = hand_table().add[r->hand[p]][v];
      draw(s);
      command = s.awaits_command;
    } else if (verb == "pass") {
      end_turn(s, NONE);
    } else {
      in >> word;
      end_turn(s, word == "play" ? PLAY : GUARD);
    }
    if (!s.is_over && !command && is_stuck(s, r->hand[s.mover])) finish(s, 1 - s.mover, 1);
    print_legal(*r, command);
  }
  return 0;
}

// The command `dump`: prints solved positions of self-play, one JSON object a line: the position, the policy and
// the chances of every hand.
inline int dump_command() {
  Net net;
  Random rng(uint64_t(integer_option("seed", 5, 0)));
  std::string dir = text_option("dir", "");
  if (dir.empty() || !net.load(dir + "/net.bin")) net.init(rng);
  Solver solver;
  solver.net = &net;
  StartCardTable table;
  std::vector<TrainingExample> samples;
  SelfPlaySettings settings;
  settings.wits = float(number_option("wits", settings.wits));
  while (int(samples.size()) < integer_option("positions", 60))
    play_self_play_round(solver, settings, table, rng, samples);
  int depth = int(integer_option("depth", 1)), T = int(integer_option("iterations", 6));
  for (const TrainingExample& s : samples) {
    PublicBelief b;
    b.state = s.state, b.prices = s.prices;
    for (int p = 0, i = 0; p < 2; p++)
      for (int k = 0; k < s.n[p]; k++, i++) b.hands[p].push_back(s.hands[i]), b.f[p].push_back(s.f[i]);
    solver.build(b, depth);
    solver.solve(T);
    const PublicState& q = s.state;
    auto list = [](const char* name, auto begin, int n) {
      std::printf("\"%s\":[", name);
      for (int i = 0; i < n; i++) std::printf("%s%.9g", i ? "," : "", double(begin[i]));
      std::printf("],");
    };
    std::printf("{");
    for (int p = 0; p < 2; p++) {
      std::string e = std::to_string(p);
      list(("cnt" + e).c_str(), q.markers[p] + 1, 9);
      std::printf("\"hands%d\":[", p);
      for (size_t i = 0; i < b.hands[p].size(); i++) {
        std::printf("%s\"", i ? "," : "");
        for (int v = 0; v < N_VALUES; v++) std::printf("%d", hand_table().count[b.hands[p][i]][v]);
        std::printf("\"");
      }
      std::printf("],");
      list(("f" + e).c_str(), b.f[p].data(), int(b.f[p].size()));
      std::printf("\"chances%d\":[", p);
      for (size_t i = 0; i < b.hands[p].size(); i++) {
        float y[4], staked[4] = {};
        solver.root_chances(p, int(i), y);
        if (solver.stakable) solver.root_chances_staked(p, int(i), staked);
        for (int c = 0; c < 4; c++) y[c] -= staked[c];
        std::printf("%s[%.7f,%.7f,%.7f,%.7f", i ? "," : "", y[0], y[1], y[2], y[3]);
        if (solver.stakable) std::printf(",%.7f,%.7f,%.7f,%.7f", staked[0], staked[1], staked[2], staked[3]);
        std::printf("]");
      }
      std::printf("],");
    }
    list("dbl", q.double_key, 2), list("supply", q.supply, 2), list("cap", q.captured, 2), list("hs", q.hand_sizes, 2);
    list("row", q.row, N_VALUES), list("u", q.unseen, N_VALUES), list("prices", s.prices.double_premium, 2),
        list("codes", q.codes, 2), list("used", q.used, 2);
    list("pot", s.prices.staked_win, 2), list("pot_of", s.prices.staked_double_premium, 2), list("score", q.score, 2),
        list("stakes", q.stakes, 2);
    std::printf("\"last\":%d,\"deck\":%d,\"stm\":%d,\"standing\":%d,\"asked\":%d,", q.last_card, q.deck_size, q.mover,
                q.standing, q.has_asked);
    std::printf("\"immediate\":%d,\"late\":%d,\"block\":%d,\"again\":%d,", q.loses_at_once, q.command_after_draw,
                q.guard_forces_draw, q.can_play_again);
    std::printf("\"slots\":[");
    for (int a = 0; a < solver.n_slots(); a++) {
      const Move& m = solver.root_move(a);
      int cards = m.kind == Move::UNDER ? HandTable::encode(hand_table().count[m.card]) : m.card;
      std::printf("%s[%d,%d,%d,%d]", a ? "," : "", m.kind, cards, m.places_double, m.command);
    }
    std::printf("],");
    list("policy", solver.average_root_strategy.data(), int(solver.average_root_strategy.size()));
    std::printf("\"leaves\":%d}\n", int(solver.n_evaluated_leaves));
  }
  return 0;
}

}  // namespace ht
