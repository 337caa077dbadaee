// The two-player round for training: public state, hands as numbers, moves. No chance, no beliefs.
//
// A twin of hacktrick/game for two players, with the codes of Battle of Wits.
// build/train/rules_check.py replays random rounds in both and compares every list of legal actions,
// and which commands are pointless.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "codes.hpp"

namespace ht {

constexpr int V = 6, COPIES = 3, NKEYS = 9, LIMIT = 4;
constexpr int NHANDS = 204;  // multisets of 0 to 4 cards, at most three of a value

enum Standing : int8_t { NONE = 0, PLAY = 1, GUARD = 2 };

// ------------------------------------------------------------------ hands

struct HandTables {
  int8_t count[NHANDS][V];
  int8_t size[NHANDS], sum[NHANDS];
  int16_t add[NHANDS][V], sub[NHANDS][V];  // -1: no such hand
  uint16_t reach[NHANDS][V];               // keys (bit k) that the hand reaches from a last card
  int16_t index[1 << 12];                  // two bits a value
  float ways[4][4][4];                     // u! / (a! b! (u-a-b)!), 0 where a+b > u
  HandTables() {
    int n = 0;
    std::memset(index, -1, sizeof index);
    for (int total = 0; total <= LIMIT; total++)
      for (int code = 0; code < (1 << 12); code++) {
        int s = 0;
        for (int v = 0; v < V; v++) s += code >> (2 * v) & 3;
        if (s != total) continue;
        index[code] = n;
        size[n] = total;
        sum[n] = 0;
        for (int v = 0; v < V; v++) {
          count[n][v] = code >> (2 * v) & 3;
          sum[n] += v * count[n][v];
        }
        n++;
      }
    for (int h = 0; h < NHANDS; h++)
      for (int v = 0; v < V; v++) {
        int code = encode(count[h]);
        add[h][v] = count[h][v] < 3 && size[h] < LIMIT ? index[code + (1 << (2 * v))] : -1;
        sub[h][v] = count[h][v] > 0 ? index[code - (1 << (2 * v))] : -1;
        reach[h][v] = 0;
        for (int c = 0; c < V; c++)
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
    for (int v = 0; v < V; v++) code |= c[v] << (2 * v);
    return code;
  }
  int of(const int8_t* c) const { return index[encode(c)]; }
};

inline const HandTables& H() {
  static const HandTables tables;
  return tables;
}

// ways to deal h1 and h2 from the unseen cards (up to a factor that depends on sizes only)
inline float pair_ways(const int8_t* u, int h1, int h2) {
  const auto& t = H();
  float w = 1;
  for (int v = 0; v < V; v++) w *= t.ways[u[v]][t.count[h1][v]][t.count[h2][v]];
  return w;
}

// ------------------------------------------------------------------ board

constexpr int LINES[8][3] = {{8, 1, 6}, {3, 5, 7}, {4, 9, 2}, {8, 3, 4},
                             {1, 5, 9}, {6, 7, 2}, {8, 5, 2}, {6, 5, 4}};

// the options in which the rules of two players differ
struct Rules {
  int8_t immediate = 1;  // an empty supply loses at once
  int8_t late = 0;       // a command may follow a draw
  int8_t block = 0;      // GUARD makes the other draw
};

struct Pub : Rules {
  int8_t cnt[2][10] = {};       // own markers on keys 1..9
  int8_t dbl[2] = {0, 0};       // the double: 0 in supply, a key, -1 out
  int8_t supply[2] = {10, 10};  // the double counted in
  int8_t cap[2] = {0, 0};
  int8_t hs[2] = {0, 0};
  int8_t last = -1, deck = 0, stm = 0, standing = NONE, asked = 0;
  int8_t word = 0;     // after a draw or the first of two cards: the word is still to be said
  int8_t row[V] = {};  // the row without its last card: what comes back at a reshuffle
  int8_t u[V] = {};    // unseen: both hands and the deck
  int8_t over = 0, winner = 0, points = 0;
  int8_t codes[2] = {NO_CODE, NO_CODE};  // in force
  int8_t used[2] = {0, 0};               // the power of the code that works once is spent
  int8_t again = 0;                      // a second card may follow the first in this turn (Kriskaya)
  int8_t fresh = 0;                      // the mover has placed his double in this turn
  int8_t score[2] = {0, 0}, stakes[2] = {0, 0};
  int8_t answer = 0;                     // a stake is to be answered, by the mover

  int singles(int p) const { return supply[p] - (dbl[p] == 0); }
  bool spare(int p) const { return supply[p] > immediate; }  // may a command be paid?
  bool bonus(int p, int key) const { return dbl[p] == key && !(fresh && p == stm); }
  bool staked() const { return stakes[0] && stakes[1]; }  // a called stake is, or was, on the table
};

constexpr int GODS = 1 << 1 | 1 << 2 | 1 << 8 | 1 << 9;      // the keys of Andy God, bit k
inline bool is_dodos(const int* line) { return line[1] == 5 && (line[0] == 1 || line[0] == 8); }

// two own markers on keys that sum to 10
inline bool has_pair_of_ten(const Pub& s, int p) {
  bool found = s.cnt[p][5] >= 2;
  for (int k = 1; k < 5; k++) found |= s.cnt[p][k] && s.cnt[p][10 - k];
  return found;
}

// keys (bit k) on which a marker of p wins one point by p's code
inline int win_keys_by_code(const Pub& s, int p) {
  int keys = 0, on_gods = 0;
  switch (s.codes[p]) {
    case SLAVIC:
      return s.dbl[p] > 0 ? 1 << s.dbl[p] : 0;
    case GOD:
      for (int k : {1, 2, 8, 9}) on_gods += s.cnt[p][k];
      return on_gods >= 2 ? GODS : 0;
    case BALTIC:
      for (int k = 1; k <= NKEYS; k++)
        if (s.cnt[1 - p][k] && s.cap[p] + s.cnt[1 - p][k] >= 3) keys |= 1 << k;
      return keys;
    default:
      return 0;
  }
}

// keys (bit k) on which a marker of p wins: all of them, and those for two points or more
inline void win_keys(const Pub& s, int p, int& one, int& two) {
  one = two = 0;
  const bool doubled = s.codes[p] == GORILLA;
  for (const auto& line : LINES) {
    int have = 0, missing = 0;
    bool big = false;
    for (int k : line) {
      if (s.cnt[p][k]) {
        have++;
        big |= s.bonus(p, k);
      } else {
        missing = k;
      }
    }
    if (have == 2) {
      one |= 1 << missing;
      if (big || (doubled && is_dodos(line))) two |= 1 << missing;
    }
  }
  for (int k = 1; k <= NKEYS; k++)
    if (s.cnt[p][k] >= 2) {
      one |= 1 << k;
      if (s.bonus(p, k)) two |= 1 << k;
    }
  if (s.codes[p] != NO_CODE) one |= win_keys_by_code(s, p);
}

// a marker on the key completes a line that counts twice and holds the double
inline bool wins_four(const Pub& s, int p, int key) {
  if (s.codes[p] != GORILLA || s.dbl[p] <= 0) return false;
  for (const auto& line : LINES) {
    int have = 0;
    bool here = false, big = false;
    for (int k : line) have += s.cnt[p][k] > 0, here |= k == key, big |= k == s.dbl[p];
    if (is_dodos(line) && here && big && have == 2 && !s.cnt[p][key]) return true;
  }
  return false;
}

inline int win_points(const Pub& s, int p, int key) {
  int one, two;
  win_keys(s, p, one, two);
  return wins_four(s, p, key) ? 4 : (one >> key & 1) + (two >> key & 1);
}

inline void finish(Pub& s, int winner, int points) {
  s.over = 1;
  s.winner = winner;
  s.points = points;
}

inline void pay(Pub& s, int p) {
  if (s.singles(p) == 0) s.dbl[p] = -1;
  s.supply[p]--;
}

// Plays the card and places its marker. `end_turn` follows, unless the round is over or a second
// card may be played.
inline void place(Pub& s, int v, bool big) {
  int p = s.stm, key = s.last + v, points = win_points(s, p, key);
  s.row[s.last]++;
  s.last = v;
  s.u[v]--;
  s.hs[p]--;
  s.cap[p] += s.cnt[1 - p][key];
  if (s.cnt[1 - p][key] && s.dbl[1 - p] == key) s.dbl[1 - p] = -1;
  s.cnt[1 - p][key] = 0;
  s.cnt[p][key]++;
  if (big) s.dbl[p] = key, s.fresh = 1;
  s.supply[p]--;
  if (s.word) s.again = 0;
  if (points)
    finish(s, p, points);
  else if (!s.supply[p] && s.immediate)
    finish(s, 1 - p, 1);
  s.word = !s.over && s.again && s.supply[p] && s.hs[p];
}

inline void end_turn(Pub& s, int command) {
  if (command != NONE) pay(s, s.stm);
  s.stm = 1 - s.stm;
  s.standing = command;
  s.asked = s.word = s.fresh = 0;
  s.again = s.codes[s.stm] == KRISKAYA && has_pair_of_ten(s, s.stm);
  // `when_obliged` with a full hand is public. Under Play it depends on the hand (see stuck).
  if (!s.immediate && !s.supply[s.stm] && s.hs[s.stm] == LIMIT) finish(s, 1 - s.stm, 1);
}

inline bool has_playable(const Pub& s, int hand) {
  return H().size[hand] > H().count[hand][s.last];
}

inline bool must_draw(const Pub& s) { return s.block && s.standing == GUARD; }
inline bool must_play(const Pub& s, int hand) {
  if (must_draw(s)) return false;
  return s.hs[s.stm] >= LIMIT || (s.standing == PLAY && has_playable(s, hand));
}

// the net cannot value a turn in progress
inline bool midway(const Pub& s) { return s.word || s.answer; }

// `when_obliged`: obliged to play, able to, and without a marker
inline bool stuck(const Pub& s, int hand) {
  return !s.immediate && !midway(s) && !s.supply[s.stm] && must_play(s, hand);
}

// moves the card to the mover's hand; returns true if the row became the new deck
inline bool draw(Pub& s) {
  s.hs[s.stm]++;
  s.deck--;
  bool last = s.deck == 0;
  if (last)
    for (int v = 0; v < V; v++) {
      s.deck += s.row[v];
      s.u[v] += s.row[v];
      s.row[v] = 0;
    }
  if (s.late)
    s.word = 1, s.again = 0;
  else
    end_turn(s, NONE);
  return last;
}

// own: pay with a marker of the supply (Popescu)
inline void ask(Pub& s, bool own) {
  if (own)
    pay(s, s.stm);
  else
    s.cap[s.stm]--;
  s.asked = 1;
}
// Huang: each player loses a marker
inline void discard(Pub& s) {
  int me = s.stm, o = 1 - me;
  pay(s, me);
  pay(s, o);
  s.used[me] = 1;
  if (s.immediate && !s.supply[o]) finish(s, me, 1);
}

// Vaeck: the mover gives a card for one taken blindly
inline void swap(Pub& s) {
  s.cap[s.stm]--;
  s.asked = 1;
}
// Doo: the mover stakes a point
inline void put_stake(Pub& s) {
  s.score[s.stm]--;
  s.stakes[s.stm]++;
}

inline bool asking_forbidden(const Pub& s) { return s.codes[1 - s.stm] == GRIGOROVA && has_pair_of_ten(s, 1 - s.stm); }
inline bool may_ask(const Pub& s) { return !s.asked && s.cap[s.stm] && s.hs[1 - s.stm] && !asking_forbidden(s); }
inline bool may_ask_own(const Pub& s) {
  return s.codes[s.stm] == POPESCU && !s.asked && s.hs[1 - s.stm] && s.spare(s.stm) && !asking_forbidden(s);
}
inline bool may_discard(const Pub& s) {
  int me = s.stm;
  return s.codes[me] == HUANG && !s.used[me] && s.supply[1 - me] && s.spare(me) && s.singles(me) > 0;
}
inline bool may_swap(const Pub& s) {
  return s.codes[s.stm] == VAECK && !s.asked && s.cap[s.stm] && s.hs[s.stm] && s.hs[1 - s.stm];
}
// Sun: puts cards under the deck and draws as many
inline bool may_put_under(const Pub& s) {
  return s.codes[s.stm] == SUN && s.hs[s.stm] && s.hs[s.stm] < LIMIT && s.standing != PLAY && !must_draw(s);
}
inline bool can_stake(const Pub& s) { return s.score[0] > 0 && s.score[1] > 0; }
inline bool may_stake(const Pub& s) { return s.codes[s.stm] == DOO && !s.used[s.stm] && can_stake(s); }
inline bool may_say_play(const Pub& s) { return s.spare(s.stm) && (s.standing != GUARD || s.block); }
inline bool may_say_guard(const Pub& s) { return s.spare(s.stm) && (!s.block || s.hs[1 - s.stm] < LIMIT); }

// whether a legal command is pointless (reasons in hacktrick/game/legality.py); called after
// `place` or `draw`
inline bool idle_play(const Pub& s) {
  int o = 1 - s.stm;
  return s.hs[o] == 0 || s.hs[o] == LIMIT;
}
inline bool idle_guard(const Pub& s) {
  int me = s.stm, o = 1 - me;
  if (s.block) return s.hs[o] == 0 || s.supply[o] == 0;
  if (!s.hs[o] && !s.late) return true;
  int placed = s.late && s.hs[o] < LIMIT ? 0 : 1;
  return s.supply[o] < 1 + placed + s.immediate || s.hs[me] == 0 || s.hs[me] == LIMIT;
}
// the sensible commands at the end of a turn
inline bool may_say(const Pub& s, int command) {
  if (command == PLAY) return may_say_play(s) && !idle_play(s);
  if (command == GUARD) return may_say_guard(s) && !idle_guard(s);
  return true;
}

// ------------------------------------------------------------------ moves

struct Move {
  enum Kind : int8_t { START, ASK, CARD, DRAW, STUCK, WORD, DISCARD, SWAP, STAKE, CALL, FOLD, UNDER };
  int8_t kind = DRAW;
  uint8_t v = 0;         // a card; what goes under the deck, as a hand
  int8_t big = 0;        // the double is placed; of an ask: the own marker pays
  int8_t command = NONE;
  bool operator==(const Move& o) const {
    return kind == o.kind && v == o.v && big == o.big && command == o.command;
  }
};

// the effect of a move without a draw on the public state
inline void act(Pub& s, const Move& m) {
  const int me = s.stm, o = 1 - me;
  switch (m.kind) {
    case Move::ASK: return ask(s, m.big);
    case Move::DISCARD: return discard(s);
    case Move::SWAP: return swap(s);
    case Move::FOLD: return finish(s, o, 1);
    case Move::WORD: return end_turn(s, m.command);
    case Move::UNDER: return end_turn(s, NONE);
    case Move::STAKE:
    case Move::CALL:
      put_stake(s);
      s.answer = m.kind == Move::STAKE;
      if (s.answer) s.used[me] = 1;
      s.stm = o;
      return;
    default:
      place(s, m.v, m.big);
      if (!s.over && !s.word) end_turn(s, m.command);
  }
}

// the openers of a turn that do not depend on the hand; swaps and cards under the deck come besides
inline void openers_of(const Pub& s, std::vector<Move>& out) {
  if (may_ask(s)) out.push_back({Move::ASK, 0, 0, NONE});
  if (may_ask_own(s)) out.push_back({Move::ASK, 0, 1, NONE});
  if (may_discard(s)) out.push_back({Move::DISCARD, 0, 0, NONE});
  if (may_stake(s)) out.push_back({Move::STAKE, 0, 0, NONE});
}

// All sensible moves of a known hand, each a whole turn (card, marker, command), without openers.
inline void moves_of(const Pub& s, int hand, std::vector<Move>& out) {
  out.clear();
  if (s.answer) {
    for (int8_t kind : {Move::CALL, Move::FOLD}) out.push_back({kind, 0, 0, NONE});
    return;
  }
  if (s.word) {
    for (int8_t command : {NONE, PLAY, GUARD})
      if (may_say(s, command)) out.push_back({Move::WORD, 0, 0, command});
    if (!s.again) return;
  }
  if (s.supply[s.stm] && !must_draw(s))
    for (int v = 0; v < V; v++) {
      if (v == s.last || !H().count[hand][v]) continue;
      for (int8_t big = 0; big < 2; big++) {
        if (big ? s.dbl[s.stm] != 0 : s.singles(s.stm) == 0) continue;
        Pub q = s;
        place(q, v, big);
        out.push_back({Move::CARD, uint8_t(v), big, NONE});
        if (q.over) break;
        if (q.word) continue;
        for (int8_t command : {PLAY, GUARD})
          if (may_say(q, command)) out.push_back({Move::CARD, uint8_t(v), big, command});
      }
    }
  if (!s.word && !must_play(s, hand)) out.push_back({Move::DRAW, 0, 0, NONE});
}

// ------------------------------------------------------------------ random numbers

struct Rng {  // splitmix64
  uint64_t x;
  explicit Rng(uint64_t seed = 1) : x(seed) {}
  uint64_t next() {
    uint64_t z = (x += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  int below(int n) { return int((next() >> 32) * uint64_t(n) >> 32); }
  double unit() { return (next() >> 11) * 0x1.0p-53; }
};

// ------------------------------------------------------------------ the whole truth

struct Deal {
  int8_t hands[2][V] = {}, aside[V] = {}, leader = 0;
  int8_t laid[2] = {NO_CODE, NO_CODE};  // by the leader and the starter
  int8_t score[2] = {0, 0};             // theirs
  uint64_t chance = 0;                  // seeds the order of every deck of the round
};

inline Deal random_deal(Rng& rng) {
  Deal d;
  int8_t cards[18];
  for (int i = 0; i < 18; i++) cards[i] = i / 3;
  for (int i = 17; i > 0; i--) std::swap(cards[i], cards[rng.below(i + 1)]);
  d.leader = 0;
  for (int i = 0; i < 3; i++) d.hands[0][cards[i]]++;
  for (int i = 3; i < 7; i++) d.hands[1][cards[i]]++;
  for (int i = 7; i < 9; i++) d.aside[cards[i]]++;
  d.chance = rng.next();
  return d;
}

constexpr int TARGET = 6;  // of a match with codes
// Draws a score, and codes for at least one player, never the same for both; a quarter of the
// players get none.
inline void lay_codes(Deal& d, Rng& rng) {
  do {
    for (int8_t& code : d.laid) code = rng.below(4) ? int8_t(rng.below(N_CODES)) : NO_CODE;
  } while (d.laid[0] == d.laid[1]);
  for (int8_t& n : d.score) n = rng.below(TARGET);
}

// A round in progress. `deck` is ordered, top first, so that both games of a pair draw the same
// cards.
struct Round {
  Pub pub;
  int hand[2];
  std::vector<int8_t> deck;
  Rng chance;
  int said = 0;  // what the last move brought to light: the sum asked for, or the card taken by a swap

  // swap: exchange the seats. The start card is still to be laid.
  Round(const Deal& d, bool swap, const Rules& rules) : chance(d.chance) {
    int leader = swap ? 1 : 0;
    static_cast<Rules&>(pub) = rules;
    pub.stm = 1 - leader;
    int8_t rest[V];
    for (int v = 0; v < V; v++) {
      pub.u[v] = COPIES - d.aside[v];
      rest[v] = pub.u[v] - d.hands[0][v] - d.hands[1][v];
    }
    hand[leader] = H().of(d.hands[0]);
    hand[1 - leader] = H().of(d.hands[1]);
    pub.hs[leader] = 3;
    pub.hs[1 - leader] = 4;
    pub.deck = 9;
    int8_t codes[2];
    reveal(d.laid, codes);
    pub.codes[leader] = codes[0], pub.codes[1 - leader] = codes[1];
    pub.score[leader] = d.score[0], pub.score[1 - leader] = d.score[1];
    for (int p = 0; p < 2; p++) pub.supply[p] += pub.codes[p] == HUANG;
    shuffle(rest);
  }
  void shuffle(const int8_t* cards) {
    deck.clear();
    for (int v = 0; v < V; v++)
      for (int i = 0; i < cards[v]; i++) deck.push_back(v);
    for (int i = int(deck.size()) - 1; i > 0; i--) std::swap(deck[i], deck[chance.below(i + 1)]);
  }
  void start(int v) {
    int p = pub.stm;
    hand[p] = H().sub[hand[p]][v];
    pub.last = v;
    pub.u[v]--;
    pub.hs[p]--;
    pub.stm = 1 - p;
  }
  void apply(const Move& m) {
    int p = pub.stm;
    said = m.kind == Move::ASK ? H().sum[hand[1 - p]] : 0;
    if (m.kind == Move::DRAW) {
      hand[p] = H().add[hand[p]][deck.front()];
      deck.erase(deck.begin());
      int8_t back[V];
      std::memcpy(back, pub.row, V);
      if (draw(pub)) shuffle(back);
    } else {
      if (m.kind == Move::CARD) hand[p] = H().sub[hand[p]][m.v];
      if (m.kind == Move::SWAP) exchange(m.v, taken_from(hand[1 - p]));
      if (m.kind == Move::UNDER) put_under(m.v);
      act(pub, m);
    }
    if (!pub.over && stuck(pub, hand[pub.stm])) finish(pub, 1 - pub.stm, 1);
  }
  // the cards in their order; the tree looks at no other
  void put_under(int cards) {
    int& own = hand[pub.stm];
    for (int v = 0; v < V; v++)
      for (int i = 0; i < H().count[cards][v]; i++) own = H().sub[own][v], deck.push_back(int8_t(v));
    for (int i = 0; i < H().size[cards]; i++) own = H().add[own][deck.front()], deck.erase(deck.begin());
  }
  int taken_from(int from) {
    int n = chance.below(H().size[from]), v = 0;
    for (; n >= H().count[from][v]; v++) n -= H().count[from][v];
    return v;
  }
  void exchange(int given, int taken) {
    int p = pub.stm, o = 1 - p;
    hand[p] = H().add[H().sub[hand[p]][given]][taken];
    hand[o] = H().add[H().sub[hand[o]][taken]][given];
    said = taken;
  }
};

}  // namespace ht
