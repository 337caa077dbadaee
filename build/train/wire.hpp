// Text protocols for Python: moves for sparring.py, legal actions for rules_check.py, solved
// positions as JSON.
#pragma once
#include <iostream>
#include <sstream>

#include "measure.hpp"

namespace ht {

// A hand is written as its counts by value: 6 numbers.
inline int read_hand(std::istream& in) {
  int8_t count[V];
  for (int v = 0, n; v < V; v++) in >> n, count[v] = int8_t(n);
  return H().of(count);
}

template <class T>
inline void read_all(std::istream& in, T* to, int n) {
  for (int i = 0, x; i < n; i++) in >> x, to[i] = T(x);
}

// For sparring.py: one position a line, one move a line. The order of the numbers is written there.
inline int spar() {
  std::vector<std::unique_ptr<Loaded>> nets;
  auto bot = player(text("player", "two-ply"), nets);
  bot->begin(Pub{}, Prices{}, uint64_t(whole("seed", 1, 0)));
  std::string line;
  while (std::getline(std::cin, line)) {
    std::stringstream in(line);
    Pbs b;
    Pub& s = b.pub;
    for (int8_t* x : {&s.immediate, &s.stm, &s.last, &s.deck, &s.standing, &s.asked}) read_all(in, x, 1);
    for (int8_t* x : {s.supply, s.dbl, s.cap, s.hs}) read_all(in, x, 2);
    for (int p = 0; p < 2; p++) read_all(in, s.cnt[p] + 1, NKEYS);
    read_all(in, s.row, V), read_all(in, s.u, V);
    int own = read_hand(in), n = 0;
    in >> n;
    for (int i = 0; i < n; i++) {
      int hand = read_hand(in);
      double chance = 0;
      in >> chance;
      int pair[2] = {own, hand};
      b.hands[1 - s.stm].push_back(uint8_t(hand));
      b.f[1 - s.stm].push_back(float(chance) / pair_ways(s.u, pair[s.stm], pair[1 - s.stm]));
    }
    Move m = bot->choose(b, own);
    std::printf("%d %d %d %d\n", m.kind, m.v, m.big, m.command);
    std::fflush(stdout);
  }
  return 0;
}

inline void print_features(const Round& r, std::istream& in) {
  Prices prices;
  in >> prices.of[0] >> prices.of[1];
  std::vector<float> x(N_PUB + 2 * (N_STAT + N_FIX));
  float* y = x.data() + N_PUB;
  pub_features(r.pub, prices, x.data());
  for (int p = 0, one, two; p < 2; p++, y += N_STAT + N_FIX) {
    win_keys(r.pub, p, one, two);
    hand_stats(r.pub, one, r.hand[p], y);
    hand_fixed(r.pub, p, one, two, r.hand[p], y + N_STAT);
  }
  for (size_t i = 0; i < x.size(); i++) std::printf("%s%.6g", i ? " " : "", double(x[i]));
  std::printf("\n");
}

inline void list_plays(const Pub& s, int hand, const std::string& again, std::vector<std::string>& out) {
  for (int v = 0; v < V && s.supply[s.stm] && !must_draw(s); v++) {
    if (v == s.last || !H().count[hand][v]) continue;
    if (s.singles(s.stm)) out.push_back("play " + std::to_string(v) + again);
    if (s.dbl[s.stm] == 0) out.push_back("play " + std::to_string(v) + " double" + again);
  }
}

// all orders of one or more cards of the hand
inline void list_under(int hand, const std::string& put, std::vector<std::string>& out) {
  for (int v = 0; v < V; v++) {
    if (!H().count[hand][v]) continue;
    std::string more = put + " " + std::to_string(v);
    out.push_back(more);
    list_under(H().sub[hand][v], more, out);
  }
}

inline void print_legal(const Round& r, bool command) {
  const Pub& s = r.pub;
  std::vector<std::string> out;
  if (s.over) {
    std::printf("over %d %d\n", s.winner, s.points);
    return;
  }
  if (s.answer) {
    out = {"call", "fold"};
  } else if (command) {
    if (s.again) list_plays(s, r.hand[s.stm], " again", out);
    out.push_back("pass");
    if (may_say_play(s)) out.push_back(idle_play(s) ? "command play!" : "command play");
    if (may_say_guard(s)) out.push_back(idle_guard(s) ? "command guard!" : "command guard");
  } else {
    int hand = r.hand[s.stm];
    if (may_ask(s)) out.push_back("ask");
    if (may_ask_own(s)) out.push_back("ask own");
    if (may_discard(s)) out.push_back("discard");
    if (may_stake(s)) out.push_back("stake");
    for (int v = 0; v < V && may_swap(s); v++)
      if (H().count[hand][v]) out.push_back("swap " + std::to_string(v));
    list_plays(s, hand, "", out);
    if (may_put_under(s)) list_under(hand, "under", out);
    if (!must_play(s, hand)) out.push_back("draw");
  }
  std::sort(out.begin(), out.end());
  for (size_t i = 0; i < out.size(); i++) std::printf("%s%s", i ? "," : "", out[i].c_str());
  std::printf("\n");
}

// Standard input: `round RULES LEADER HAND0 HAND1 ASIDE CODE0 CODE1 SCORE0 SCORE1` (codes as they were laid), then actions (`draw V` with the card, `swap V W` with the one taken, `under V ... : W ...`
// with those drawn).
// Prints the legal actions after the start and after every action, pointless commands with an
// exclamation mark; and to `features PRICE0 PRICE1` what the net sees of the position and of both hands.
inline int replay() {
  std::string line;
  std::unique_ptr<Round> r;
  Pub placed;
  while (std::getline(std::cin, line)) {
    std::stringstream in(line);
    std::string verb, word;
    in >> verb;
    if (verb == "round") {
      std::string rules, hands[2], aside, codes[2];
      int leader;
      in >> rules >> leader >> hands[0] >> hands[1] >> aside >> codes[0] >> codes[1];
      Deal d;
      read_all(in, d.score, 2);
      if (leader) std::swap(d.score[0], d.score[1]);
      for (char c : hands[leader]) d.hands[0][c - '0']++;
      for (char c : hands[1 - leader]) d.hands[1][c - '0']++;
      for (char c : aside) d.aside[c - '0']++;
      d.laid[0] = code_named(codes[leader]), d.laid[1] = code_named(codes[1 - leader]);
      r = std::make_unique<Round>(d, leader == 1, rules_named(rules));
      continue;
    }
    if (verb == "features") {
      print_features(*r, in);
      continue;
    }
    Pub& s = r->pub;
    int p = s.stm, v = -1;
    bool command = false;  // the turn waits for its word
    if (verb == "start") {
      in >> v;
      r->start(v);
    } else if (verb == "ask") {
      in >> word;
      ask(s, word == "own");
    } else if (verb == "swap") {
      int taken;
      in >> v >> taken;
      r->exchange(v, taken);
      swap(s);
    } else if (verb == "under") {
      int& hand = r->hand[p];
      while (in >> word && word != ":") hand = H().sub[hand][std::stoi(word)];
      while (in >> v) hand = H().add[hand][v];
      end_turn(s, NONE);
    } else if (verb == "discard" || verb == "stake" || verb == "call" || verb == "fold") {
      int8_t kind = verb == "discard" ? Move::DISCARD : verb == "stake" ? Move::STAKE : verb == "call" ? Move::CALL : Move::FOLD;
      act(s, {kind, 0, 0, NONE});
    } else if (verb == "play") {
      in >> v >> word;
      r->hand[p] = H().sub[r->hand[p]][v];
      place(s, v, word == "double");
      command = true;
    } else if (verb == "draw") {
      in >> v;
      r->hand[p] = H().add[r->hand[p]][v];
      draw(s);
      command = s.word;
    } else if (verb == "pass") {
      end_turn(s, NONE);
    } else {
      in >> word;
      end_turn(s, word == "play" ? PLAY : GUARD);
    }
    if (!s.over && !command && stuck(s, r->hand[s.stm])) finish(s, 1 - s.stm, 1);
    print_legal(*r, command);
  }
  return 0;
}

// policies and values of positions of self-play, as text, for the cross-check with numpy
inline int dump() {
  Net net;
  Rng rng(uint64_t(whole("seed", 5, 0)));
  std::string dir = text("dir", "");
  if (dir.empty() || !net.load(dir + "/net.bin")) net.init(rng);
  Solver solver;
  solver.net = &net;
  StartTable table;
  std::vector<Sample> samples;
  Lessons how;
  how.wits = float(number("wits", how.wits));
  while (int(samples.size()) < whole("positions", 60)) self_play(solver, how, table, rng, samples);
  int depth = int(whole("depth", 1)), T = int(whole("iterations", 6));
  for (const Sample& s : samples) {
    Pbs b;
    b.pub = s.pub, b.prices = s.prices;
    for (int p = 0, i = 0; p < 2; p++)
      for (int k = 0; k < s.n[p]; k++, i++) b.hands[p].push_back(s.hands[i]), b.f[p].push_back(s.f[i]);
    solver.build(b, depth);
    solver.solve(T);
    const Pub& q = s.pub;
    auto list = [](const char* name, auto begin, int n) {
      std::printf("\"%s\":[", name);
      for (int i = 0; i < n; i++) std::printf("%s%.9g", i ? "," : "", double(begin[i]));
      std::printf("],");
    };
    std::printf("{");
    for (int p = 0; p < 2; p++) {
      std::string e = std::to_string(p);
      list(("cnt" + e).c_str(), q.cnt[p] + 1, 9);
      std::printf("\"hands%d\":[", p);
      for (size_t i = 0; i < b.hands[p].size(); i++) {
        std::printf("%s\"", i ? "," : "");
        for (int v = 0; v < V; v++) std::printf("%d", H().count[b.hands[p][i]][v]);
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
    list("dbl", q.dbl, 2), list("supply", q.supply, 2), list("cap", q.cap, 2), list("hs", q.hs, 2);
    list("row", q.row, V), list("u", q.u, V), list("prices", s.prices.of, 2), list("codes", q.codes, 2), list("used", q.used, 2);
    list("pot", s.prices.pot, 2), list("pot_of", s.prices.pot_of, 2), list("score", q.score, 2), list("stakes", q.stakes, 2);
    std::printf("\"last\":%d,\"deck\":%d,\"stm\":%d,\"standing\":%d,\"asked\":%d,", q.last, q.deck, q.stm, q.standing, q.asked);
    std::printf("\"immediate\":%d,\"late\":%d,\"block\":%d,\"again\":%d,", q.immediate, q.late, q.block, q.again);
    std::printf("\"slots\":[");
    for (int a = 0; a < solver.n_slots(); a++) {
      const Move& m = solver.root_move(a);
      int cards = m.kind == Move::UNDER ? HandTables::encode(H().count[m.v]) : m.v;
      std::printf("%s[%d,%d,%d,%d]", a ? "," : "", m.kind, cards, m.big, m.command);
    }
    std::printf("],");
    list("policy", solver.root_avg.data(), int(solver.root_avg.size()));
    std::printf("\"leaves\":%d}\n", int(solver.evals));
  }
  return 0;
}

}  // namespace ht
