// The public belief state and the depth-limited public tree under it.
//
// Everything is linear in counterfactual values: an action is a sparse matrix M with
//   likelihoods below = M (likelihoods above * strategy),  values above = M^T values below,
// so masses add up by themselves (plays: u_v / h_v, draws: (h_c + 1) / D).
#pragma once
#include "features.hpp"

namespace ht {

struct Pbs {
  Pub pub;
  Prices prices;
  std::vector<uint8_t> hands[2];
  std::vector<float> f[2];
};

// hands and their joint ways, shared by all children of the same card
struct Geo {
  std::vector<uint8_t> hands[2];
  std::vector<float> W;
};

struct Link {
  int src, dst;
  float coef;
};

struct Edge {
  int child, slot;
  int begin, end;  // links of the mover's hands
  int fbegin = -1, fend = -1;  // links of the other's hands; -1: all stay
  bool also = false;  // a slot more that leads to the child of the edge before, which has the other's links
  int fact = -1;  // what tells the child from others of the slot: the sum said (of the start: both), the card taken
};

// Sun: n cards under the deck, as many from its top. How likely a hand is afterwards is no product of
// both hands; the mean over the other's hands stands for their factor (hacktrick/ai/solver/public_tree.py).
struct Under {
  std::vector<uint8_t> below;                              // the mover's hands
  std::vector<std::pair<int, std::vector<Link>>> choices;  // cards put there, as a hand, and the links

  // likely: likelihoods of the opponent's hands; null for equal ones
  Under(const Pub& s, const Geo& here, int n, const std::vector<float>* likely) {
    const auto& t = H();
    const int me = s.stm;
    const std::vector<uint8_t>&mine = here.hands[me], &theirs = here.hands[1 - me];
    auto held_with = [&](const int8_t* unseen, int hand) {  // ways, summed over the other's hands
      float sum = 0;
      for (size_t j = 0; j < theirs.size(); j++) sum += pair_ways(unseen, hand, theirs[j]) * (likely ? likely[1 - me][j] : 1);
      return sum;
    };
    std::array<float, NHANDS> ways, left_ways;
    ways.fill(-1);
    float decks = 1;
    for (int k = 0; k < n; k++) decks *= float(s.deck - k) / (k + 1);
    std::array<int, NHANDS> place;
    place.fill(-1);
    for (int p = 0; p < NHANDS; p++) {
      if (t.size[p] != n) continue;
      int8_t left[V];
      float orders = 1;
      bool there = true;
      for (int v = 0; v < V; v++) {
        left[v] = s.u[v] - t.count[p][v];
        there &= left[v] >= 0;
        for (int k = std::max<int>(left[v], 0); k < s.u[v]; k++) orders *= k + 1;
      }
      if (!there) continue;
      left_ways.fill(-1);
      std::vector<Link> found;
      bool held = false;
      for (size_t i = 0; i < mine.size(); i++) {
        int rest = without(mine[i], p);
        if (rest < 0) continue;
        held = true;
        for (int d = 0; d < NHANDS; d++) {
          int after = t.size[d] == n ? with(rest, d) : -1;
          if (after < 0) continue;
          if (ways[after] < 0) ways[after] = held_with(s.u, after);
          if (left_ways[after] < 0) left_ways[after] = held_with(left, after);
          if (left_ways[after] <= 0) continue;
          float mean = orders * left_ways[after] / ways[after];
          float coef = mean * product(after) / product(mine[i]) / (product(d) * decks);
          if (place[after] < 0) place[after] = int(below.size()), below.push_back(uint8_t(after));
          found.push_back({int(i), place[after], coef});
        }
      }
      if (held) choices.push_back({p, std::move(found)});
    }
  }

 private:
  static int without(int hand, int cards) {
    for (int v = 0; v < V; v++)
      for (int i = 0; i < H().count[cards][v] && hand >= 0; i++) hand = H().sub[hand][v];
    return hand;
  }
  static int with(int hand, int cards) {
    for (int v = 0; v < V; v++)
      for (int i = 0; i < H().count[cards][v] && hand >= 0; i++) hand = H().add[hand][v];
    return hand;
  }
  // the factorials of the counts, multiplied
  static float product(int hand) {
    const float factorial[] = {1, 1, 2, 6};
    float all = 1;
    for (int v = 0; v < V; v++) all *= factorial[H().count[hand][v]];
    return all;
  }
};

enum Kind : int8_t { DECISION, LEAF, TERMINAL };

struct Node {
  Pub pub;
  Kind kind = LEAF;
  int geo = 0;
  int n[2] = {0, 0};
  int at[2] = {0, 0};  // into f and cv
  int first = 0, n_edges = 0;
  int n_slots = 0, table = 0;  // strategies, regrets: n[stm] x n_slots
  int row = -1;                // first hand row of the net, LEAF
  int index = -1;              // among the leaves the net sees
};

class Tree {
 public:
  bool prune_replies = true;  // no Guard, no double below the root
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Link> links;
  std::vector<Geo> geos;
  std::vector<Move> slots;  // of the root first; per node: slots[node.slot_at ...]
  std::vector<int> slot_at;
  std::vector<float> f;  // likelihoods of all nodes' hands; building fills in the root's
  Prices prices;

  // -------------------------------------------------------------- building

  void build(const Pbs& b, int depth) {
    prices = b.prices;
    root_likely = b.f;
    nodes.clear(), edges.clear(), links.clear(), geos.clear(), slots.clear(), slot_at.clear();
    Geo g;
    for (int p = 0; p < 2; p++) g.hands[p] = b.hands[p];
    fill_ways(g, b.pub.u);
    geos.push_back(std::move(g));
    add(b.pub, 0, depth, true);
    finish_build();
    for (int p = 0; p < 2; p++)
      std::memcpy(&f[nodes[0].at[p]], b.f[p].data(), b.f[p].size() * sizeof(float));
    float total = 0;
    for (int i = 0; i < nodes[0].n[0]; i++)
      for (int j = 0; j < nodes[0].n[1]; j++)
        total += b.f[0][i] * b.f[1][j] * geos[0].W[i * nodes[0].n[1] + j];
    float inv = total > 0 ? 1 / total : 0;
    for (int i = 0; i < nodes[0].n[0]; i++) f[nodes[0].at[0] + i] *= inv;
  }

  // the round before the start card: the mover is the starter, the leaves are one a card and sums
  void build_start(const Pbs& b, int depth) {
    prices = b.prices;
    nodes.clear(), edges.clear(), links.clear(), geos.clear(), slots.clear(), slot_at.clear();
    Geo g;
    for (int p = 0; p < 2; p++) g.hands[p] = b.hands[p];
    fill_ways(g, b.pub.u);
    geos.push_back(std::move(g));
    int me = b.pub.stm, op = 1 - me, root = add(b.pub, 0, 0, true);
    nodes[root].kind = DECISION;
    std::vector<Edge> found;
    const auto& t = H();
    for (int v = 0; v < V; v++) {
      for (int s1 = 0; s1 <= 15; s1++)
        for (int s2 = 0; s2 <= 15; s2++) {
          Geo c;
          std::vector<Link> mine, theirs;
          for (int i = 0; i < int(b.hands[me].size()); i++) {
            int h = b.hands[me][i], d = t.sub[h][v];
            if (d < 0 || t.sum[d] != s1) continue;
            mine.push_back({i, int(c.hands[me].size()), float(b.pub.u[v]) / t.count[h][v]});
            c.hands[me].push_back(d);
          }
          for (int j = 0; j < int(b.hands[op].size()); j++) {
            if (t.sum[b.hands[op][j]] != s2) continue;
            theirs.push_back({j, int(c.hands[op].size()), 1.f});
            c.hands[op].push_back(b.hands[op][j]);
          }
          if (mine.empty() || theirs.empty()) continue;
          Pub q = b.pub;
          q.last = v, q.u[v]--, q.hs[me]--, q.stm = op;
          fill_ways(c, q.u);
          if (!prune(c, mine, theirs, me)) continue;
          geos.push_back(std::move(c));
          int child = add(q, int(geos.size()) - 1, depth, false);
          Edge e{child, v, int(links.size()), 0};
          links.insert(links.end(), mine.begin(), mine.end());
          e.end = e.fbegin = int(links.size());
          links.insert(links.end(), theirs.begin(), theirs.end());
          e.fend = int(links.size());
          e.fact = s1 * 16 + s2;
          found.push_back(e);
        }
    }
    Node& n = nodes[root];
    n.first = int(edges.size());
    n.n_edges = int(found.size());
    n.n_slots = V;
    edges.insert(edges.end(), found.begin(), found.end());
    slot_at[root] = int(slots.size());
    for (int v = 0; v < V; v++) slots.push_back({Move::START, uint8_t(v), 0, NONE});
    finish_build();
    for (int p = 0; p < 2; p++)
      std::memcpy(&f[nodes[0].at[p]], b.f[p].data(), b.f[p].size() * sizeof(float));
    float total = 0;
    for (int i = 0; i < nodes[0].n[0]; i++)
      for (int j = 0; j < nodes[0].n[1]; j++)
        total += b.f[0][i] * b.f[1][j] * geos[0].W[i * nodes[0].n[1] + j];
    for (int i = 0; i < nodes[0].n[0]; i++) f[nodes[0].at[0] + i] /= total;
  }

  int n_slots() const { return nodes[0].n_slots; }
  const Move& root_move(int slot) const { return slots[slot_at[0] + slot]; }

 protected:
  std::vector<int> leaves;  // nodes the net sees
  std::vector<int> moving;  // those whose belief moves from iteration to iteration
  std::vector<char> legal;  // of every hand of a mover, by slot
  int rows = 0, n_hands = 0;
  const std::vector<float>* root_likely = nullptr;  // by seat, while the tree is built

  static void fill_ways(Geo& g, const int8_t* u) {
    g.W.resize(g.hands[0].size() * g.hands[1].size());
    float* w = g.W.data();
    for (int a : g.hands[0])
      for (int b : g.hands[1]) *w++ = pair_ways(u, a, b);
  }

  // drops hands that fit no hand of the opponent; false if nothing is left
  static bool prune(Geo& g, std::vector<Link>& mine, std::vector<Link>& theirs, int me) {
    int n0 = int(g.hands[0].size()), n1 = int(g.hands[1].size());
    std::vector<int> map[2] = {std::vector<int>(n0, -1), std::vector<int>(n1, -1)};
    for (int i = 0; i < n0; i++)
      for (int j = 0; j < n1; j++)
        if (g.W[i * n1 + j] > 0) map[0][i] = map[1][j] = 0;
    Geo out;
    for (int p = 0; p < 2; p++)
      for (int i = 0; i < int(g.hands[p].size()); i++)
        if (map[p][i] == 0) {
          map[p][i] = int(out.hands[p].size());
          out.hands[p].push_back(g.hands[p][i]);
        }
    if (out.hands[0].empty()) return false;
    for (int i = 0; i < n0; i++)
      for (int j = 0; j < n1; j++)
        if (map[0][i] >= 0 && map[1][j] >= 0) out.W.push_back(g.W[i * n1 + j]);
    auto remap = [](std::vector<Link>& ls, const std::vector<int>& m) {
      std::vector<Link> kept;
      for (Link l : ls)
        if (m[l.dst] >= 0) kept.push_back({l.src, m[l.dst], l.coef});
      ls.swap(kept);
    };
    remap(mine, map[me]);
    remap(theirs, map[1 - me]);
    g = std::move(out);
    return true;
  }

  int add(const Pub& pub, int geo, int depth, bool root) {
    int id = int(nodes.size());
    nodes.emplace_back();
    slot_at.push_back(0);
    Node& n = nodes.back();
    n.pub = pub;
    n.geo = geo;
    n.kind = pub.over ? TERMINAL : LEAF;
    for (int p = 0; p < 2; p++) n.n[p] = int(geos[geo].hands[p].size());
    if (!pub.over && (depth > 0 || midway(pub))) expand(id, depth, root);
    return id;
  }

  // The command after a draw (by the hand with the drawn card) or after the first of two cards, the
  // second card, or the answer to a stake. None of them counts as a step in depth.
  void expand_midway(int id, int depth, bool root) {
    const Pub s = nodes[id].pub;
    const bool narrow = prune_replies && !root;
    Found to{depth, root};
    if (s.answer) {
      for (int8_t kind : {Move::CALL, Move::FOLD}) for_all(nodes[id], {kind, 0, 0, NONE}, to);
    } else {
      for (int8_t command : {NONE, PLAY, GUARD})
        if (said_in_tree(s, command, narrow)) for_all(nodes[id], {Move::WORD, 0, 0, command}, to);
      if (s.again) expand_plays(s, Geo(geos[nodes[id].geo]), to);
    }
    decide(id, to.moves, to.edges);
  }

  // The moves of a node and the edges to its children.
  struct Found {
    int depth;  // of the children
    bool root;  // the node is looked at as the root is
    std::vector<Move> moves;
    std::vector<Edge> edges;
    void edge(int child, int b, int e, int fb = -1, int fe = -1, int fact = -1) {
      edges.push_back({child, int(moves.size()) - 1, b, e, fb, fe, false, fact});
    }
  };

  // a move that every hand allows and that changes no hand
  void for_all(const Node& node, const Move& m, Found& to) {
    Pub after = node.pub;
    const int me = after.stm, geo = node.geo, n = node.n[me], begin = int(links.size());
    act(after, m);
    to.moves.push_back(m);
    for (int i = 0; i < n; i++) links.push_back({i, i, 1.f});
    to.edge(add(after, geo, to.depth, to.root && after.stm == me), begin, begin + n);
  }

  // narrow: leave out Guard, which changes little, except where it makes the opponent draw
  static bool said_in_tree(const Pub& s, int command, bool narrow) {
    if (command == GUARD && narrow && !s.block) return false;
    return may_say(s, command);
  }

  void decide(int id, const std::vector<Move>& moves, const std::vector<Edge>& found) {
    Node& n = nodes[id];
    n.kind = DECISION;
    n.first = int(edges.size());
    n.n_edges = int(found.size());
    n.n_slots = int(moves.size());
    edges.insert(edges.end(), found.begin(), found.end());
    slot_at[id] = int(slots.size());
    slots.insert(slots.end(), moves.begin(), moves.end());
  }

  void expand(int id, int depth, bool root) {
    if (midway(nodes[id].pub)) return expand_midway(id, depth, root);
    const Pub s = nodes[id].pub;
    const int geo = nodes[id].geo;
    const Geo here = geos[geo];
    const std::vector<uint8_t>& mine = here.hands[s.stm];
    Found to{depth - 1, root};
    int begin = int(links.size());
    for (size_t i = 0; i < mine.size(); i++)
      if (stuck(s, mine[i])) links.push_back({int(i), int(i), 1.f});
    if (int end = int(links.size()); end > begin) {
      Pub q = s;
      finish(q, 1 - s.stm, 1);
      to.moves.push_back({Move::STUCK, 0, 0, NONE});
      to.edge(add(q, geo, 0, false), begin, end);
    } else {
      std::vector<Move> openers;
      openers_of(s, openers);
      for (const Move& opener : openers) {
        if (opener.kind == Move::ASK)
          expand_ask(s, here, opener, to);
        else
          for_all(nodes[id], opener, to);
      }
      if (may_swap(s) && !(prune_replies && !root)) expand_swaps(s, here, to);
      expand_plays(s, here, to);
      if (may_put_under(s) && !(prune_replies && !root)) expand_unders(id, here, to);
    }
    expand_draw(s, mine, here.hands[1 - s.stm], depth, root, to.moves, to.edges);
    decide(id, to.moves, to.edges);
  }

  // one child per sum
  void expand_ask(const Pub& s, const Geo& here, const Move& m, Found& to) {
    const auto& t = H();
    const int me = s.stm, op = 1 - me;
    const std::vector<uint8_t>&mine = here.hands[me], &theirs = here.hands[op];
    to.moves.push_back(m);
    Pub q = s;
    act(q, m);
    for (int total = 0; total <= 20; total++) {
      Geo g;
      std::vector<Link> own, other;
      for (size_t j = 0; j < theirs.size(); j++)
        if (t.sum[theirs[j]] == total) {
          other.push_back({int(j), int(g.hands[op].size()), 1.f});
          g.hands[op].push_back(theirs[j]);
        }
      if (other.empty()) continue;
      g.hands[me] = mine;
      for (size_t i = 0; i < mine.size(); i++) own.push_back({int(i), int(i), 1.f});
      add_told(q, std::move(g), own, other, me, total, to);
    }
  }

  // A card given for one taken blindly: one child a card taken. The coefficients are the ways before
  // over those after, times the chance to take the card, parted into a factor of each hand.
  void expand_swaps(const Pub& s, const Geo& here, Found& to) {
    const auto& t = H();
    const int me = s.stm, op = 1 - me;
    const std::vector<uint8_t>&mine = here.hands[me], &theirs = here.hands[op];
    for (uint8_t given = 0; given < V; given++) {
      bool held = false;
      for (int h : mine) held |= t.count[h][given] > 0;
      if (!held) continue;
      const Move m{Move::SWAP, given, 0, NONE};
      to.moves.push_back(m);
      Pub q = s;
      act(q, m);
      for (int taken = 0; taken < V; taken++) {
        Geo g;
        std::vector<Link> own, other;
        for (size_t i = 0; i < mine.size(); i++)
          if (t.count[mine[i]][given]) {
            int h = t.add[t.sub[mine[i]][given]][taken];
            if (h < 0) continue;  // more copies than there are
            own.push_back({int(i), int(g.hands[me].size()), float(t.count[h][taken]) / t.count[mine[i]][given]});
            g.hands[me].push_back(h);
          }
        for (size_t j = 0; j < theirs.size(); j++)
          if (t.count[theirs[j]][taken]) {
            int h = t.add[t.sub[theirs[j]][taken]][given];
            if (h < 0) continue;
            other.push_back({int(j), int(g.hands[op].size()), float(t.count[h][given]) / t.size[theirs[j]]});
            g.hands[op].push_back(h);
          }
        if (!own.empty() && !other.empty()) add_told(q, std::move(g), own, other, me, taken, to);
      }
    }
  }

  // cards under the deck: one child per number of cards, one slot per choice
  void expand_unders(int id, const Geo& here, Found& to) {
    const Pub s = nodes[id].pub;
    const int me = s.stm, op = 1 - me;
    for (int n = 1; n <= std::min(s.hs[me], s.deck); n++) {
      Under under(s, here, n, id == 0 ? root_likely : nullptr);
      if (under.below.empty()) continue;
      Geo g;
      g.hands[me] = under.below;
      g.hands[op] = here.hands[op];
      fill_ways(g, s.u);
      geos.push_back(std::move(g));
      int child_geo = int(geos.size()) - 1, child = -1;
      for (const auto& [cards, own] : under.choices) {
        const Move m{Move::UNDER, uint8_t(cards), 0, NONE};
        to.moves.push_back(m);
        int b = int(links.size());
        links.insert(links.end(), own.begin(), own.end());
        int e = int(links.size());
        if (child < 0) {
          Pub q = s;
          act(q, m);
          child = add(q, child_geo, to.depth, false);
          to.edge(child, b, e);
        } else {
          to.edge(child, b, e, e, e);
          to.edges.back().also = true;
        }
      }
    }
  }

  // a child for a revealed fact
  void add_told(const Pub& q, Geo g, std::vector<Link>& own, std::vector<Link>& other, int me, int fact, Found& to) {
    fill_ways(g, q.u);
    if (!prune(g, own, other, me)) return;
    geos.push_back(std::move(g));
    int b = int(links.size());
    links.insert(links.end(), own.begin(), own.end());
    int e = int(links.size());
    links.insert(links.end(), other.begin(), other.end());
    int fe = int(links.size());
    to.edge(add(q, int(geos.size()) - 1, to.depth, to.root), b, e, e, fe, fact);
  }

  void expand_plays(const Pub& s, const Geo& here, Found& to) {
    const auto& t = H();
    const int me = s.stm, op = 1 - me;
    const std::vector<uint8_t>& mine = here.hands[me];
    const bool narrow = prune_replies && !to.root;
    for (int v = 0; v < V && s.supply[me] && !must_draw(s); v++) {
      if (v == s.last) continue;
      int begin = int(links.size());
      Geo g;
      for (size_t i = 0; i < mine.size(); i++)
        if (t.count[mine[i]][v]) {
          links.push_back({int(i), int(g.hands[me].size()), float(s.u[v]) / t.count[mine[i]][v]});
          g.hands[me].push_back(t.sub[mine[i]][v]);
        }
      int end = int(links.size());
      if (begin == end) continue;
      g.hands[op] = here.hands[op];
      Pub q = s;
      place(q, v, s.singles(me) == 0);
      fill_ways(g, q.u);
      int child_geo = int(geos.size());
      geos.push_back(std::move(g));
      if (q.over) {
        to.moves.push_back({Move::CARD, uint8_t(v), int8_t(s.singles(me) == 0), NONE});
        to.edge(add(q, child_geo, 0, false), begin, end);
        continue;
      }
      for (int8_t big = 0; big < 2; big++) {
        if (big ? s.dbl[me] != 0 : s.singles(me) == 0) continue;
        if (big && narrow && s.singles(me)) continue;
        Pub placed = s;
        place(placed, v, big);
        if (placed.word) {  // a second card may follow
          to.moves.push_back({Move::CARD, uint8_t(v), big, NONE});
          to.edge(add(placed, child_geo, to.depth, to.root), begin, end);
          continue;
        }
        for (int8_t command : {NONE, PLAY, GUARD}) {
          if (!said_in_tree(placed, command, narrow)) continue;
          Pub after = placed;
          end_turn(after, command);
          to.moves.push_back({Move::CARD, uint8_t(v), big, command});
          to.edge(add(after, child_geo, to.depth, false), begin, end);
        }
      }
    }
  }

  void expand_draw(const Pub& s, const std::vector<uint8_t>& mine, const std::vector<uint8_t>& theirs, int depth, bool root,
                   std::vector<Move>& moves, std::vector<Edge>& found) {
    const auto& t = H();
    const int me = s.stm, op = 1 - me;
    int at[NHANDS];
    std::memset(at, -1, sizeof at);
    Geo g;
    std::vector<Link> own;
    for (size_t i = 0; i < mine.size(); i++) {
      if (must_play(s, mine[i]) || t.size[mine[i]] >= LIMIT) continue;
      for (int c = 0; c < V; c++) {
        if (s.u[c] <= t.count[mine[i]][c]) continue;
        int d = t.add[mine[i]][c];
        if (at[d] < 0) {
          at[d] = int(g.hands[me].size());
          g.hands[me].push_back(d);
        }
        own.push_back({int(i), at[d], float(t.count[d][c]) / s.deck});
      }
    }
    if (own.empty()) return;
    Pub q = s;
    int8_t before[V];
    std::memcpy(before, s.u, V);
    g.hands[op] = theirs;
    fill_ways(g, before);
    std::vector<Link> other;
    for (size_t j = 0; j < theirs.size(); j++) other.push_back({int(j), int(j), 1.f});
    if (!prune(g, own, other, me)) return;
    moves.push_back({Move::DRAW, 0, 0, NONE});
    int slot = int(moves.size()) - 1;
    if (!draw(q)) {
      int b = int(links.size());
      links.insert(links.end(), own.begin(), own.end());
      int e = int(links.size());
      links.insert(links.end(), other.begin(), other.end());
      int fe = int(links.size());
      geos.push_back(std::move(g));
      int child = add(q, int(geos.size()) - 1, depth - 1, root && q.word);
      found.push_back({child, slot, b, e, e, fe});
      return;
    }
    // The deck is made anew: all unseen cards were in the two hands, so both know both. One child
    // a pair. Its chance is made of the ways of the old deck, all below it of those of the new.
    int n1 = int(g.hands[1].size());
    for (size_t i = 0; i < g.hands[0].size(); i++)
      for (int j = 0; j < n1; j++) {
        float w = g.W[i * n1 + j];
        if (w == 0) continue;
        Geo pair;
        pair.hands[0] = {g.hands[0][i]};
        pair.hands[1] = {g.hands[1][j]};
        float anew = pair_ways(q.u, g.hands[0][i], g.hands[1][j]);
        pair.W = {anew};
        int b = int(links.size()), mi = me == 0 ? int(i) : j, oj = me == 0 ? j : int(i);
        for (const Link& l : own)
          if (l.dst == mi) links.push_back({l.src, 0, l.coef * w / anew});
        int e = int(links.size());
        for (const Link& l : other)
          if (l.dst == oj) links.push_back({l.src, 0, 1.f});
        int fe = int(links.size());
        geos.push_back(std::move(pair));
        int child = add(q, int(geos.size()) - 1, depth - 1, root && q.word);
        found.push_back({child, slot, b, e, e, fe});
      }
  }

  void finish_build() {
    int table = 0;
    rows = n_hands = 0;
    leaves.clear(), moving.clear();
    for (size_t k = 0; k < nodes.size(); k++) {
      Node& n = nodes[k];
      for (int p = 0; p < 2; p++) n.at[p] = n_hands, n_hands += n.n[p];
      n.table = table;
      if (n.kind == DECISION) table += n.n[n.pub.stm] * n.n_slots;
      if (n.kind == LEAF) {
        n.index = int(leaves.size());
        n.row = rows;
        rows += n.n[0] + n.n[1];
        leaves.push_back(int(k));
        if (n.n[0] > 1 || n.n[1] > 1) moving.push_back(int(k));
      }
    }
    f.assign(n_hands, 0.f), legal.assign(table, 0);
    for (const Node& n : nodes)
      if (n.kind == DECISION)
        for (int e = n.first; e < n.first + n.n_edges; e++)
          for (int l = edges[e].begin; l < edges[e].end; l++)
            legal[n.table + links[l].src * n.n_slots + edges[e].slot] = 1;
  }
};

}  // namespace ht
