// The rules of a two-player round, with the codes of Battle of Wits: public state, hands, moves.
//
// The same rules as hacktrick/game. rules_parity.py replays random rounds in both and compares the
// legal actions, the pointless commands and the results.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "codes.hpp"

namespace ht {

constexpr int N_VALUES = 6, COPIES = 3, N_KEYS = 9, HAND_LIMIT = 4;
constexpr int N_HANDS = 204;  // multisets of 0 to HAND_LIMIT cards, at most COPIES of a value

// The opponent's command that binds the mover in this turn.
enum StandingCommand : int8_t { NONE = 0, PLAY = 1, GUARD = 2 };

// Hands

// All hands by number, with their properties. The order is that of hacktrick/ai/solver/public_belief.py.
struct HandTable {
  int8_t count[N_HANDS][N_VALUES];
  int8_t size[N_HANDS], sum[N_HANDS];
  int16_t add[N_HANDS][N_VALUES], sub[N_HANDS][N_VALUES];  // the hand with one card more or less; -1: none
  uint16_t reach[N_HANDS][N_VALUES];                       // keys (bit k) that the hand reaches, by the row's last card
  int16_t index[1 << 12];                                  // by the counts, two bits a value; -1: no hand
  float ways[4][4][4];                                     // [u][a][b]: u! / (a! b! (u-a-b)!), 0 where a+b > u
  HandTable() {
    int n = 0;
    std::memset(index, -1, sizeof index);
    for (int total = 0; total <= HAND_LIMIT; total++)
      for (int code = 0; code < (1 << 12); code++) {
        int s = 0;
        for (int v = 0; v < N_VALUES; v++) s += code >> (2 * v) & 3;
        if (s != total) continue;
        index[code] = n;
        size[n] = total;
        sum[n] = 0;
        for (int v = 0; v < N_VALUES; v++) {
          count[n][v] = code >> (2 * v) & 3;
          sum[n] += v * count[n][v];
        }
        n++;
      }
    for (int h = 0; h < N_HANDS; h++)
      for (int v = 0; v < N_VALUES; v++) {
        int code = encode(count[h]);
        add[h][v] = count[h][v] < 3 && size[h] < HAND_LIMIT ? index[code + (1 << (2 * v))] : -1;
        sub[h][v] = count[h][v] > 0 ? index[code - (1 << (2 * v))] : -1;
        reach[h][v] = 0;
        for (int c = 0; c < N_VALUES; c++)
          if (count[h][c] && c != v) reach[h][v] |= 1 << (c + v);
      }
    const int fact[4] = {1, 1, 2, 6};
    for (int u = 0; u < 4; u++)
      for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
          ways[u][a][b] = a + b > u ? 0.f : float(fact[u]) / (fact[a] * fact[b] * fact[u - a - b]);
  }
  static int encode(const int8_t* c) {
    int code = 0;
    for (int v = 0; v < N_VALUES; v++) code |= c[v] << (2 * v);
    return code;
  }
  int index_of(const int8_t* c) const { return index[encode(c)]; }
};

inline const HandTable& hand_table() {
  static const HandTable tables;
  return tables;
}

// The number of ways to deal both hands from the unseen cards, up to a factor that depends only on their sizes.
inline float pair_ways(const int8_t* u, int h1, int h2) {
  const auto& t = hand_table();
  float w = 1;
  for (int v = 0; v < N_VALUES; v++) w *= t.ways[u[v]][t.count[h1][v]][t.count[h2][v]];
  return w;
}

// Board

constexpr int LINES[8][3] = {{8, 1, 6}, {3, 5, 7}, {4, 9, 2}, {8, 3, 4}, {1, 5, 9}, {6, 7, 2}, {8, 5, 2}, {6, 5, 4}};

// The rule options that matter with two players.
struct Rules {
  int8_t loses_at_once = 1;       // an empty supply loses at once, not only when obliged to play
  int8_t command_after_draw = 0;  // a command may follow a draw
  int8_t guard_forces_draw = 0;   // GUARD makes the opponent draw
};

// Everything that both players see. Training files store its memory, so new fields come last.
struct PublicState : Rules {
  int8_t markers[2][10] = {};     // by seat and key 1 to 9
  int8_t double_key[2] = {0, 0};  // the double marker: 0 in the supply, a key, -1 lost or paid
  int8_t supply[2] = {10, 10};    // includes the double
  int8_t captured[2] = {0, 0};
  int8_t hand_sizes[2] = {0, 0};
  int8_t last_card = -1, deck_size = 0, mover = 0, standing = NONE, has_asked = 0;
  int8_t awaits_command = 0;     // after a draw or the first of two cards
  int8_t row[N_VALUES] = {};     // counts of the row without its last card; these cards return at a reshuffle
  int8_t unseen[N_VALUES] = {};  // counts of the cards in both hands and the deck
  int8_t is_over = 0, winner = 0, points = 0;
  int8_t codes[2] = {NO_CODE, NO_CODE};  // in force
  int8_t used[2] = {0, 0};               // whether a code that works once has been used
  int8_t can_play_again = 0;             // a second card may follow in this turn (Kriskaya)
  int8_t placed_double = 0;              // the mover has placed their double in this turn
  int8_t score[2] = {0, 0}, stakes[2] = {0, 0};
  int8_t awaits_answer = 0;  // the mover must answer a stake

  int singles(int p) const { return supply[p] - (double_key[p] == 0); }
  bool can_pay_command(int p) const { return supply[p] > loses_at_once; }
  // Whether the double on this key makes a win count twice. It does not in the turn in which it was placed.
  bool double_counts(int p, int key) const { return double_key[p] == key && !(placed_double && p == mover); }
  bool is_staked() const { return stakes[0] && stakes[1]; }  // a stake was called, even if the round is over
};

constexpr int GOD_KEYS = 1 << 1 | 1 << 2 | 1 << 8 | 1 << 9;  // keys (bit k) of Andy God's code
// Whether the line counts twice by Gorilla's code.
inline bool counts_twice(const int* line) { return line[1] == 5 && (line[0] == 1 || line[0] == 8); }

// Whether p has two markers on keys that sum to 10.
inline bool has_pair_of_ten(const PublicState& s, int p) {
  bool found = s.markers[p][5] >= 2;
  for (int k = 1; k < 5; k++) found |= s.markers[p][k] && s.markers[p][10 - k];
  return found;
}

// The keys (bit k) on which a marker of p wins one point by p's code.
inline int win_keys_by_code(const PublicState& s, int p) {
  int keys = 0, on_gods = 0;
  switch (s.codes[p]) {
    case SLAVIC:
      return s.double_key[p] > 0 ? 1 << s.double_key[p] : 0;
    case GOD:
      for (int k : {1, 2, 8, 9}) on_gods += s.markers[p][k];
      return on_gods >= 2 ? GOD_KEYS : 0;
    case BALTIC:
      for (int k = 1; k <= N_KEYS; k++)
        if (s.markers[1 - p][k] && s.captured[p] + s.markers[1 - p][k] >= 3) keys |= 1 << k;
      return keys;
    default:
      return 0;
  }
}

// Finds the keys (bit k) on which a marker of p wins. `one` receives all of them, `two` those worth two points or
// more.
inline void win_keys(const PublicState& s, int p, int& one, int& two) {
  one = two = 0;
  const bool doubled = s.codes[p] == GORILLA;
  for (const auto& line : LINES) {
    int have = 0, missing = 0;
    bool big = false;
    for (int k : line) {
      if (s.markers[p][k]) {
        have++;
        big |= s.double_counts(p, k);
      } else {
        missing = k;
      }
    }
    if (have == 2) {
      one |= 1 << missing;
      if (big || (doubled && counts_twice(line))) two |= 1 << missing;
    }
  }
  for (int k = 1; k <= N_KEYS; k++)
    if (s.markers[p][k] >= 2) {
      one |= 1 << k;
      if (s.double_counts(p, k)) two |= 1 << k;
    }
  if (s.codes[p] != NO_CODE) one |= win_keys_by_code(s, p);
}

// Whether a marker on the key completes a line that counts twice and holds the double, which wins four points.
inline bool wins_four_points(const PublicState& s, int p, int key) {
  if (s.codes[p] != GORILLA || s.double_key[p] <= 0) return false;
  for (const auto& line : LINES) {
    int have = 0;
    bool here = false, big = false;
    for (int k : line) have += s.markers[p][k] > 0, here |= k == key, big |= k == s.double_key[p];
    if (counts_twice(line) && here && big && have == 2 && !s.markers[p][key]) return true;
  }
  return false;
}

// The points won by placing a marker on the key; 0 if it does not win.
inline int win_points(const PublicState& s, int p, int key) {
  int one, two;
  win_keys(s, p, one, two);
  return wins_four_points(s, p, key) ? 4 : (one >> key & 1) + (two >> key & 1);
}

inline void finish(PublicState& s, int winner, int points) {
  s.is_over = 1;
  s.winner = winner;
  s.points = points;
}

// Takes a marker from the supply: a single while there is one, else the double.
inline void pay(PublicState& s, int p) {
  if (s.singles(p) == 0) s.double_key[p] = -1;
  s.supply[p]--;
}

// Plays the card and places its marker. `end_turn` follows, unless the round is over or a second
// card may be played.
inline void play_card(PublicState& s, int v, bool big) {
  int p = s.mover, key = s.last_card + v, points = win_points(s, p, key);
  s.row[s.last_card]++;
  s.last_card = v;
  s.unseen[v]--;
  s.hand_sizes[p]--;
  s.captured[p] += s.markers[1 - p][key];
  if (s.markers[1 - p][key] && s.double_key[1 - p] == key) s.double_key[1 - p] = -1;
  s.markers[1 - p][key] = 0;
  s.markers[p][key]++;
  if (big) s.double_key[p] = key, s.placed_double = 1;
  s.supply[p]--;
  if (s.awaits_command) s.can_play_again = 0;
  if (points)
    finish(s, p, points);
  else if (!s.supply[p] && s.loses_at_once)
    finish(s, 1 - p, 1);
  s.awaits_command = !s.is_over && s.can_play_again && s.supply[p] && s.hand_sizes[p];
}

inline void end_turn(PublicState& s, int command) {
  if (command != NONE) pay(s, s.mover);
  s.mover = 1 - s.mover;
  s.standing = command;
  s.has_asked = s.awaits_command = s.placed_double = 0;
  s.can_play_again = s.codes[s.mover] == KRISKAYA && has_pair_of_ten(s, s.mover);
  // A full hand must play, so without a marker it loses here. Under Play that depends on the cards, see is_stuck.
  if (!s.loses_at_once && !s.supply[s.mover] && s.hand_sizes[s.mover] == HAND_LIMIT) finish(s, 1 - s.mover, 1);
}

inline bool has_playable(const PublicState& s, int hand) {
  return hand_table().size[hand] > hand_table().count[hand][s.last_card];
}

inline bool must_draw(const PublicState& s) { return s.guard_forces_draw && s.standing == GUARD; }
inline bool must_play(const PublicState& s, int hand) {
  if (must_draw(s)) return false;
  return s.hand_sizes[s.mover] >= HAND_LIMIT || (s.standing == PLAY && has_playable(s, hand));
}

// Whether the turn goes on with a command or with the answer to a stake. The net does not evaluate such states.
inline bool is_mid_turn(const PublicState& s) { return s.awaits_command || s.awaits_answer; }

// Whether the mover must play and can, but has no marker. The mover then loses; with `loses_at_once` the round has
// ended before.
inline bool is_stuck(const PublicState& s, int hand) {
  return !s.loses_at_once && !is_mid_turn(s) && !s.supply[s.mover] && must_play(s, hand);
}

// Draws a card, whose value is not public; returns true if the row became the new deck.
inline bool draw(PublicState& s) {
  s.hand_sizes[s.mover]++;
  s.deck_size--;
  bool last = s.deck_size == 0;
  if (last)
    for (int v = 0; v < N_VALUES; v++) {
      s.deck_size += s.row[v];
      s.unseen[v] += s.row[v];
      s.row[v] = 0;
    }
  if (s.command_after_draw)
    s.awaits_command = 1, s.can_play_again = 0;
  else
    end_turn(s, NONE);
  return last;
}

// Asks for the opponent's sum. If `own`, a marker of the supply pays for it (Popescu), else a captured one.
inline void ask(PublicState& s, bool own) {
  if (own)
    pay(s, s.mover);
  else
    s.captured[s.mover]--;
  s.has_asked = 1;
}
// Takes a marker of each player's supply out of the round (Huang).
inline void discard(PublicState& s) {
  int me = s.mover, o = 1 - me;
  pay(s, me);
  pay(s, o);
  s.used[me] = 1;
  if (s.loses_at_once && !s.supply[o]) finish(s, me, 1);
}

// Pays for giving a card and taking one blindly (Vaeck).
inline void swap(PublicState& s) {
  s.captured[s.mover]--;
  s.has_asked = 1;
}
// Stakes one of the mover's points (Doo).
inline void put_stake(PublicState& s) {
  s.score[s.mover]--;
  s.stakes[s.mover]++;
}

inline bool is_asking_forbidden(const PublicState& s) {
  return s.codes[1 - s.mover] == GRIGOROVA && has_pair_of_ten(s, 1 - s.mover);
}
inline bool may_ask(const PublicState& s) {
  return !s.has_asked && s.captured[s.mover] && s.hand_sizes[1 - s.mover] && !is_asking_forbidden(s);
}
inline bool may_ask_from_supply(const PublicState& s) {
  return s.codes[s.mover] == POPESCU && !s.has_asked && s.hand_sizes[1 - s.mover] && s.can_pay_command(s.mover) &&
         !is_asking_forbidden(s);
}
inline bool may_discard(const PublicState& s) {
  int me = s.mover;
  return s.codes[me] == HUANG && !s.used[me] && s.supply[1 - me] && s.can_pay_command(me) && s.singles(me) > 0;
}
inline bool may_swap(const PublicState& s) {
  return s.codes[s.mover] == VAECK && !s.has_asked && s.captured[s.mover] && s.hand_sizes[s.mover] &&
         s.hand_sizes[1 - s.mover];
}
// Whether the mover may put cards under the deck and draw as many (Sun).
inline bool may_put_under(const PublicState& s) {
  return s.codes[s.mover] == SUN && s.hand_sizes[s.mover] && s.hand_sizes[s.mover] < HAND_LIMIT && s.standing != PLAY &&
         !must_draw(s);
}
inline bool both_can_stake(const PublicState& s) { return s.score[0] > 0 && s.score[1] > 0; }
inline bool may_stake(const PublicState& s) { return s.codes[s.mover] == DOO && !s.used[s.mover] && both_can_stake(s); }
inline bool may_command_play(const PublicState& s) {
  return s.can_pay_command(s.mover) && (s.standing != GUARD || s.guard_forces_draw);
}
inline bool may_command_guard(const PublicState& s) {
  return s.can_pay_command(s.mover) && (!s.guard_forces_draw || s.hand_sizes[1 - s.mover] < HAND_LIMIT);
}

// Whether a legal command after a play or a draw is pointless; hacktrick/game/legality.py has the reasons.
inline bool is_play_pointless(const PublicState& s) {
  int o = 1 - s.mover;
  return s.hand_sizes[o] == 0 || s.hand_sizes[o] == HAND_LIMIT;
}
inline bool is_guard_pointless(const PublicState& s) {
  int me = s.mover, o = 1 - me;
  if (s.guard_forces_draw) return s.hand_sizes[o] == 0 || s.supply[o] == 0;
  if (!s.hand_sizes[o] && !s.command_after_draw) return true;
  int placed = s.command_after_draw && s.hand_sizes[o] < HAND_LIMIT ? 0 : 1;
  return s.supply[o] < 1 + placed + s.loses_at_once || s.hand_sizes[me] == 0 || s.hand_sizes[me] == HAND_LIMIT;
}
// Whether a command, or a pass, is legal and not pointless at the end of a turn.
inline bool is_command_sensible(const PublicState& s, int command) {
  if (command == PLAY) return may_command_play(s) && !is_play_pointless(s);
  if (command == GUARD) return may_command_guard(s) && !is_guard_pointless(s);
  return true;
}

// Moves

// A choice of the solver: mostly a whole turn.
struct Move {
  enum Kind : int8_t { START, ASK, CARD, DRAW, STUCK, COMMAND, DISCARD, SWAP, STAKE, CALL, FOLD, UNDER };
  int8_t kind = DRAW;
  uint8_t card = 0;          // its value; of UNDER: the cards put under the deck, as a hand
  int8_t places_double = 0;  // of ASK: paid with a marker of the supply
  int8_t command = NONE;
  bool operator==(const Move& o) const {
    return kind == o.kind && card == o.card && places_double == o.places_double && command == o.command;
  }
};

// Applies any move but a draw to the public state.
inline void apply_move(PublicState& s, const Move& m) {
  const int me = s.mover, o = 1 - me;
  switch (m.kind) {
    case Move::ASK:
      return ask(s, m.places_double);
    case Move::DISCARD:
      return discard(s);
    case Move::SWAP:
      return swap(s);
    case Move::FOLD:
      return finish(s, o, 1);
    case Move::COMMAND:
      return end_turn(s, m.command);
    case Move::UNDER:
      return end_turn(s, NONE);
    case Move::STAKE:
    case Move::CALL:
      put_stake(s);
      s.awaits_answer = m.kind == Move::STAKE;
      if (s.awaits_answer) s.used[me] = 1;
      s.mover = o;
      return;
    default:
      play_card(s, m.card, m.places_double);
      if (!s.is_over && !s.awaits_command) end_turn(s, m.command);
  }
}

// Adds the optional moves that open a turn and do not depend on the hand: all but SWAP and UNDER.
inline void list_openers(const PublicState& s, std::vector<Move>& out) {
  if (may_ask(s)) out.push_back({Move::ASK, 0, 0, NONE});
  if (may_ask_from_supply(s)) out.push_back({Move::ASK, 0, 1, NONE});
  if (may_discard(s)) out.push_back({Move::DISCARD, 0, 0, NONE});
  if (may_stake(s)) out.push_back({Move::STAKE, 0, 0, NONE});
}

// Lists the sensible moves of a known hand, without those that only open a turn. Each is a whole turn (card, marker,
// command).
inline void list_moves(const PublicState& s, int hand, std::vector<Move>& out) {
  out.clear();
  if (s.awaits_answer) {
    for (int8_t kind : {Move::CALL, Move::FOLD}) out.push_back({kind, 0, 0, NONE});
    return;
  }
  if (s.awaits_command) {
    for (int8_t command : {NONE, PLAY, GUARD})
      if (is_command_sensible(s, command)) out.push_back({Move::COMMAND, 0, 0, command});
    if (!s.can_play_again) return;
  }
  if (s.supply[s.mover] && !must_draw(s))
    for (int v = 0; v < N_VALUES; v++) {
      if (v == s.last_card || !hand_table().count[hand][v]) continue;
      for (int8_t big = 0; big < 2; big++) {
        if (big ? s.double_key[s.mover] != 0 : s.singles(s.mover) == 0) continue;
        PublicState q = s;
        play_card(q, v, big);
        out.push_back({Move::CARD, uint8_t(v), big, NONE});
        if (q.is_over) break;
        if (q.awaits_command) continue;
        for (int8_t command : {PLAY, GUARD})
          if (is_command_sensible(q, command)) out.push_back({Move::CARD, uint8_t(v), big, command});
      }
    }
  if (!s.awaits_command && !must_play(s, hand)) out.push_back({Move::DRAW, 0, 0, NONE});
}

// Random numbers

struct Random {  // splitmix64
  uint64_t x;
  explicit Random(uint64_t seed = 1) : x(seed) {}
  uint64_t next() {
    uint64_t z = (x += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  int below(int n) { return int((next() >> 32) * uint64_t(n) >> 32); }
  double unit() { return (next() >> 11) * 0x1.0p-53; }
};

// Rounds

// All that chance decides in a round.
struct Deal {
  int8_t hands[2][N_VALUES] = {}, aside[N_VALUES] = {}, leader = 0;
  int8_t laid[2] = {NO_CODE, NO_CODE};  // codes, by leader and starter
  int8_t score[2] = {0, 0};             // by leader and starter
  uint64_t deck_seed = 0;               // seeds the order of every deck of the round
};

inline Deal random_deal(Random& rng) {
  Deal d;
  int8_t cards[18];
  for (int i = 0; i < 18; i++) cards[i] = i / 3;
  for (int i = 17; i > 0; i--) std::swap(cards[i], cards[rng.below(i + 1)]);
  d.leader = 0;
  for (int i = 0; i < 3; i++) d.hands[0][cards[i]]++;
  for (int i = 3; i < 7; i++) d.hands[1][cards[i]]++;
  for (int i = 7; i < 9; i++) d.aside[cards[i]]++;
  d.deck_seed = rng.next();
  return d;
}

constexpr int TARGET = 6;  // points that win a match with codes

// Draws a score, and codes for at least one player, never the same for both. About a quarter of the players get
// no code.
inline void lay_codes(Deal& d, Random& rng) {
  do {
    for (int8_t& code : d.laid) code = rng.below(4) ? int8_t(rng.below(N_CODES)) : NO_CODE;
  } while (d.laid[0] == d.laid[1]);
  for (int8_t& n : d.score) n = rng.below(TARGET);
}

// A round in progress with both hands. The deal determines the order of every deck, so both rounds of a pair draw
// the same cards.
struct Round {
  PublicState state;
  int hand[2];
  std::vector<int8_t> deck;  // top first
  Random deck_rng;
  int revealed = 0;  // by the last move: the sum asked for, or the card taken by a swap

  // Creates the round before its start card. If `swap`, seat 1 leads, else seat 0.
  Round(const Deal& d, bool swap, const Rules& rules) : deck_rng(d.deck_seed) {
    int leader = swap ? 1 : 0;
    static_cast<Rules&>(state) = rules;
    state.mover = 1 - leader;
    int8_t rest[N_VALUES];
    for (int v = 0; v < N_VALUES; v++) {
      state.unseen[v] = COPIES - d.aside[v];
      rest[v] = state.unseen[v] - d.hands[0][v] - d.hands[1][v];
    }
    hand[leader] = hand_table().index_of(d.hands[0]);
    hand[1 - leader] = hand_table().index_of(d.hands[1]);
    state.hand_sizes[leader] = 3;
    state.hand_sizes[1 - leader] = 4;
    state.deck_size = 9;
    int8_t codes[2];
    reveal(d.laid, codes);
    state.codes[leader] = codes[0], state.codes[1 - leader] = codes[1];
    state.score[leader] = d.score[0], state.score[1 - leader] = d.score[1];
    for (int p = 0; p < 2; p++) state.supply[p] += state.codes[p] == HUANG;
    shuffle(rest);
  }
  void shuffle(const int8_t* cards) {
    deck.clear();
    for (int v = 0; v < N_VALUES; v++)
      for (int i = 0; i < cards[v]; i++) deck.push_back(v);
    for (int i = int(deck.size()) - 1; i > 0; i--) std::swap(deck[i], deck[deck_rng.below(i + 1)]);
  }
  void start(int v) {
    int p = state.mover;
    hand[p] = hand_table().sub[hand[p]][v];
    state.last_card = v;
    state.unseen[v]--;
    state.hand_sizes[p]--;
    state.mover = 1 - p;
  }
  void apply(const Move& m) {
    int p = state.mover;
    revealed = m.kind == Move::ASK ? hand_table().sum[hand[1 - p]] : 0;
    if (m.kind == Move::DRAW) {
      hand[p] = hand_table().add[hand[p]][deck.front()];
      deck.erase(deck.begin());
      int8_t back[N_VALUES];
      std::memcpy(back, state.row, N_VALUES);
      if (draw(state)) shuffle(back);
    } else {
      if (m.kind == Move::CARD) hand[p] = hand_table().sub[hand[p]][m.card];
      if (m.kind == Move::SWAP) exchange_cards(m.card, random_card_of(hand[1 - p]));
      if (m.kind == Move::UNDER) put_under(m.card);
      apply_move(state, m);
    }
    if (!state.is_over && is_stuck(state, hand[state.mover])) finish(state, 1 - state.mover, 1);
  }
  // Puts cards under the deck, low ones first, and draws as many. The solver considers no other order.
  void put_under(int cards) {
    int& own = hand[state.mover];
    for (int v = 0; v < N_VALUES; v++)
      for (int i = 0; i < hand_table().count[cards][v]; i++) own = hand_table().sub[own][v], deck.push_back(int8_t(v));
    for (int i = 0; i < hand_table().size[cards]; i++)
      own = hand_table().add[own][deck.front()], deck.erase(deck.begin());
  }
  int random_card_of(int from) {
    int n = deck_rng.below(hand_table().size[from]), v = 0;
    for (; n >= hand_table().count[from][v]; v++) n -= hand_table().count[from][v];
    return v;
  }
  void exchange_cards(int given, int taken) {
    int p = state.mover, o = 1 - p;
    hand[p] = hand_table().add[hand_table().sub[hand[p]][given]][taken];
    hand[o] = hand_table().add[hand_table().sub[hand[o]][taken]][given];
    revealed = taken;
  }
};

}  // namespace ht
