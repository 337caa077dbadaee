// Measures codes against each other by the ends of rounds in self-play of the solver.
#pragma once
#include "measure.hpp"

namespace ht {

constexpr int N_LAID = N_CODES + 1;      // the last one: none
constexpr int N_CODE_ENDS = 2 * N_OUT;   // those of the net, then the same with a called stake on the table
using Counts = std::array<int, N_CODE_ENDS>;

// a code that only cancels equals no code once it is revealed
inline std::array<int8_t, 2> at_work(int leader, int starter) {
  int8_t laid[2] = {int8_t(leader < N_CODES ? leader : NO_CODE), int8_t(starter < N_CODES ? starter : NO_CODE)};
  int8_t codes[2];
  reveal(laid, codes);
  for (int8_t& code : codes)
    if (code == RUKOWSKI) code = NO_CODE;
  return {codes[0], codes[1]};
}

// ends for the leader of so many rounds with these codes at 2 to 2, from one of them on; the deals depend on the seed alone
inline Counts ends_with(const std::array<int8_t, 2>& codes, Player* const seat[2], int from, int rounds, uint64_t seed) {
  Counts found{};
  for (int i = from; i < from + rounds; i++) {
    Rng rng(seed * 1000003 + i);
    Deal d = random_deal(rng);
    for (int p = 0; p < 2; p++) d.laid[p] = codes[p], d.score[p] = 2;
    Pub end;
    play_round(d, false, Rules{}, Prices{{1.2f, 1.2f}}, seat, rng.next(), &end);
    found[end_for(end, 0) + N_OUT * end.staked()]++;
  }
  return found;
}

// For payoffs.py: {"rounds": N, "ends": counts for the leader, by his code, the starter's and the end}.
// Codes in the order of CODE_NAMES, then none. Both players cannot lay the same code, so such pairs
// have no counts.
inline int payoffs() {
  const int rounds = int(whole("rounds", 240)), threads = int(whole("threads", 1)), from = int(whole("from", 0, 0));
  const uint64_t seed = uint64_t(whole("seed", 1, 0));
  const std::string name = "pbs:" + text("dir", "run1") + ":1:" + text("iterations", "8");
  std::map<std::array<int8_t, 2>, Counts> found;
  for (int a = 0; a < N_LAID; a++)
    for (int b = 0; b < N_LAID; b++)
      if (a != b || a == N_CODES) found[at_work(a, b)] = {};
  std::vector<std::map<std::array<int8_t, 2>, Counts>::iterator> cells;
  for (auto it = found.begin(); it != found.end(); ++it) cells.push_back(it);
  std::vector<std::unique_ptr<Loaded>> nets;
  std::vector<std::unique_ptr<Player>> players;
  for (int k = 0; k < 2 * threads; k++) players.push_back(player(name, nets));
  std::atomic<size_t> next{0};
  in_threads(threads, [&](int k) {
    Player* seat[2] = {players[2 * k].get(), players[2 * k + 1].get()};
    for (size_t i; (i = next++) < cells.size();) {
      cells[i]->second = ends_with(cells[i]->first, seat, from, rounds, seed);
      if (isatty(2)) std::fprintf(stderr, "\r%zu of %zu pairs ", i + 1, cells.size());
    }
  });
  std::printf("{\"rounds\":%d,\"ends\":[", rounds);
  for (int a = 0; a < N_LAID; a++)
    for (int b = 0; b < N_LAID; b++) {
      Counts ends{};
      if (a != b || a == N_CODES) ends = found[at_work(a, b)];
      std::printf("%s[", b ? "," : a ? "],[" : "[");
      for (int c = 0; c < N_CODE_ENDS; c++) std::printf("%s%d", c ? "," : "", ends[c]);
      std::printf("]");
    }
  std::printf("]]}\n");
  return 0;
}

}  // namespace ht
