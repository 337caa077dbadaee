// A local best response: a player that knows the policy of the solver it meets, and shows what that
// is worth. hacktrick/arena/lab_players.py is one in numpy that looks as far as the level, without
// a margin. hacktrick/arena/lab_players.py is one in numpy that looks as far as the level, without a margin.
//
// It keeps the exact probabilities of the opponent's hands under the opponent's real policy, tries
// its good moves against the real answer, and lets the net value the result. Its own depth is an
// option; by default it looks as far as the opponent, and as far again after the answer. Its
// winnings beyond one half are a lower bound of the opponent's exploitability; winning no more
// proves nothing.
#pragma once
#include <utility>

#include "bots.hpp"

namespace ht {

struct Probe : Player {
  static constexpr size_t TRIED = 8;      // moves at most, best first
  static constexpr float MARGIN = 0.25f;  // of value: moves so much worse than the best gained nothing by the answer
  const int reach;             // moves he looks ahead; 0: as the other
  PbsPlayer* rival = nullptr;  // asked for his policy and public belief, never for his hand
  Solver own, his, behind, model;

  explicit Probe(int reach = 0) : reach(reach) {}

  void started(const Pub&, int, const int*) override { known.clear(); }

  Move choose(const Pbs&, int hand) override {
    moved = true;
    here = with_exact(rival->mine);
    own.net = his.net = behind.net = model.net = rival->net;
    reach ? rival->look(own, here, reach) : rival->look(own, here);
    const int i = PbsPlayer::index(here.hands[seat], hand);
    std::vector<std::pair<float, int>> ranked;
    for (int a = 0; a < own.n_slots(); a++)
      if (own.root_avg[i * own.n_slots() + a] > 0) ranked.push_back({-own.action_value(a, i), a});
    std::sort(ranked.begin(), ranked.end());
    size_t close = 1;
    while (close < std::min(TRIED, ranked.size()) && ranked[close].first <= ranked[0].first + MARGIN) close++;
    ranked.resize(close);
    int best = ranked[0].second;
    if (close == 1) return own.root_move(best);
    float top = -9;
    rival->look(model, rival->mine, 1);
    expected = PbsPlayer::with_errors(model);
    PbsPlayer::add_doubt(model, expected, rival->doubt);
    for (auto [minus, slot] : ranked) {
      float value = tried(own.root_move(slot), hand, -minus);
      if (value > top) top = value, best = slot;
    }
    return own.root_move(best);
  }

  void saw(const Move& m, int said, const int* pair, int, const Pbs&) override {
    const bool mine = std::exchange(moved, false);
    Pbs next, before = mine ? here : with_exact(rival->decided);
    model.build(before, 1);
    std::vector<float> table(before.hands[before.pub.stm].size() * model.n_slots(), 1.f);
    if (!mine && table.size() == rival->purified.size()) table = rival->purified;
    int slot = PbsPlayer::slot_of(model, m);
    known.clear();
    if (pair || slot < 0 || !model.advance(slot, table, said, pair, nullptr, 0, next)) return;
    const int other = 1 - seat;
    for (size_t j = 0; j < next.hands[other].size(); j++) known[next.hands[other][j]] = next.f[other][j];
  }

 private:
  std::map<int, float> known;  // likelihoods of the other's hands; empty: as he believes himself
  Pbs here;
  std::vector<float> expected;  // what he thinks we do here, by hand and move
  bool moved = false;  // since the last move was seen: it is the own one

  Pbs with_exact(const Pbs& b) const {
    Pbs out = b;
    std::vector<float>& f = out.f[1 - seat];
    float total = 0;
    for (size_t j = 0; j < f.size(); j++) {
      auto it = known.find(b.hands[1 - seat][j]);
      f[j] = it == known.end() ? 0 : it->second;
      total += f[j];
    }
    return total > 0 ? out : b;
  }

  // the value of a move against the opponent's real answer; `otherwise` where it cannot be computed
  // in advance
  float tried(const Move& m, int hand, float otherwise) {
    const auto& t = H();
    const Pub& s = rival->mine.pub;
    if (m.kind == Move::ASK || m.kind == Move::STUCK || (m.kind == Move::DRAW && s.deck == 1)) return otherwise;
    int slot = PbsPlayer::slot_of(model, m);
    Pbs next;
    if (slot < 0 || !model.advance(slot, expected, 0, nullptr, nullptr, 0, next)) return otherwise;
    if (next.pub.over) return otherwise;
    next.prices = rival->mine.prices;
    rival->look(his, next);
    const int other = 1 - seat;
    const std::vector<float> policy = rival->purify_all(his, next);
    Solver& after = reach ? behind : his;
    if (reach) rival->look(behind, next, std::max(1, reach - 1));
    after.answer(policy, with_exact(next).f[other], other);
    float value = 0, total = 0;
    for (size_t k = 0; k < next.hands[seat].size(); k++) {
      int h = next.hands[seat][k];
      float chance = 0;
      if (m.kind == Move::CARD) {
        chance = h == t.sub[hand][m.v];
      } else {
        for (int c = 0; c < V; c++)
          if (t.add[hand][c] == h) chance = left_in_deck(hand, c);
      }
      if (chance <= 0) continue;
      float ends[4];
      after.root_chances(seat, int(k), ends);
      value += chance * after.worth(seat, ends), total += chance;
    }
    return total > 0 ? value / total : otherwise;
  }

  // expected copies of a card in the deck, for the holder of `hand`
  float left_in_deck(int hand, int c) const {
    const auto& t = H();
    const int other = 1 - seat;
    float sum = 0, total = 0;
    for (size_t j = 0; j < here.hands[other].size(); j++) {
      float w = here.f[other][j] * pair_ways(here.pub.u, hand, here.hands[other][j]);
      sum += w * std::max(0, here.pub.u[c] - t.count[hand][c] - t.count[here.hands[other][j]][c]), total += w;
    }
    return total > 0 ? sum / total : 0;
  }
};

}  // namespace ht
