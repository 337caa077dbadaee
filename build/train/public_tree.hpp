// The public belief and the depth-limited public game tree below it.
//
// Counterfactual values are linear: an action is a sparse matrix M with
//   likelihoods below = M (likelihoods above * strategy),  values above = M^T values below.
// Its coefficients are ratios of deals: u_v / h_v for a play, (h_c + 1) / D for a draw, where u counts the
// unseen cards, h the hand and D the deck. hacktrick/ai/solver/public_tree.py derives them.
#pragma once
#include "features.hpp"

namespace ht {

// The public state with, by seat, the possible hands and their likelihoods f. The probability of a pair
// of hands is the product of both likelihoods and of pair_ways, up to a common factor.
struct PublicBelief {
  PublicState state;
  WinPrices prices;
  std::vector<uint8_t> hands[2];
  std::vector<float> f[2];
};

// The possible hands of both seats, and the number of deals of each pair. All moves with the same card share them.
struct HandPairs {
  std::vector<uint8_t> hands[2];
  std::vector<float> ways;  // hands[0] x hands[1]
};

// One entry of a sparse matrix between hands: below[dst] += coef * above[src].
struct HandLink {
  int src, dst;
  float coef;
};

// The links to one child, by one of the mover's moves (slot).
struct TreeEdge {
  int child, slot;
  int begin, end;                              // links of the mover's hands
  int opponent_begin = -1, opponent_end = -1;  // links of the opponent's hands; -1: these hands do not change
  int revealed = -1;  // the revealed fact that leads to this child: the announced sum (at the start both), or
                      // the card taken by a swap
  bool shares_child = false;  // leads to the child of an earlier edge, which has the opponent's links
};

// The links for putting n cards under the deck and drawing as many (Sun). The probability of a pair of hands
// afterwards is not a product of one factor for each hand. So the mean over the opponent's hands replaces their
// factor (under_deck_links in hacktrick/ai/solver/public_tree.py).
struct UnderDeckMoves {
  std::vector<uint8_t> below;                                  // the mover's hands afterwards
  std::vector<std::pair<int, std::vector<HandLink>>> choices;  // cards put there, as a hand, and the links

  // likely: by seat, the likelihoods of the hands; null if all hands are equally likely
  UnderDeckMoves(const PublicState& s, const HandPairs& here, int n, const std::vector<float>* likely) {
    const auto& t = hand_table();
    const int me = s.mover;
    const std::vector<uint8_t>&mine = here.hands[me], &theirs = here.hands[1 - me];
    auto held_with = [&](const int8_t* unseen, int hand) {  // deals, summed over the opponent's hands
      float sum = 0;
      for (size_t j = 0; j < theirs.size(); j++)
        sum += pair_ways(unseen, hand, theirs[j]) * (likely ? likely[1 - me][j] : 1);
      return sum;
    };
    std::array<float, N_HANDS> ways, left_ways;
    ways.fill(-1);
    float decks = 1;
    for (int k = 0; k < n; k++) decks *= float(s.deck_size - k) / (k + 1);
    std::array<int, N_HANDS> place;
    place.fill(-1);
    for (int p = 0; p < N_HANDS; p++) {
      if (t.size[p] != n) continue;
      int8_t left[N_VALUES];
      float orders = 1;
      bool there = true;
      for (int v = 0; v < N_VALUES; v++) {
        left[v] = s.unseen[v] - t.count[p][v];
        there &= left[v] >= 0;
        for (int k = std::max<int>(left[v], 0); k < s.unseen[v]; k++) orders *= k + 1;
      }
      if (!there) continue;
      left_ways.fill(-1);
      std::vector<HandLink> found;
      bool held = false;
      for (size_t i = 0; i < mine.size(); i++) {
        int rest = hand_without(mine[i], p);
        if (rest < 0) continue;
        held = true;
        for (int d = 0; d < N_HANDS; d++) {
          int after = t.size[d] == n ? hand_with(rest, d) : -1;
          if (after < 0) continue;
          if (ways[after] < 0) ways[after] = held_with(s.unseen, after);
          if (left_ways[after] < 0) left_ways[after] = held_with(left, after);
          if (left_ways[after] <= 0) continue;
          float mean = orders * left_ways[after] / ways[after];
          float coef = mean * factorial_product(after) / factorial_product(mine[i]) / (factorial_product(d) * decks);
          if (place[after] < 0) place[after] = int(below.size()), below.push_back(uint8_t(after));
          found.push_back({int(i), place[after], coef});
        }
      }
      if (held) choices.push_back({p, std::move(found)});
    }
  }

 private:
  static int hand_without(int hand, int cards) {
    for (int v = 0; v < N_VALUES; v++)
      for (int i = 0; i < hand_table().count[cards][v] && hand >= 0; i++) hand = hand_table().sub[hand][v];
    return hand;
  }
  static int hand_with(int hand, int cards) {
    for (int v = 0; v < N_VALUES; v++)
      for (int i = 0; i < hand_table().count[cards][v] && hand >= 0; i++) hand = hand_table().add[hand][v];
    return hand;
  }
  // The product of the factorials of the hand's counts.
  static float factorial_product(int hand) {
    const float factorial[] = {1, 1, 2, 6};
    float all = 1;
    for (int v = 0; v < N_VALUES; v++) all *= factorial[hand_table().count[hand][v]];
    return all;
  }
};

enum NodeKind : int8_t { DECISION, LEAF, TERMINAL };

// A public state with the hands possible there, given as indices into the arrays of the tree.
struct PublicNode {
  PublicState state;
  NodeKind kind = LEAF;
  int pairs_id = 0;    // index in pair_sets
  int n[2] = {0, 0};   // hands, by seat
  int at[2] = {0, 0};  // first hand of each seat in f and in the solver's arrays by hand
  int first = 0, n_edges = 0;
  int n_slots = 0, table = 0;  // of DECISION: moves; start of its n[mover] x n_slots strategies and regrets
  int row = -1;                // of LEAF: first of its hands among the rows of the net
  int index = -1;              // of LEAF: number among the leaves
};

class PublicTree {
 public:
  bool prune_replies = true;  // below the root, leave out Guard, the double, swaps and cards under the deck
  std::vector<PublicNode> nodes;
  std::vector<TreeEdge> edges;
  std::vector<HandLink> links;
  std::vector<HandPairs> pair_sets;
  std::vector<Move> slots;   // the moves of all nodes
  std::vector<int> slot_at;  // by node: its first move in slots
  std::vector<float> f;      // likelihoods of the hands of all nodes; building fills in the root's
  WinPrices prices;

  // Building

  void build(const PublicBelief& b, int depth) {
    begin_building(b);
    add_node(b.state, 0, depth, true);
    finish_building(b);
  }

  // Builds the tree before the start card. The starter moves; there is one leaf per card and pair of sums.
  void build_start(const PublicBelief& b, int depth) {
    begin_building(b);
    const int me = b.state.mover, op = 1 - me, root = add_node(b.state, 0, 0, true);
    const auto& t = hand_table();
    Expansion to{depth, false};
    for (int v = 0; v < N_VALUES; v++) {
      to.moves.push_back({Move::START, uint8_t(v), 0, NONE});
      PublicState q = b.state;
      q.last_card = v, q.unseen[v]--, q.hand_sizes[me]--, q.mover = op;
      for (int s1 = 0; s1 <= 15; s1++)
        for (int s2 = 0; s2 <= 15; s2++) {
          HandPairs c;
          std::vector<HandLink> mine, theirs;
          for (int i = 0; i < int(b.hands[me].size()); i++) {
            int h = b.hands[me][i], d = t.sub[h][v];
            if (d < 0 || t.sum[d] != s1) continue;
            mine.push_back({i, int(c.hands[me].size()), float(b.state.unseen[v]) / t.count[h][v]});
            c.hands[me].push_back(d);
          }
          for (int j = 0; j < int(b.hands[op].size()); j++) {
            if (t.sum[b.hands[op][j]] != s2) continue;
            theirs.push_back({j, int(c.hands[op].size()), 1.f});
            c.hands[op].push_back(b.hands[op][j]);
          }
          if (!mine.empty() && !theirs.empty()) add_revealed_child(q, std::move(c), mine, theirs, me, s1 * 16 + s2, to);
        }
    }
    make_decision(root, to);
    finish_building(b);
  }

  int n_slots() const { return nodes[0].n_slots; }
  const Move& root_move(int slot) const { return slots[slot_at[0] + slot]; }

 protected:
  std::vector<int> leaves;  // nodes that the net values
  std::vector<int> moving;  // leaves whose belief changes between iterations
  std::vector<char> legal;  // by hand of the mover and slot, for all nodes
  int rows = 0, n_hands = 0;
  const std::vector<float>* root_likely = nullptr;  // by seat, while the tree is built

  void begin_building(const PublicBelief& b) {
    prices = b.prices;
    root_likely = b.f;
    nodes.clear(), edges.clear(), links.clear(), pair_sets.clear(), slots.clear(), slot_at.clear();
    HandPairs g;
    for (int p = 0; p < 2; p++) g.hands[p] = b.hands[p];
    add_pairs(std::move(g), b.state.unseen);
  }

  // Numbers the nodes, and fills in the likelihoods of the root's hands, so that those of its pairs sum to 1.
  void finish_building(const PublicBelief& b) {
    number_nodes();
    for (int p = 0; p < 2; p++) std::memcpy(&f[nodes[0].at[p]], b.f[p].data(), b.f[p].size() * sizeof(float));
    float total = 0;
    for (int i = 0; i < nodes[0].n[0]; i++)
      for (int j = 0; j < nodes[0].n[1]; j++) total += b.f[0][i] * b.f[1][j] * pair_sets[0].ways[i * nodes[0].n[1] + j];
    float inv = total > 0 ? 1 / total : 0;
    for (int i = 0; i < nodes[0].n[0]; i++) f[nodes[0].at[0] + i] *= inv;
  }

  // Adds a set of pairs with their numbers of deals; returns its index.
  int add_pairs(HandPairs g, const int8_t* unseen) {
    fill_deal_counts(g, unseen);
    pair_sets.push_back(std::move(g));
    return int(pair_sets.size()) - 1;
  }

  static void fill_deal_counts(HandPairs& g, const int8_t* u) {
    g.ways.resize(g.hands[0].size() * g.hands[1].size());
    float* w = g.ways.data();
    for (int a : g.hands[0])
      for (int b : g.hands[1]) *w++ = pair_ways(u, a, b);
  }

  // Drops hands that are possible with no hand of the opponent; returns false if none is left.
  static bool drop_impossible_hands(HandPairs& g, std::vector<HandLink>& mine, std::vector<HandLink>& theirs, int me) {
    int n0 = int(g.hands[0].size()), n1 = int(g.hands[1].size());
    std::vector<int> map[2] = {std::vector<int>(n0, -1), std::vector<int>(n1, -1)};
    for (int i = 0; i < n0; i++)
      for (int j = 0; j < n1; j++)
        if (g.ways[i * n1 + j] > 0) map[0][i] = map[1][j] = 0;
    HandPairs out;
    for (int p = 0; p < 2; p++)
      for (int i = 0; i < int(g.hands[p].size()); i++)
        if (map[p][i] == 0) {
          map[p][i] = int(out.hands[p].size());
          out.hands[p].push_back(g.hands[p][i]);
        }
    if (out.hands[0].empty()) return false;
    for (int i = 0; i < n0; i++)
      for (int j = 0; j < n1; j++)
        if (map[0][i] >= 0 && map[1][j] >= 0) out.ways.push_back(g.ways[i * n1 + j]);
    auto remap = [](std::vector<HandLink>& ls, const std::vector<int>& m) {
      std::vector<HandLink> kept;
      for (HandLink l : ls)
        if (m[l.dst] >= 0) kept.push_back({l.src, m[l.dst], l.coef});
      ls.swap(kept);
    };
    remap(mine, map[me]);
    remap(theirs, map[1 - me]);
    g = std::move(out);
    return true;
  }

  // Adds a node and everything below it; returns its number.
  int add_node(const PublicState& state, int pairs_id, int depth, bool root) {
    int id = int(nodes.size());
    nodes.emplace_back();
    slot_at.push_back(0);
    PublicNode& n = nodes.back();
    n.state = state;
    n.pairs_id = pairs_id;
    n.kind = state.is_over ? TERMINAL : LEAF;
    for (int p = 0; p < 2; p++) n.n[p] = int(pair_sets[pairs_id].hands[p].size());
    if (!state.is_over && (depth > 0 || is_mid_turn(state))) expand(id, depth, root);
    return id;
  }

  // Adds the moves of a turn in progress: the command after a draw or after the first of two cards, the
  // second card, or the answer to a stake. None of them counts towards the depth.
  void expand_midway(int id, int depth, bool root) {
    const PublicState s = nodes[id].state;
    const bool narrow = prune_replies && !root;
    Expansion to{depth, root};
    if (s.awaits_answer) {
      for (int8_t kind : {Move::CALL, Move::FOLD}) add_common_move(nodes[id], {kind, 0, 0, NONE}, to);
    } else {
      for (int8_t command : {NONE, PLAY, GUARD})
        if (is_command_in_tree(s, command, narrow)) add_common_move(nodes[id], {Move::COMMAND, 0, 0, command}, to);
      if (s.can_play_again) expand_plays(s, HandPairs(pair_sets[nodes[id].pairs_id]), to);
    }
    make_decision(id, to);
  }

  // The moves of a node and the edges to its children, while it is expanded.
  struct Expansion {
    int depth;  // of the children
    bool root;  // consider all moves, as at the root
    std::vector<Move> moves;
    std::vector<TreeEdge> edges;

    // Adds an edge for the last move.
    void edge(int child, int b, int e, int fb = -1, int fe = -1, int revealed = -1) {
      edges.push_back({child, int(moves.size()) - 1, b, e, fb, fe, revealed});
    }
  };

  // Adds a child with new pairs of hands, and the links of both players' hands to it.
  void add_child(const PublicState& state, HandPairs g, const std::vector<HandLink>& own,
                 const std::vector<HandLink>& other, bool root, Expansion& to, int revealed = -1) {
    const int begin = int(links.size());
    links.insert(links.end(), own.begin(), own.end());
    const int middle = int(links.size());
    links.insert(links.end(), other.begin(), other.end());
    const int end = int(links.size());
    pair_sets.push_back(std::move(g));
    const int child = add_node(state, int(pair_sets.size()) - 1, to.depth, root);
    to.edge(child, begin, middle, middle, end, revealed);
  }

  // Adds a move that every hand allows and that changes no hand.
  void add_common_move(const PublicNode& node, const Move& m, Expansion& to) {
    PublicState after = node.state;
    const int me = after.mover, pairs_id = node.pairs_id, n = node.n[me], begin = int(links.size());
    apply_move(after, m);
    to.moves.push_back(m);
    for (int i = 0; i < n; i++) links.push_back({i, i, 1.f});
    to.edge(add_node(after, pairs_id, to.depth, to.root && after.mover == me), begin, begin + n);
  }

  // Whether the tree considers a command. If `narrow`, it leaves out Guard, which changes little unless it forces
  // a draw.
  static bool is_command_in_tree(const PublicState& s, int command, bool narrow) {
    if (command == GUARD && narrow && !s.guard_forces_draw) return false;
    return is_command_sensible(s, command);
  }

  void make_decision(int id, const Expansion& of) {
    PublicNode& n = nodes[id];
    n.kind = DECISION;
    n.first = int(edges.size());
    n.n_edges = int(of.edges.size());
    n.n_slots = int(of.moves.size());
    edges.insert(edges.end(), of.edges.begin(), of.edges.end());
    slot_at[id] = int(slots.size());
    slots.insert(slots.end(), of.moves.begin(), of.moves.end());
  }

  void expand(int id, int depth, bool root) {
    if (is_mid_turn(nodes[id].state)) return expand_midway(id, depth, root);
    const PublicState s = nodes[id].state;
    const int pairs_id = nodes[id].pairs_id;
    const HandPairs here = pair_sets[pairs_id];
    const std::vector<uint8_t>& mine = here.hands[s.mover];
    Expansion to{depth - 1, root};
    int begin = int(links.size());
    for (size_t i = 0; i < mine.size(); i++)
      if (is_stuck(s, mine[i])) links.push_back({int(i), int(i), 1.f});
    if (int end = int(links.size()); end > begin) {
      PublicState q = s;
      finish(q, 1 - s.mover, 1);
      to.moves.push_back({Move::STUCK, 0, 0, NONE});
      to.edge(add_node(q, pairs_id, 0, false), begin, end);
    } else {
      std::vector<Move> openers;
      list_openers(s, openers);
      for (const Move& opener : openers) {
        if (opener.kind == Move::ASK)
          expand_ask(s, here, opener, to);
        else
          add_common_move(nodes[id], opener, to);
      }
      if (may_swap(s) && !(prune_replies && !root)) expand_swaps(s, here, to);
      expand_plays(s, here, to);
      if (may_put_under(s) && !(prune_replies && !root)) expand_under_deck(id, here, to);
    }
    expand_draw(s, here, to);
    make_decision(id, to);
  }

  // Adds an ask: one child per sum.
  void expand_ask(const PublicState& s, const HandPairs& here, const Move& m, Expansion& to) {
    const auto& t = hand_table();
    const int me = s.mover, op = 1 - me;
    const std::vector<uint8_t>&mine = here.hands[me], &theirs = here.hands[op];
    to.moves.push_back(m);
    PublicState q = s;
    apply_move(q, m);
    for (int total = 0; total <= 20; total++) {
      HandPairs g;
      std::vector<HandLink> own, other;
      for (size_t j = 0; j < theirs.size(); j++)
        if (t.sum[theirs[j]] == total) {
          other.push_back({int(j), int(g.hands[op].size()), 1.f});
          g.hands[op].push_back(theirs[j]);
        }
      if (other.empty()) continue;
      g.hands[me] = mine;
      for (size_t i = 0; i < mine.size(); i++) own.push_back({int(i), int(i), 1.f});
      add_revealed_child(q, std::move(g), own, other, me, total, to);
    }
  }

  // Adds swaps: one slot per card given, one child per card taken. The coefficients are the number of deals before
  // over that after, times the chance to take the card, split into a factor for each hand.
  void expand_swaps(const PublicState& s, const HandPairs& here, Expansion& to) {
    const auto& t = hand_table();
    const int me = s.mover, op = 1 - me;
    const std::vector<uint8_t>&mine = here.hands[me], &theirs = here.hands[op];
    for (uint8_t given = 0; given < N_VALUES; given++) {
      bool held = false;
      for (int h : mine) held |= t.count[h][given] > 0;
      if (!held) continue;
      const Move m{Move::SWAP, given, 0, NONE};
      to.moves.push_back(m);
      PublicState q = s;
      apply_move(q, m);
      for (int taken = 0; taken < N_VALUES; taken++) {
        HandPairs g;
        std::vector<HandLink> own, other;
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
        if (!own.empty() && !other.empty()) add_revealed_child(q, std::move(g), own, other, me, taken, to);
      }
    }
  }

  // Adds cards put under the deck: one slot per choice of cards, one child per number of cards.
  void expand_under_deck(int id, const HandPairs& here, Expansion& to) {
    const PublicState s = nodes[id].state;
    const int me = s.mover, op = 1 - me;
    for (int n = 1; n <= std::min(s.hand_sizes[me], s.deck_size); n++) {
      UnderDeckMoves under(s, here, n, id == 0 ? root_likely : nullptr);
      if (under.below.empty()) continue;
      HandPairs g;
      g.hands[me] = under.below;
      g.hands[op] = here.hands[op];
      int child_pairs_id = add_pairs(std::move(g), s.unseen), child = -1;
      for (const auto& [cards, own] : under.choices) {
        const Move m{Move::UNDER, uint8_t(cards), 0, NONE};
        to.moves.push_back(m);
        int b = int(links.size());
        links.insert(links.end(), own.begin(), own.end());
        int e = int(links.size());
        if (child < 0) {
          PublicState q = s;
          apply_move(q, m);
          child = add_node(q, child_pairs_id, to.depth, false);
          to.edge(child, b, e);
        } else {
          to.edge(child, b, e, e, e);
          to.edges.back().shares_child = true;
        }
      }
    }
  }

  // Adds a child for a fact that the last move reveals.
  void add_revealed_child(const PublicState& q, HandPairs g, std::vector<HandLink>& own, std::vector<HandLink>& other,
                          int me, int revealed, Expansion& to) {
    fill_deal_counts(g, q.unseen);
    if (drop_impossible_hands(g, own, other, me)) add_child(q, std::move(g), own, other, to.root, to, revealed);
  }

  void expand_plays(const PublicState& s, const HandPairs& here, Expansion& to) {
    const auto& t = hand_table();
    const int me = s.mover, op = 1 - me;
    const std::vector<uint8_t>& mine = here.hands[me];
    const bool narrow = prune_replies && !to.root;
    for (int v = 0; v < N_VALUES && s.supply[me] && !must_draw(s); v++) {
      if (v == s.last_card) continue;
      int begin = int(links.size());
      HandPairs g;
      for (size_t i = 0; i < mine.size(); i++)
        if (t.count[mine[i]][v]) {
          links.push_back({int(i), int(g.hands[me].size()), float(s.unseen[v]) / t.count[mine[i]][v]});
          g.hands[me].push_back(t.sub[mine[i]][v]);
        }
      int end = int(links.size());
      if (begin == end) continue;
      g.hands[op] = here.hands[op];
      PublicState q = s;
      play_card(q, v, s.singles(me) == 0);
      int child_pairs_id = add_pairs(std::move(g), q.unseen);
      if (q.is_over) {
        to.moves.push_back({Move::CARD, uint8_t(v), int8_t(s.singles(me) == 0), NONE});
        to.edge(add_node(q, child_pairs_id, 0, false), begin, end);
        continue;
      }
      for (int8_t big = 0; big < 2; big++) {
        if (big ? s.double_key[me] != 0 : s.singles(me) == 0) continue;
        if (big && narrow && s.singles(me)) continue;
        PublicState placed = s;
        play_card(placed, v, big);
        if (placed.awaits_command) {  // a second card may follow
          to.moves.push_back({Move::CARD, uint8_t(v), big, NONE});
          to.edge(add_node(placed, child_pairs_id, to.depth, to.root), begin, end);
          continue;
        }
        for (int8_t command : {NONE, PLAY, GUARD}) {
          if (!is_command_in_tree(placed, command, narrow)) continue;
          PublicState after = placed;
          end_turn(after, command);
          to.moves.push_back({Move::CARD, uint8_t(v), big, command});
          to.edge(add_node(after, child_pairs_id, to.depth, false), begin, end);
        }
      }
    }
  }

  void expand_draw(const PublicState& s, const HandPairs& here, Expansion& to) {
    const auto& t = hand_table();
    const int me = s.mover, op = 1 - me;
    const std::vector<uint8_t>&mine = here.hands[me], &theirs = here.hands[op];
    int at[N_HANDS];
    std::memset(at, -1, sizeof at);
    HandPairs g;
    std::vector<HandLink> own;
    for (size_t i = 0; i < mine.size(); i++) {
      if (must_play(s, mine[i]) || t.size[mine[i]] >= HAND_LIMIT) continue;
      for (int c = 0; c < N_VALUES; c++) {
        if (s.unseen[c] <= t.count[mine[i]][c]) continue;
        int d = t.add[mine[i]][c];
        if (at[d] < 0) {
          at[d] = int(g.hands[me].size());
          g.hands[me].push_back(d);
        }
        own.push_back({int(i), at[d], float(t.count[d][c]) / s.deck_size});
      }
    }
    if (own.empty()) return;
    PublicState q = s;
    int8_t before[N_VALUES];
    std::memcpy(before, s.unseen, N_VALUES);
    g.hands[op] = theirs;
    fill_deal_counts(g, before);
    std::vector<HandLink> other;
    for (size_t j = 0; j < theirs.size(); j++) other.push_back({int(j), int(j), 1.f});
    if (!drop_impossible_hands(g, own, other, me)) return;
    to.moves.push_back({Move::DRAW, 0, 0, NONE});
    const bool reshuffled = draw(q), root = to.root && q.awaits_command;
    if (!reshuffled) return add_child(q, std::move(g), own, other, root, to);
    // After a reshuffle both players know both hands, since the deck was empty: one child per pair. Its
    // chance comes from the deals of the old deck; everything below it uses the deals of the new deck.
    int n1 = int(g.hands[1].size());
    for (size_t i = 0; i < g.hands[0].size(); i++)
      for (int j = 0; j < n1; j++) {
        float w = g.ways[i * n1 + j];
        if (w == 0) continue;
        HandPairs pair;
        pair.hands[0] = {g.hands[0][i]};
        pair.hands[1] = {g.hands[1][j]};
        float new_ways = pair_ways(q.unseen, g.hands[0][i], g.hands[1][j]);
        pair.ways = {new_ways};
        int mi = me == 0 ? int(i) : j, oj = me == 0 ? j : int(i);
        std::vector<HandLink> own_pair, other_pair;
        for (const HandLink& l : own)
          if (l.dst == mi) own_pair.push_back({l.src, 0, l.coef * w / new_ways});
        for (const HandLink& l : other)
          if (l.dst == oj) other_pair.push_back({l.src, 0, 1.f});
        add_child(q, std::move(pair), own_pair, other_pair, root, to);
      }
  }

  void number_nodes() {
    int table = 0;
    rows = n_hands = 0;
    leaves.clear(), moving.clear();
    for (size_t k = 0; k < nodes.size(); k++) {
      PublicNode& n = nodes[k];
      for (int p = 0; p < 2; p++) n.at[p] = n_hands, n_hands += n.n[p];
      n.table = table;
      if (n.kind == DECISION) table += n.n[n.state.mover] * n.n_slots;
      if (n.kind == LEAF) {
        n.index = int(leaves.size());
        n.row = rows;
        rows += n.n[0] + n.n[1];
        leaves.push_back(int(k));
        if (n.n[0] > 1 || n.n[1] > 1) moving.push_back(int(k));
      }
    }
    f.assign(n_hands, 0.f), legal.assign(table, 0);
    for (const PublicNode& n : nodes)
      if (n.kind == DECISION)
        for (int e = n.first; e < n.first + n.n_edges; e++)
          for (int l = edges[e].begin; l < edges[e].end; l++)
            legal[n.table + links[l].src * n.n_slots + edges[e].slot] = 1;
  }
};

}  // namespace ht
