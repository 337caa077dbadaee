// Creates players by name and measures them: the commands `match`, `rates` and `forecasts`.
#pragma once
#include <fstream>
#include <sstream>

#include "best_response.hpp"
#include "command_options.hpp"
#include "ismcts.hpp"
#include "self_play.hpp"

namespace ht {

// A net with its start cards, as a run keeps them.
struct LoadedNet {
  Net net;
  StartCardTable start;
};

// Creates the player of this name. Its net is added to `nets`, which must outlive the player. The names are
// two-ply, pimc:DEPTH:WORLDS, ismcts:ITERATIONS, probe[:REACH], pbs:DIR:DEPTH:ITERATIONS[:full|:deeper[:PAIRS:PAIRS]]
inline std::unique_ptr<Player> make_player(const std::string& name, std::vector<std::unique_ptr<LoadedNet>>& nets) {
  std::vector<std::string> part;
  std::stringstream in(name);
  for (std::string s; std::getline(in, s, ':');) part.push_back(s);
  size_t n = part.size();
  std::string kind = n ? part[0] : "";
  auto count = [&](size_t i, int least = 1) { return int(read_integer("player " + name, part[i], least)); };
  if (kind == "probe" && n <= 2) return std::make_unique<BestResponsePlayer>(n > 1 ? count(1) : 0);
  if (kind == "two-ply" && n == 1) return std::make_unique<TwoPlyPlayer>();
  if (kind == "pimc" && n == 3) return std::make_unique<PimcPlayer>(count(1), count(2));
  if (kind == "ismcts" && n == 2) return std::make_unique<IsmctsPlayer>(count(1));
  bool full = n == 5 && part[4] == "full", deeper = (n == 5 || n == 7) && part[4] == "deeper";
  if (kind == "pbs" && (n == 4 || full || deeper)) {
    nets.push_back(std::make_unique<LoadedNet>());
    LoadedNet& l = *nets.back();
    if (!l.net.load(part[1] + "/net.bin")) throw RequestError("player " + name + ": no net in " + part[1]);
    std::ifstream st(part[1] + "/start.bin", std::ios::binary);
    if (st) st.read((char*)l.start.p.data(), l.start.p.size() * 4);
    auto p = std::make_unique<SolverPlayer>(&l.net, &l.start, count(2), count(3));
    p->solver.prune_replies = !full;
    p->deeper = deeper;
    for (size_t i = 5; i < n; i++) p->few_pairs[i - 5] = count(i, 0);
    return p;
  }
  throw RequestError("'" + name + "' is no player; README.md lists them");
}

// The rules of a name: `keypad`, `arena`, `club` or `wits` (`keypad` with codes), then `+late`, `+block` or both.
inline RuleSet rules_by_name(const std::string& name) {
  std::stringstream in(name);
  std::string base, more;
  std::getline(in, base, '+');
  RuleSet rules;
  rules.codes = base == "wits";
  rules.loses_at_once = base == "keypad" || rules.codes;
  rules.command_after_draw = rules.guard_forces_draw = base == "club";
  bool known = rules.loses_at_once || base == "arena" || base == "club";
  while (std::getline(in, more, '+')) {
    known &= more == "late" || more == "block";
    (more == "late" ? rules.command_after_draw : rules.guard_forces_draw) = 1;
  }
  if (!known)
    throw RequestError("--rules: '" + name +
                       "' is none of keypad, arena, club and wits, with +late or +block behind it");
  return rules;
}
inline RuleSet rules_option() { return rules_by_name(text_option("rules", "keypad")); }

inline int match_command() {
  std::vector<std::unique_ptr<LoadedNet>> nets;
  auto a = make_player(text_option("a", "two-ply"), nets), b = make_player(text_option("b", "two-ply"), nets);
  if (auto* solver = dynamic_cast<SolverPlayer*>(a.get())) solver->doubt = float(number_option("doubt", solver->doubt));
  if (auto* probe = dynamic_cast<BestResponsePlayer*>(a.get())) {
    probe->opponent = dynamic_cast<SolverPlayer*>(b.get());
    if (rules_option().command_after_draw || rules_option().guard_forces_draw || rules_option().codes)
      throw RequestError("the probe does not know these rules");
    if (!probe->opponent) throw RequestError("a probe meets a solver only");
  }
  double t0 = now();
  int rounds = int(integer_option("rounds", 1000, 2));
  uint64_t seed = uint64_t(integer_option("seed", 1, 0));
  MatchScore s = play_match(*a, *b, rounds, seed, rules_option(), isatty(2));
  std::printf("%s against %s, %s, %d rounds, seed %llu: %.1f +- %.1f %%, %+.3f +- %.3f points, %.0f s",
              text_option("a", "two-ply").c_str(), text_option("b", "two-ply").c_str(),
              text_option("rules", "keypad").c_str(), s.rounds, (unsigned long long)seed, 100 * s.wins,
              100 * s.win_error, s.points, s.point_error, now() - t0);
  std::printf("\n");
  return 0;
}

// The command `rates`: prints how often leader and starter win by one point and by more in self-play of the
// solver. Match equity is computed from it.
inline int rates_command() {
  std::vector<std::unique_ptr<LoadedNet>> nets;
  std::string name = "pbs:" + text_option("dir", "run1") + ":1:" + text_option("iterations", "12");
  auto a = make_player(name, nets), b = make_player(name, nets);
  int rounds = int(integer_option("rounds", 2000)), count[2][2] = {};
  const RuleSet way = rules_option();
  uint64_t seed = uint64_t(integer_option("seed", 1, 0));
  int start = int(integer_option("from", 0, 0));
  for (int i = start; i < start + rounds; i++) {
    Random rng(seed * 1000003 + i);
    Deal d = way.deal(rng);
    Player* seat[2] = {a.get(), b.get()};
    PublicState end;
    play_round(d, false, way, WinPrices{{1.2f, 1.2f}}, seat, rng.next(), &end);
    count[end.winner][std::min<int>(end.points, 2) - 1]++;
  }
  std::printf("leader 1: %.4f  leader 2: %.4f  starter 1: %.4f  starter 2: %.4f  (%d rounds)\n",
              double(count[0][0]) / rounds, double(count[0][1]) / rounds, double(count[1][0]) / rounds,
              double(count[1][1]) / rounds, rounds);
  return 0;
}

// The command `forecasts`: the solver plays against itself and prints a line per turn and seat. A line has the
// number of the turn (0 for the start card), whether the seat leads, its chances of the four ends with its real
// hand, and the actual end.
inline int forecasts_command() {
  std::vector<std::unique_ptr<LoadedNet>> nets;
  std::string name = "pbs:" + text_option("dir", "run1") + ":1:" + text_option("iterations", "24");
  std::unique_ptr<Player> players[2] = {make_player(name, nets), make_player(name, nets)};
  SolverPlayer* seat[2] = {static_cast<SolverPlayer*>(players[0].get()), static_cast<SolverPlayer*>(players[1].get())};
  int rounds = int(integer_option("rounds", 2000));
  uint64_t seed = uint64_t(integer_option("seed", 1, 0));
  WinPrices prices{{1.2f, 1.2f}};
  const RuleSet way = rules_option();
  int start = int(integer_option("from", 0, 0));
  for (int i = start; i < start + rounds; i++) {
    Random rng(seed * 1000003 + i);
    Deal d = way.deal(rng);
    Round r(d, false, way);
    std::vector<std::array<float, 6>> made;
    auto note_chances = [&](const Solver& solver, const PublicBelief& b, int turn) {
      for (int q = 0; q < 2; q++)
        for (size_t k = 0; k < b.hands[q].size(); k++) {
          if (b.hands[q][k] != r.hand[q]) continue;
          float y[4];
          solver.root_chances(q, int(k), y);
          made.push_back({float(turn), float(q), y[0], y[1], y[2], y[3]});
        }
    };
    for (int p = 0; p < 2; p++) seat[p]->seat = p, seat[p]->begin(r.state, prices, rng.next());
    PublicState before = r.state;
    Solver first;
    first.net = seat[0]->net;
    PublicBelief dealt = belief_before_start(before, prices);
    first.build_start(dealt, 0);
    first.solve(4);
    note_chances(first, dealt, 0);
    int v = seat[r.state.mover]->start_card(r.state, r.hand[r.state.mover]);
    r.start(v);
    StartCardTable even;
    PublicBelief b = belief_after_start(before, prices, v, r.hand, even);
    for (int p = 0; p < 2; p++) seat[p]->observe_start(before, v, r.hand);
    for (int turn = 1; !r.state.is_over;) {
      int p = r.state.mover, deck = r.state.deck_size;
      Move m = seat[p]->choose(b, r.hand[p]);
      note_chances(seat[p]->solver, seat[p]->public_belief, turn);
      r.apply(m);
      if (r.state.is_over) break;
      bool is_reshuffled = m.kind == Move::DRAW && deck == 1;
      turn += r.state.mover != p && !r.state.awaits_answer &&
              m.kind != Move::CALL;  // a stake and its answer do not end a turn
      learn_from_move(b, m, r.revealed, r.hand);
      for (int q = 0; q < 2; q++) seat[q]->observe_move(m, r.revealed, is_reshuffled ? r.hand : nullptr, r.hand[q], b);
    }
    for (const auto& x : made) {
      int end = end_index_for(r.state, int(x[1]));
      std::printf("%d %d %.5f %.5f %.5f %.5f %d\n", int(x[0]), x[1] == 0, x[2], x[3], x[4], x[5], end);
    }
  }
  return 0;
}

}  // namespace ht
