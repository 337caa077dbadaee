// The codes of Battle of Wits: numbers and names. Their effects are in game.hpp.
#pragma once
#include <cstdint>
#include <string>

namespace ht {

// The order of POWERS in hacktrick/game/code_powers.py, and of the net's inputs.
enum Code : int8_t {
  NO_CODE = -1,
  SLAVIC,
  BALTIC,
  GOD,
  HUANG,
  POPESCU,
  VAECK,
  SUN,
  KRISKAYA,
  GRIGOROVA,
  GORILLA,
  DOO,
  RUKOWSKI
};
constexpr int N_CODES = 12;
constexpr const char* CODE_NAMES[N_CODES] = {"slavic", "baltic",   "god",       "huang",   "popescu", "vaeck",
                                             "sun",    "kriskaya", "grigorova", "gorilla", "doo",     "rukowski"};

// The code of this name; NO_CODE for `none` and unknown names.
inline Code code_by_name(const std::string& name) {
  for (int c = 0; c < N_CODES; c++)
    if (name == CODE_NAMES[c]) return Code(c);
  return NO_CODE;
}

// Sets `codes` to the codes in force once the laid codes are revealed; Rukowski cancels the opponent's code.
inline void reveal(const int8_t* laid, int8_t* codes) {
  for (int p = 0; p < 2; p++) codes[p] = laid[1 - p] == RUKOWSKI ? int8_t(NO_CODE) : laid[p];
}

}  // namespace ht
