// Creates players by name, and measures them.
#pragma once
#include <fstream>
#include <sstream>

#include "ismcts.hpp"
#include "options.hpp"
#include "probe.hpp"
#include "selfplay.hpp"

namespace ht {

struct Loaded {
  Net net;
  StartTable start;
};

inline std::unique_ptr<Player> player(const std::string& name, std::vector<std::unique_ptr<Loaded>>& nets) {
  // two-ply, pimc:DEPTH:WORLDS, ismcts:ITERATIONS, probe[:REACH], pbs:DIR:DEPTH:ITERATIONS[:full|:deeper[:PAIRS:PAIRS]]
  std::vector<std::string> part;
  std::stringstream in(name);
  for (std::string s; std::getline(in, s, ':');) part.push_back(s);
  size_t n = part.size();
  std::string kind = n ? part[0] : "";
  auto count = [&](size_t i, int least = 1) { return int(read_whole("player " + name, part[i], least)); };
  if (kind == "probe" && n <= 2) return std::make_unique<Probe>(n > 1 ? count(1) : 0);
  if (kind == "two-ply" && n == 1) return std::make_unique<TwoPly>();
  if (kind == "pimc" && n == 3) return std::make_unique<Pimc>(count(1), count(2));
  if (kind == "ismcts" && n == 2) return std::make_unique<Ismcts>(count(1));
  bool full = n == 5 && part[4] == "full", deeper = (n == 5 || n == 7) && part[4] == "deeper";
  if (kind == "pbs" && (n == 4 || full || deeper)) {
    nets.push_back(std::make_unique<Loaded>());
    Loaded& l = *nets.back();
    if (!l.net.load(part[1] + "/net.bin")) throw Refused("player " + name + ": no net in " + part[1]);
    std::ifstream st(part[1] + "/start.bin", std::ios::binary);
    if (st) st.read((char*)l.start.p.data(), l.start.p.size() * 4);
    auto p = std::make_unique<PbsPlayer>(&l.net, &l.start, count(2), count(3));
    p->solver.prune_replies = !full;
    p->deeper = deeper;
    for (size_t i = 5; i < n; i++) p->few_pairs[i - 5] = count(i, 0);
    return p;
  }
  throw Refused("'" + name + "' is no player; README.md lists them");
}

// `keypad`, `arena`, `club` or `wits` (`keypad` with codes); and, behind a plus sign, `late` or `block`
inline Way rules_named(const std::string& name) {
  std::stringstream in(name);
  std::string base, more;
  std::getline(in, base, '+');
  Way rules;
  rules.codes = base == "wits";
  rules.immediate = base == "keypad" || rules.codes;
  rules.late = rules.block = base == "club";
  bool known = rules.immediate || base == "arena" || base == "club";
  while (std::getline(in, more, '+')) {
    known &= more == "late" || more == "block";
    (more == "late" ? rules.late : rules.block) = 1;
  }
  if (!known) throw Refused("--rules: '" + name + "' is none of keypad, arena, club and wits, with +late or +block behind it");
  return rules;
}
inline Way rules_asked() { return rules_named(text("rules", "keypad")); }

inline int measure() {
  std::vector<std::unique_ptr<Loaded>> nets;
  auto a = player(text("a", "two-ply"), nets), b = player(text("b", "two-ply"), nets);
  if (auto* solver = dynamic_cast<PbsPlayer*>(a.get())) solver->doubt = float(number("doubt", solver->doubt));
  if (auto* probe = dynamic_cast<Probe*>(a.get())) {
    probe->rival = dynamic_cast<PbsPlayer*>(b.get());
    if (rules_asked().late || rules_asked().block || rules_asked().codes) throw Refused("the probe does not know these rules");
    if (!probe->rival) throw Refused("a probe meets a solver only");
  }
  double t0 = now();
  int rounds = int(whole("rounds", 1000, 2));
  uint64_t seed = uint64_t(whole("seed", 1, 0));
  Score s = match(*a, *b, rounds, seed, rules_asked(), isatty(2));
  std::printf("%s against %s, %s, %d rounds, seed %llu: %.1f +- %.1f %%, %+.3f +- %.3f points, %.0f s", text("a", "two-ply").c_str(),
              text("b", "two-ply").c_str(), text("rules", "keypad").c_str(), s.rounds, (unsigned long long)seed, 100 * s.wins,
              100 * s.win_error, s.points, s.point_error, now() - t0);
  std::printf("\n");
  return 0;
}

// the shares of the four ends for leader and starter in self-play of the solver, from which match
// equity is computed
inline int rates() {
  std::vector<std::unique_ptr<Loaded>> nets;
  std::string name = "pbs:" + text("dir", "run1") + ":1:" + text("iterations", "12");
  auto a = player(name, nets), b = player(name, nets);
  int rounds = int(whole("rounds", 2000)), count[2][2] = {};
  const Way way = rules_asked();
  uint64_t seed = uint64_t(whole("seed", 1, 0));
  int start = int(whole("from", 0, 0));
  for (int i = start; i < start + rounds; i++) {
    Rng rng(seed * 1000003 + i);
    Deal d = way.deal(rng);
    Player* seat[2] = {a.get(), b.get()};
    Pub end;
    play_round(d, false, way, Prices{{1.2f, 1.2f}}, seat, rng.next(), &end);
    count[end.winner][std::min<int>(end.points, 2) - 1]++;
  }
  std::printf("leader 1: %.4f  leader 2: %.4f  starter 1: %.4f  starter 2: %.4f  (%d rounds)\n", double(count[0][0]) / rounds,
              double(count[0][1]) / rounds, double(count[1][0]) / rounds, double(count[1][1]) / rounds, rounds);
  return 0;
}

// The solver against itself, one line a turn and seat: number of the turn (0: the start card), whether
// the seat leads, its chances of the four ends with its own hand, and the actual end.
inline int forecasts() {
  std::vector<std::unique_ptr<Loaded>> nets;
  std::string name = "pbs:" + text("dir", "run1") + ":1:" + text("iterations", "24");
  std::unique_ptr<Player> players[2] = {player(name, nets), player(name, nets)};
  PbsPlayer* seat[2] = {static_cast<PbsPlayer*>(players[0].get()), static_cast<PbsPlayer*>(players[1].get())};
  int rounds = int(whole("rounds", 2000));
  uint64_t seed = uint64_t(whole("seed", 1, 0));
  Prices prices{{1.2f, 1.2f}};
  const Way way = rules_asked();
  int start = int(whole("from", 0, 0));
  for (int i = start; i < start + rounds; i++) {
    Rng rng(seed * 1000003 + i);
    Deal d = way.deal(rng);
    Round r(d, false, way);
    std::vector<std::array<float, 6>> said;
    auto note_chances = [&](const Solver& solver, const Pbs& b, int turn) {
      for (int q = 0; q < 2; q++)
        for (size_t k = 0; k < b.hands[q].size(); k++) {
          if (b.hands[q][k] != r.hand[q]) continue;
          float y[4];
          solver.root_chances(q, int(k), y);
          said.push_back({float(turn), float(q), y[0], y[1], y[2], y[3]});
        }
    };
    for (int p = 0; p < 2; p++) seat[p]->seat = p, seat[p]->begin(r.pub, prices, rng.next());
    Pub before = r.pub;
    Solver first;
    first.net = seat[0]->net;
    Pbs dealt = before_start(before, prices);
    first.build_start(dealt, 0);
    first.solve(4);
    note_chances(first, dealt, 0);
    int v = seat[r.pub.stm]->start_card(r.pub, r.hand[r.pub.stm]);
    r.start(v);
    StartTable even;
    Pbs b = after_start(before, prices, v, r.hand, even);
    for (int p = 0; p < 2; p++) seat[p]->started(before, v, r.hand);
    for (int turn = 1; !r.pub.over;) {
      int p = r.pub.stm, deck = r.pub.deck;
      Move m = seat[p]->choose(b, r.hand[p]);
      note_chances(seat[p]->solver, seat[p]->mine, turn);
      r.apply(m);
      if (r.pub.over) break;
      bool anew = m.kind == Move::DRAW && deck == 1;
      turn += r.pub.stm != p && !r.pub.answer && m.kind != Move::CALL;  // a stake and its answer end none
      note(b, m, r.said, r.hand);
      for (int q = 0; q < 2; q++) seat[q]->saw(m, r.said, anew ? r.hand : nullptr, r.hand[q], b);
    }
    for (const auto& x : said) {
      int end = end_for(r.pub, int(x[1]));
      std::printf("%d %d %.5f %.5f %.5f %.5f %d\n", int(x[0]), x[1] == 0, x[2], x[3], x[4], x[5], end);
    }
  }
  return 0;
}

}  // namespace ht
