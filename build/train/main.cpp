// hacktrick-train: learn, measure, and be checked. Commands and options: see README.md.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "ismcts.hpp"
#include "selfplay.hpp"

using namespace ht;

static std::map<std::string, std::string> options;

static double number(const std::string& name, double fallback) {
  auto it = options.find(name);
  return it == options.end() ? fallback : std::atof(it->second.c_str());
}
static std::string text(const std::string& name, const std::string& fallback) {
  auto it = options.find(name);
  return it == options.end() ? fallback : it->second;
}
static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// ------------------------------------------------------------------ training

template <class T>
static void put(std::ostream& o, const std::vector<T>& v) {
  uint64_t n = v.size();
  o.write((const char*)&n, 8);
  o.write((const char*)v.data(), n * sizeof(T));
}
template <class T>
static void get(std::istream& i, std::vector<T>& v) {
  uint64_t n = 0;
  i.read((char*)&n, 8);
  v.resize(n);
  i.read((char*)v.data(), n * sizeof(T));
}

struct Run {
  Net net, mean;  // mean: a slow average of the weights, which is what is measured and shipped
  Trainer trainer{net};
  StartTable start;
  std::vector<Sample> replay;
  size_t next = 0;
  Rng rng{1};
  uint64_t seen = 0, games = 0, rounds = 0;
  double hours = 0;

  void save(const std::string& dir) const {
    mean.save(dir + "/net.bin");
    std::ofstream o(dir + "/state.part", std::ios::binary);
    put(o, net.data), put(o, mean.data), put(o, trainer.m), put(o, trainer.v), put(o, start.p);
    uint64_t head[6] = {uint64_t(trainer.step), next, rng.x, seen, games, rounds};
    o.write((const char*)head, sizeof head);
    o.write((const char*)&hours, 8);
    uint64_t n = replay.size();
    o.write((const char*)&n, 8);
    for (const Sample& s : replay) {
      o.write((const char*)&s.pub, sizeof s.pub);
      o.write((const char*)&s.prices, sizeof s.prices);
      o.write((const char*)s.n, 2);
      o.write((const char*)s.hands.data(), s.hands.size());
      o.write((const char*)s.f.data(), s.f.size() * 4);
      o.write((const char*)s.y.data(), s.y.size() * 4);
    }
    o.close();
    std::rename((dir + "/state.part").c_str(), (dir + "/state.bin").c_str());
    std::ofstream st(dir + "/start.bin", std::ios::binary);
    st.write((const char*)start.p.data(), start.p.size() * 4);
  }
  bool load(const std::string& dir) {
    std::ifstream i(dir + "/state.bin", std::ios::binary);
    if (!i) return false;
    get(i, net.data), get(i, mean.data), get(i, trainer.m), get(i, trainer.v), get(i, start.p);
    uint64_t head[6];
    i.read((char*)head, sizeof head);
    i.read((char*)&hours, 8);
    trainer.step = head[0], next = head[1], rng.x = head[2], seen = head[3], games = head[4], rounds = head[5];
    uint64_t n = 0;
    i.read((char*)&n, 8);
    replay.resize(n);
    for (Sample& s : replay) {
      i.read((char*)&s.pub, sizeof s.pub);
      i.read((char*)&s.prices, sizeof s.prices);
      i.read((char*)s.n, 2);
      int m = s.n[0] + s.n[1];
      s.hands.resize(m), s.f.resize(m), s.y.resize(4 * m);
      i.read((char*)s.hands.data(), m);
      i.read((char*)s.f.data(), m * 4);
      i.read((char*)s.y.data(), m * 16);
    }
    return bool(i);
  }
};

// the plan: the trace and the learning rate fall, the solver looks longer (x: share of the plan)
static float trace_at(double x) { return x < 0.7 ? 0.95f : x < 0.85 ? 0.9f : 0.8f; }
static float rate_at(double x) {
  double top = number("rate", 1e-3), low = top / 25;
  return float(x < 0.3 ? top : low + (top - low) * 0.5 * (1 + std::cos(3.14159265 * std::min(1.0, (x - 0.3) / 0.7))));
}
static int iterations_at(double x) { return x < 0.15 ? 6 : x < 0.5 ? 8 : x < 0.75 ? 12 : 16; }

static int train() {
  std::string dir = text("dir", "run");
  std::filesystem::create_directories(dir);
  uint64_t plan = uint64_t(number("plan", 4e6)), per_round = uint64_t(number("per-round", 20000));
  size_t capacity = size_t(number("replay", 600000));
  int batch = int(number("batch", 512));
  double ratio = number("ratio", 5), deadline = now() + 3600 * number("hours", 1e9);
  Run run;
  if (!run.load(dir)) {
    run.rng = Rng(uint64_t(number("seed", 1)));
    run.net.init(run.rng);
    run.mean = run.net;
    std::ofstream(dir + "/curve.csv") << "positions,hours,trace,rate,iterations,depth,loss,two_ply,two_ply_error,two_ply_points,positions_per_s\n";
  }
  Solver solver;
  solver.net = &run.net;
  Batch b;
  while (run.seen < plan && now() < deadline) {
    double t0 = now(), x = double(run.seen) / plan;
    Lessons how;
    how.trace = float(number("trace", trace_at(x)));
    how.iterations = iterations_at(x);
    how.depth = number("depth2-from", 2) <= x ? 2 : 1;
    std::vector<Sample> fresh;
    uint64_t want = how.depth == 2 ? per_round / 4 : per_round;
    // the lesson givers play with the slow average
    solver.net = &run.mean;
    StartTable table = run.start;
    table.blend_uniform(0.15f);
    while (fresh.size() < want) self_play(solver, how, table, run.rng, fresh), run.games++;
    double t1 = now();
    for (Sample& s : fresh) {
      if (run.replay.size() < capacity)
        run.replay.push_back(std::move(s));
      else
        run.replay[run.next] = std::move(s), run.next = (run.next + 1) % capacity;
    }
    run.seen += fresh.size();
    int steps = int(ratio * fresh.size() / batch);
    double loss = 0;
    for (int k = 0; k < steps; k++) {
      b.clear();
      for (int i = 0; i < batch; i++) append(b, run.replay[run.rng.below(int(run.replay.size()))], run.rng.below(2));
      loss += run.trainer.learn(b, rate_at(x), 5.f) / steps;
      float keep = std::min(0.999f, float(run.trainer.step) / (run.trainer.step + 10));
      for (size_t i = 0; i < run.net.data.size(); i++) run.mean.data[i] = keep * run.mean.data[i] + (1 - keep) * run.net.data[i];
    }
    run.rounds++;
    double t2 = now();
    run.hours += (t2 - t0) / 3600;
    std::fprintf(stderr, "%llu k  trace %.2f rate %.1e T %d  loss %.4f  play %.1f s (%.0f/s) learn %.1f s\n",
                 (unsigned long long)run.seen / 1000, how.trace, rate_at(x), how.iterations, loss, t1 - t0,
                 fresh.size() / (t1 - t0), t2 - t1);
    uint64_t every = uint64_t(number("eval-every", 10));
    if (run.rounds % every == 0) {
      run.start = solve_start(run.mean, Prices{{1.2f, 1.2f}}, 16);
      PbsPlayer a(&run.mean, &run.start, 1, 16);
      TwoPly c;
      Score s = match(a, c, int(number("eval-rounds", 600)), 77, true);
      std::fprintf(stderr, "  two-ply %.1f +- %.1f %%  %+.3f\n", 100 * s.wins, 100 * s.win_error, s.points);
      std::ofstream(dir + "/curve.csv", std::ios::app)
          << run.seen << ',' << run.hours << ',' << how.trace << ',' << rate_at(x) << ',' << how.iterations << ',' << how.depth << ','
          << loss << ',' << s.wins << ',' << s.win_error << ',' << s.points << ',' << fresh.size() / (t1 - t0) << '\n';
      run.mean.save(dir + "/net.bin");
      if (run.rounds % (2 * every) == 0) run.save(dir);
    }
  }
  run.save(dir);
  return 0;
}

// ------------------------------------------------------------------ measuring

struct Loaded {
  Net net;
  StartTable start;
};

static std::unique_ptr<Player> player(const std::string& name, std::vector<std::unique_ptr<Loaded>>& nets) {
  // two-ply, pimc:DEPTH:WORLDS, ismcts:ITERATIONS, pbs:DIR:DEPTH:ITERATIONS[:full|:deeper[:PAIRS:PAIRS]]
  std::vector<std::string> part;
  std::stringstream in(name);
  for (std::string s; std::getline(in, s, ':');) part.push_back(s);
  if (part[0] == "two-ply") return std::make_unique<TwoPly>();
  if (part[0] == "pimc") return std::make_unique<Pimc>(std::stoi(part[1]), std::stoi(part[2]));
  if (part[0] == "ismcts") return std::make_unique<Ismcts>(std::stoi(part[1]));
  if (part[0] == "pbs") {
    nets.push_back(std::make_unique<Loaded>());
    Loaded& l = *nets.back();
    if (!l.net.load(part[1] + "/net.bin")) throw std::runtime_error("no net in " + part[1]);
    std::ifstream st(part[1] + "/start.bin", std::ios::binary);
    if (st) st.read((char*)l.start.p.data(), l.start.p.size() * 4);
    auto p = std::make_unique<PbsPlayer>(&l.net, &l.start, std::stoi(part[2]), std::stoi(part[3]));
    if (part.size() > 4 && part[4] == "full") p->solver.prune_replies = false;
    if (part.size() > 4 && part[4] == "deeper") {
      p->deeper = true;
      for (int n = 0; n < 2 && int(part.size()) > 5 + n; n++) p->few_pairs[n] = std::stoi(part[5 + n]);
    }
    return p;
  }
  throw std::runtime_error("unknown player " + name);
}

static int measure() {
  std::vector<std::unique_ptr<Loaded>> nets;
  auto a = player(text("a", "two-ply"), nets), b = player(text("b", "two-ply"), nets);
  double t0 = now();
  int rounds = int(number("rounds", 1000));
  uint64_t seed = uint64_t(number("seed", 1));
  Score s = match(*a, *b, rounds, seed, text("rules", "keypad") != "arena", isatty(2));
  std::printf("%s against %s, %s, %d rounds, seed %llu: %.1f +- %.1f %%, %+.3f +- %.3f points, %.0f s", text("a", "two-ply").c_str(),
              text("b", "two-ply").c_str(), text("rules", "keypad").c_str(), s.rounds, (unsigned long long)seed, 100 * s.wins,
              100 * s.win_error, s.points, s.point_error, now() - t0);
  std::printf("\n");
  return 0;
}

// who wins how, leader and starter, when the solver plays itself: what match equity is made of
static int rates() {
  std::vector<std::unique_ptr<Loaded>> nets;
  std::string name = "pbs:" + text("dir", "run1") + ":1:" + text("iterations", "12");
  auto a = player(name, nets), b = player(name, nets);
  int rounds = int(number("rounds", 2000)), count[2][2] = {};
  uint64_t seed = uint64_t(number("seed", 1));
  for (int i = 0; i < rounds; i++) {
    Rng rng(seed * 1000003 + i);
    Deal d = random_deal(rng);
    Player* seat[2] = {a.get(), b.get()};
    int points;
    play_round(d, false, text("rules", "keypad") != "arena", Prices{{1.2f, 1.2f}}, seat, rng.next(), &points);
    count[points < 0][std::abs(points) - 1]++;
  }
  std::printf("leader 1: %.4f  leader 2: %.4f  starter 1: %.4f  starter 2: %.4f  (%d rounds)\n", double(count[0][0]) / rounds,
              double(count[0][1]) / rounds, double(count[1][0]) / rounds, double(count[1][1]) / rounds, rounds);
  return 0;
}

// The solver against itself, one line a turn and seat: number of the turn (0: the start card), whether
// the seat leads, its chances of the four ends by its own hand, and the end that came.
static int forecasts() {
  std::vector<std::unique_ptr<Loaded>> nets;
  std::string name = "pbs:" + text("dir", "run1") + ":1:" + text("iterations", "24");
  std::unique_ptr<Player> players[2] = {player(name, nets), player(name, nets)};
  PbsPlayer* seat[2] = {static_cast<PbsPlayer*>(players[0].get()), static_cast<PbsPlayer*>(players[1].get())};
  int rounds = int(number("rounds", 2000));
  uint64_t seed = uint64_t(number("seed", 1));
  Prices prices{{1.2f, 1.2f}};
  for (int i = 0; i < rounds; i++) {
    Rng rng(seed * 1000003 + i);
    Deal d = random_deal(rng);
    Round r(d, false, text("rules", "keypad") != "arena");
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
      int said_sum = m.kind == Move::ASK ? H().sum[r.hand[1 - p]] : 0;
      turn += m.kind != Move::ASK;
      note(b, m, r.hand);
      for (int q = 0; q < 2; q++) seat[q]->saw(m, said_sum, anew ? r.hand : nullptr, r.hand[q], b);
    }
    for (const auto& x : said) {
      int end = (r.pub.winner == int(x[1]) ? 0 : 2) + r.pub.points - 1;
      std::printf("%d %d %.5f %.5f %.5f %.5f %d\n", int(x[0]), x[1] == 0, x[2], x[3], x[4], x[5], end);
    }
  }
  return 0;
}

// ------------------------------------------------------------------ sparring

// A hand is written as its counts by value: 6 numbers.
static int read_hand(std::istream& in) {
  int8_t count[V];
  for (int v = 0, n; v < V; v++) in >> n, count[v] = int8_t(n);
  return H().of(count);
}

template <class T>
static void read_all(std::istream& in, T* to, int n) {
  for (int i = 0, x; i < n; i++) in >> x, to[i] = T(x);
}

// For sparring.py: one position a line, one move a line. The order of the numbers is written there.
static int spar() {
  std::vector<std::unique_ptr<Loaded>> nets;
  auto bot = player(text("player", "two-ply"), nets);
  bot->begin(Pub{}, Prices{}, uint64_t(number("seed", 1)));
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

// ------------------------------------------------------------------ checks

static void print_legal(const Round& r, bool command) {
  const Pub& s = r.pub;
  std::vector<std::string> out;
  if (s.over) {
    std::printf("over %d %d\n", s.winner, s.points);
    return;
  }
  if (command) {
    out.push_back("pass");
    if (may_say_play(s)) out.push_back("command play");
    if (may_say_guard(s)) out.push_back("command guard");
  } else {
    int hand = r.hand[s.stm];
    if (may_ask(s)) out.push_back("ask");
    for (int v = 0; v < V && s.supply[s.stm]; v++) {
      if (v == s.last || !H().count[hand][v]) continue;
      if (s.singles(s.stm)) out.push_back("play " + std::to_string(v));
      if (s.dbl[s.stm] == 0) out.push_back("play " + std::to_string(v) + " double");
    }
    if (!must_play(s, hand)) out.push_back("draw");
  }
  std::sort(out.begin(), out.end());
  for (size_t i = 0; i < out.size(); i++) std::printf("%s%s", i ? "," : "", out[i].c_str());
  std::printf("\n");
}

// Standard input: `round RULES LEADER HAND0 HAND1 ASIDE`, then actions (`draw V` with the card).
// Prints the legal actions after the start and after every action.
static int replay() {
  std::string line;
  std::unique_ptr<Round> r;
  Pub placed;
  while (std::getline(std::cin, line)) {
    std::stringstream in(line);
    std::string verb, word;
    in >> verb;
    if (verb == "round") {
      std::string rules, hands[2], aside;
      int leader;
      in >> rules >> leader >> hands[0] >> hands[1] >> aside;
      Deal d;
      for (char c : hands[leader]) d.hands[0][c - '0']++;
      for (char c : hands[1 - leader]) d.hands[1][c - '0']++;
      for (char c : aside) d.aside[c - '0']++;
      r = std::make_unique<Round>(d, leader == 1, rules != "arena");
      continue;
    }
    Pub& s = r->pub;
    int p = s.stm, v = -1;
    bool command = false;
    if (verb == "start") {
      in >> v;
      r->start(v);
    } else if (verb == "ask") {
      ask(s);
    } else if (verb == "play") {
      in >> v >> word;
      r->hand[p] = H().sub[r->hand[p]][v];
      place(s, v, word == "double");
      command = true;
    } else if (verb == "draw") {
      in >> v;
      r->hand[p] = H().add[r->hand[p]][v];
      draw(s);
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
static int dump() {
  Net net;
  Rng rng(uint64_t(number("seed", 5)));
  std::string dir = text("dir", "");
  if (dir.empty() || !net.load(dir + "/net.bin")) net.init(rng);
  Solver solver;
  solver.net = &net;
  StartTable table;
  std::vector<Sample> samples;
  while (int(samples.size()) < number("positions", 60)) self_play(solver, Lessons{}, table, rng, samples);
  int depth = int(number("depth", 1)), T = int(number("iterations", 6));
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
        float y[4];
        solver.root_chances(p, int(i), y);
        std::printf("%s[%.7f,%.7f,%.7f,%.7f]", i ? "," : "", y[0], y[1], y[2], y[3]);
      }
      std::printf("],");
    }
    list("dbl", q.dbl, 2), list("supply", q.supply, 2), list("cap", q.cap, 2), list("hs", q.hs, 2);
    list("row", q.row, V), list("u", q.u, V), list("prices", s.prices.of, 2);
    std::printf("\"last\":%d,\"deck\":%d,\"stm\":%d,\"standing\":%d,\"asked\":%d,\"immediate\":%d,", q.last, q.deck, q.stm,
                q.standing, q.asked, q.immediate);
    std::printf("\"slots\":[");
    for (int a = 0; a < solver.n_slots(); a++) {
      const Move& m = solver.root_move(a);
      std::printf("%s[%d,%d,%d,%d]", a ? "," : "", m.kind, m.v, m.big, m.command);
    }
    std::printf("],");
    list("policy", solver.root_avg.data(), int(solver.root_avg.size()));
    std::printf("\"leaves\":%d}\n", int(solver.evals));
  }
  return 0;
}

int main(int argc, char** argv) {
  for (int i = 2; i + 1 < argc; i += 2) options[std::string(argv[i]).substr(2)] = argv[i + 1];
  std::string command = argc > 1 ? argv[1] : "";
  if (command == "train") return train();
  if (command == "match") return measure();
  if (command == "rates") return rates();
  if (command == "forecasts") return forecasts();
  if (command == "spar") return spar();
  if (command == "replay") return replay();
  if (command == "dump") return dump();
  std::fprintf(stderr, "usage: hacktrick-train train|match|rates|forecasts|spar|replay|dump [--option value ...]\n");
  return 2;
}
