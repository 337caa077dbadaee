// The command `payoffs`: counts how rounds of the solver against itself end with every pair of codes.
#pragma once
#include "measuring_commands.hpp"

namespace ht {

constexpr int N_CODE_CHOICES = N_CODES + 1;  // the last one: no code
constexpr int N_CODE_ENDS = 2 * N_OUT;       // the net's four, then the same with a called stake
using EndCounts = std::array<int, N_CODE_ENDS>;

// The codes in force after both are revealed. The cancelling code counts as none, since it does nothing else.
inline std::array<int8_t, 2> codes_in_force(int leader, int starter) {
  int8_t laid[2] = {int8_t(leader < N_CODES ? leader : NO_CODE), int8_t(starter < N_CODES ? starter : NO_CODE)};
  int8_t codes[2];
  reveal(laid, codes);
  for (int8_t& code : codes)
    if (code == RUKOWSKI) code = NO_CODE;
  return {codes[0], codes[1]};
}

// Counts how rounds with these codes end for the leader, at the score 2 to 2. `from` is the number of the first
// round; deals depend only on the seed and the number.
inline EndCounts count_ends(const std::array<int8_t, 2>& codes, Player* const seat[2], int from, int rounds,
                            uint64_t seed) {
  EndCounts found{};
  for (int i = from; i < from + rounds; i++) {
    Random rng(seed * 1000003 + i);
    Deal d = random_deal(rng);
    for (int p = 0; p < 2; p++) d.laid[p] = codes[p], d.score[p] = 2;
    PublicState end;
    play_round(d, false, Rules{}, WinPrices{{1.2f, 1.2f}}, seat, rng.next(), &end);
    found[end_index_for(end, 0) + N_OUT * end.is_staked()]++;
  }
  return found;
}

// Prints {"rounds": N, "ends": counts for the leader, by the leader's code, the starter's code and the end} for
// code_payoffs.py. Codes come in the order of CODE_NAMES, then none. The same code twice is impossible and has no
// counts.
inline int payoffs_command() {
  const int rounds = int(integer_option("rounds", 240)), threads = int(integer_option("threads", 1)),
            from = int(integer_option("from", 0, 0));
  const uint64_t seed = uint64_t(integer_option("seed", 1, 0));
  const std::string name = "pbs:" + text_option("dir", "run1") + ":1:" + text_option("iterations", "8");
  std::map<std::array<int8_t, 2>, EndCounts> found;
  for (int a = 0; a < N_CODE_CHOICES; a++)
    for (int b = 0; b < N_CODE_CHOICES; b++)
      if (a != b || a == N_CODES) found[codes_in_force(a, b)] = {};
  std::vector<std::map<std::array<int8_t, 2>, EndCounts>::iterator> cells;
  for (auto it = found.begin(); it != found.end(); ++it) cells.push_back(it);
  std::vector<std::unique_ptr<LoadedNet>> nets;
  std::vector<std::unique_ptr<Player>> players;
  for (int k = 0; k < 2 * threads; k++) players.push_back(make_player(name, nets));
  std::atomic<size_t> next{0};
  run_in_threads(threads, [&](int k) {
    Player* seat[2] = {players[2 * k].get(), players[2 * k + 1].get()};
    for (size_t i; (i = next++) < cells.size();) {
      cells[i]->second = count_ends(cells[i]->first, seat, from, rounds, seed);
      if (isatty(2)) std::fprintf(stderr, "\r%zu of %zu pairs ", i + 1, cells.size());
    }
  });
  std::printf("{\"rounds\":%d,\"ends\":[", rounds);
  for (int a = 0; a < N_CODE_CHOICES; a++)
    for (int b = 0; b < N_CODE_CHOICES; b++) {
      EndCounts ends{};
      if (a != b || a == N_CODES) ends = found[codes_in_force(a, b)];
      std::printf("%s[", b ? "," : a ? "],[" : "[");
      for (int c = 0; c < N_CODE_ENDS; c++) std::printf("%s%d", c ? "," : "", ends[c]);
      std::printf("]");
    }
  std::printf("]]}\n");
  return 0;
}

}  // namespace ht
