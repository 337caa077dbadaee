// Solves a public tree by counterfactual regret minimisation (CFR+), with the net at its leaves.
#pragma once
#include "public_tree.hpp"

namespace ht {

class Solver : public PublicTree {
 public:
  const Net* net = nullptr;
  float tremble = 1e-3f;  // probability of a random move in every strategy
  float power = 2;        // iteration t counts t^power in the average

  std::vector<float> cv;                     // counterfactual value of every hand of every node
  std::vector<float> by_end;                 // the same split by the four ends, under the average strategy
  std::vector<float> strategy, regret, sum;  // by hand of the mover and slot; sum: weighted strategies
  std::vector<float> by_end_staked;          // the part of by_end with a called stake; filled if stakable
  bool stakable = false;                     // some node has a called stake
  std::vector<float> average_root_strategy;
  std::vector<float> sampled_root_strategy;  // the strategy of iteration t_star at the root
  int n_evaluated_leaves = 0;

  // Solving

  // Keeps the root's strategy of iteration `t_star` in sampled_root_strategy; 0 keeps the average there.
  void solve(int iterations, int t_star = 0) {
    n_evaluated_leaves = 0;
    stakable = false;
    for (const PublicNode& n : nodes) stakable |= n.state.is_staked();
    cv.assign(n_hands, 0.f), by_end.assign(size_t(n_hands) * 4, 0.f), mass.assign(n_hands, 0.f);
    strategy.assign(legal.size(), 0.f), regret.assign(legal.size(), 0.f), sum.assign(legal.size(), 0.f);
    prepare_leaves();
    for (int t = 1; t <= iterations; t++) {
      match_regrets();
      propagate_likelihoods();
      evaluate_leaves(t == 1);
      propagate_values();
      update_regrets(t);
      if (t == t_star) sampled_root_strategy = root_strategy(strategy);
    }
    use_average_strategy();
    average_root_strategy = root_strategy(strategy);
    if (t_star == 0) sampled_root_strategy = average_root_strategy;
    propagate_likelihoods();
    evaluate_leaves(false);
    propagate_end_chances();
  }

  // Call after `solve`. Computes the chances of the ends if the mover plays the strategy `table` at the root and
  // the solution below it; `likely` replaces the likelihoods of the hands of seat `whose`.
  void evaluate_policy(const std::vector<float>& table, const std::vector<float>& likely, int whose) {
    const PublicNode& r = nodes[0];
    std::copy(table.begin(), table.end(), strategy.begin() + r.table);
    std::copy(likely.begin(), likely.end(), f.begin() + r.at[whose]);
    propagate_likelihoods();
    evaluate_leaves(false);
    propagate_end_chances();
  }

  // Sets `out` to the chances of win 1, win 2, lose 1 and lose 2 for seat p with its hand number i, with or without
  // a called stake.
  void root_chances(int p, int i, float* out) const {
    const PublicNode& r = nodes[0];
    float total = 0;
    for (int k = 0; k < 4; k++) total += out[k] = std::max(0.f, by_end[(r.at[p] + i) * 4 + k]);
    for (int k = 0; k < 4; k++) out[k] = total > 0 ? out[k] / total : 0.25f;
  }
  // Sets `out` to the part of root_chances with a called stake on the table.
  void root_chances_staked(int p, int i, float* out) const {
    const int at = (nodes[0].at[p] + i) * N_OUT;
    float total = 0;
    for (int k = 0; k < N_OUT; k++) total += std::max(0.f, by_end[at + k]);
    for (int k = 0; k < N_OUT; k++) out[k] = total > 0 ? std::max(0.f, by_end_staked[at + k]) / total : 0;
  }
  // The utility for seat p of the chances of the four ends.
  float utility_of_ends(int p, const float* c) const {
    return c[0] + c[1] * (1 + prices.double_premium[p]) - c[2] - c[3] * (1 + prices.double_premium[1 - p]);
  }
  // The same utility with a called stake on the table.
  float staked_utility_of_ends(int p, const float* c) const {
    const int o = 1 - p;
    return c[0] * prices.staked_win[p] + c[1] * (prices.staked_win[p] + prices.staked_double_premium[p]) -
           c[2] * prices.staked_win[o] - c[3] * (prices.staked_win[o] + prices.staked_double_premium[o]);
  }
  // Call after `solve`. Returns the utility of a move of the root for hand number i of the mover, under the
  // average strategy.
  float action_value(int slot, int i) const {
    const PublicNode& r = nodes[0];
    int p = r.state.mover;
    float value = 0;
    for (int e = r.first; e < r.first + r.n_edges; e++) {
      if (edges[e].slot != slot) continue;
      const PublicNode& c = nodes[edges[e].child];
      for (int l = edges[e].begin; l < edges[e].end; l++)
        if (links[l].src == i) {
          const int at = (c.at[p] + links[l].dst) * 4;
          const float* q = &by_end[at];
          value += links[l].coef * utility_of_ends(p, q);
          if (stakable)
            value += links[l].coef *
                     (staked_utility_of_ends(p, &by_end_staked[at]) - utility_of_ends(p, &by_end_staked[at]));
        }
    }
    float mass = 0;
    const HandPairs& g = pair_sets[r.pairs_id];
    for (int j = 0; j < r.n[1 - p]; j++)
      mass += f[r.at[1 - p] + j] * (p == 0 ? g.ways[i * r.n[1] + j] : g.ways[j * r.n[1] + i]);
    return mass > 0 ? value / mass : 0;
  }

  // Moving on

  // Sets `out` to the belief after the move `slot` of the root was observed, if the mover's strategy is
  // `table`. Returns false if no hand fits.
  // `revealed` is the fact that the move revealed (TreeEdge::revealed), `pair` both hands after a reshuffle, else
  // null. Hands below the probability `floor` are dropped, except those in `keep` (by seat; null for none).
  bool compute_next_belief(int slot, const std::vector<float>& table, int revealed, const int* pair, const int* keep,
                           float floor, PublicBelief& out) const {
    const PublicNode& r = nodes[0];
    int p = r.state.mover, S = r.n_slots;
    for (int e = r.first; e < r.first + r.n_edges; e++) {
      const TreeEdge& ed = edges[e];
      if (ed.slot != slot) continue;
      const PublicNode& c = nodes[ed.child];
      const HandPairs& g = pair_sets[c.pairs_id];
      if (ed.revealed >= 0 && ed.revealed != revealed) continue;
      if (pair && (g.hands[0][0] != pair[0] || g.hands[1][0] != pair[1])) continue;
      out = PublicBelief();
      out.state = c.state;
      out.prices = prices;
      std::vector<float> nf[2] = {std::vector<float>(g.hands[0].size()), std::vector<float>(g.hands[1].size())};
      const TreeEdge* first = &ed;  // the edge with the opponent's links, which the edges to one child share
      for (int x = r.first; x < r.first + r.n_edges; x++) {
        const TreeEdge& same = edges[x];
        if (same.child != ed.child) continue;
        if (!same.shares_child) first = &same;
        for (int l = same.begin; l < same.end; l++) {
          int S0 = links[l].src;
          nf[p][links[l].dst] += links[l].coef * f[r.at[p] + S0] * table[S0 * S + same.slot];
        }
      }
      if (first->opponent_begin < 0)
        for (int j = 0; j < r.n[1 - p]; j++) nf[1 - p][j] = f[r.at[1 - p] + j];
      else
        for (int l = first->opponent_begin; l < first->opponent_end; l++)
          nf[1 - p][links[l].dst] += links[l].coef * f[r.at[1 - p] + links[l].src];
      if (pair) nf[0] = {1.f}, nf[1] = {1.f};
      drop_unlikely_hands(g, nf, keep, floor, out);
      return !out.hands[0].empty() && !out.hands[1].empty();
    }
    return false;
  }

  // Drops hands below the probability `floor`, except those in `keep`, and scales likelihoods to at most 1.
  static void drop_unlikely_hands(const HandPairs& g, std::vector<float>* nf, const int* keep, float floor,
                                  PublicBelief& out) {
    int n0 = int(g.hands[0].size()), n1 = int(g.hands[1].size());
    std::vector<float> mass[2] = {std::vector<float>(n0), std::vector<float>(n1)};
    float total = 0;
    for (int i = 0; i < n0; i++)
      for (int j = 0; j < n1; j++) {
        float w = nf[0][i] * nf[1][j] * g.ways[i * n1 + j];
        mass[0][i] += w, mass[1][j] += w, total += w;
      }
    for (int p = 0; p < 2; p++) {
      float top = 0;
      for (int i = 0; i < int(g.hands[p].size()); i++) {
        bool kept = keep && g.hands[p][i] == keep[p];
        if (!kept && mass[p][i] <= floor * total) continue;
        out.hands[p].push_back(g.hands[p][i]);
        out.f[p].push_back(std::max(nf[p][i], 1e-12f));
        top = std::max(top, nf[p][i]);
      }
      for (float& x : out.f[p]) x /= top > 0 ? top : 1;
    }
  }

 private:
  std::vector<float> public_rows, mix, stats, fixed, dyn, bel, proj, hidden, probs, t1, t2;
  std::vector<float> moving_mix, moving_bel, moving_dyn, moving_hidden, moving_probs;
  std::vector<float> mass;

  std::vector<float> root_strategy(const std::vector<float>& from) const {
    const PublicNode& r = nodes[0];
    return {from.begin() + r.table, from.begin() + r.table + r.n[r.state.mover] * r.n_slots};
  }

  void match_regrets() { normalise_strategies(regret); }
  void use_average_strategy() { normalise_strategies(sum); }

  void normalise_strategies(const std::vector<float>& from) {
    for (const PublicNode& n : nodes) {
      if (n.kind != DECISION) continue;
      for (int i = 0; i < n.n[n.state.mover]; i++) {
        const int at = n.table + i * n.n_slots;
        float total = 0;
        int many = 0;
        for (int a = 0; a < n.n_slots; a++) total += from[at + a], many += legal[at + a];
        if (!many) continue;
        for (int a = 0; a < n.n_slots; a++) {
          float x = total > 1e-30f ? from[at + a] / total : float(legal[at + a]) / many;
          strategy[at + a] = legal[at + a] ? (1 - tremble) * x + tremble / many : 0;
        }
      }
    }
  }

  void propagate_likelihoods() {
    for (const PublicNode& n : nodes) {
      if (n.kind != DECISION) continue;
      int p = n.state.mover, o = 1 - p;
      for (int e = n.first; e < n.first + n.n_edges; e++) {
        const TreeEdge& ed = edges[e];
        const PublicNode& c = nodes[ed.child];
        float *fp = &f[c.at[p]], *fo = &f[c.at[o]];
        if (!ed.shares_child) std::fill(fp, fp + c.n[p], 0.f);
        for (int l = ed.begin; l < ed.end; l++)
          fp[links[l].dst] +=
              links[l].coef * f[n.at[p] + links[l].src] * strategy[n.table + links[l].src * n.n_slots + ed.slot];
        if (ed.opponent_begin < 0) {
          std::memcpy(fo, &f[n.at[o]], n.n[o] * sizeof(float));
        } else if (!ed.shares_child) {
          std::fill(fo, fo + c.n[o], 0.f);
          for (int l = ed.opponent_begin; l < ed.opponent_end; l++)
            fo[links[l].dst] += links[l].coef * f[n.at[o] + links[l].src];
        }
      }
    }
  }

  void prepare_leaves() {
    size_t n = leaves.size();
    public_rows.resize(n * N_PUB), mix.resize(n * M1), stats.resize(size_t(rows) * N_STAT),
        fixed.resize(size_t(rows) * H1);
    bel.resize(n * N_BEL), dyn.resize(size_t(rows) * N_DYN), proj.resize(n * H1);
    hidden.resize(size_t(rows) * H1), probs.resize(size_t(rows) * N_OUT);
    std::vector<float>& fix = t2;
    fix.resize(size_t(rows) * N_FIX);
    for (size_t k = 0; k < n; k++) {
      const PublicNode& l = nodes[leaves[k]];
      public_features(l.state, prices, &public_rows[k * N_PUB]);
      int r = l.row;
      for (int p = 0; p < 2; p++) {
        int one, two;
        win_keys(l.state, p, one, two);
        for (int i = 0; i < l.n[p]; i++, r++) {
          int h = pair_sets[l.pairs_id].hands[p][i];
          hand_statistics(l.state, one, h, &stats[size_t(r) * N_STAT]);
          fixed_hand_features(l.state, p, one, two, h, &fix[size_t(r) * N_FIX]);
        }
      }
    }
    if (!net || !n) return;
    net->public_part(int(n), public_rows.data(), mix.data(), t1);
    std::fill(fixed.begin(), fixed.end(), 0.f);
    gemm(rows, H1, N_FIX, fix.data(), net->w(WS), fixed.data());
  }

  // Computes the chances and counterfactual values of the leaves. Leaves whose hands are both known never change,
  // so they are evaluated only if `all`.
  void evaluate_leaves(bool all) {
    const std::vector<int>& which = all ? leaves : moving;
    if (which.empty()) {
      set_leaf_values();
      return;
    }
    size_t n = which.size();
    int r = 0;
    moving_mix.resize(n * M1), moving_bel.resize(n * N_BEL), moving_dyn.resize(size_t(rows) * N_DYN);
    moving_hidden.resize(size_t(rows) * H1), moving_probs.resize(size_t(rows) * N_OUT);
    for (size_t k = 0; k < n; k++) {
      const PublicNode& l = nodes[which[k]];
      std::memcpy(&moving_mix[k * M1], &mix[size_t(l.index) * M1], M1 * sizeof(float));
      fill_belief_inputs(l, &moving_bel[k * N_BEL], &moving_dyn[size_t(r) * N_DYN]);
      std::memcpy(&moving_hidden[size_t(r) * H1], &fixed[size_t(l.row) * H1], sizeof(float) * H1 * (l.n[0] + l.n[1]));
      r += l.n[0] + l.n[1];
    }
    n_evaluated_leaves += int(n);
    if (net) {
      net->belief_part(int(n), moving_mix.data(), moving_bel.data(), proj.data(), t1);
      int q = 0;
      for (size_t k = 0; k < n; k++) {
        const PublicNode& l = nodes[which[k]];
        const float* x = &proj[k * H1];
        for (int i = 0; i < l.n[0] + l.n[1]; i++, q++) {
          float* h = &moving_hidden[size_t(q) * H1];
          for (int j = 0; j < H1; j++) h[j] += x[j];
        }
      }
      net->head_part(r, moving_hidden.data(), moving_dyn.data(), moving_probs.data(), t1);
    } else {
      std::fill(moving_probs.begin(), moving_probs.end(), 0.25f);
    }
    int q = 0;
    for (size_t k = 0; k < n; k++) {
      const PublicNode& l = nodes[which[k]];
      int m = l.n[0] + l.n[1];
      std::memcpy(&probs[size_t(l.row) * N_OUT], &moving_probs[size_t(q) * N_OUT], sizeof(float) * N_OUT * m);
      q += m;
    }
    set_leaf_values();
  }

  void fill_belief_inputs(const PublicNode& l, float* b, float* d) {
    BeliefView view;
    float* m[2] = {&mass[l.at[0]], &mass[l.at[1]]};
    for (int p = 0; p < 2; p++) view.n[p] = l.n[p], view.f[p] = &f[l.at[p]];
    view.ways = pair_sets[l.pairs_id].ways.data();
    view.stats[0] = &stats[size_t(l.row) * N_STAT];
    view.stats[1] = view.stats[0] + size_t(l.n[0]) * N_STAT;
    view.mover = l.state.mover;
    belief_features(view, m, b, d);
  }

  // Sets cv to mass * value. The net's values need not sum to zero; each player's value takes half of the error.
  void set_leaf_values() {
    for (int k : leaves) {
      const PublicNode& l = nodes[k];
      if (l.n[0] == 1 && l.n[1] == 1) {
        float w = pair_sets[l.pairs_id].ways[0];
        mass[l.at[0]] = f[l.at[1]] * w;
        mass[l.at[1]] = f[l.at[0]] * w;
      }
      l.state.is_staked() ? set_leaf_value<true>(l) : set_leaf_value<false>(l);
    }
  }
  template <bool STAKED>
  void set_leaf_value(const PublicNode& l) {
    float total = 0, weight = 0;
    for (int p = 0; p < 2; p++)
      for (int i = 0; i < l.n[p]; i++) {
        int at = l.at[p] + i;
        const float* c = &probs[size_t(l.row + (p ? l.n[0] : 0) + i) * N_OUT];
        float value = STAKED ? staked_utility_of_ends(p, c) : utility_of_ends(p, c);
        cv[at] = mass[at] * value;
        total += f[at] * cv[at];
        if (p == 0) weight += f[at] * mass[at];
      }
    float shift = weight > 0 ? 0.5f * total / weight : 0;
    for (int p = 0; p < 2; p++)
      for (int i = 0; i < l.n[p]; i++) cv[l.at[p] + i] -= mass[l.at[p] + i] * shift;
  }

  void compute_terminal_mass(const PublicNode& n) {
    const HandPairs& g = pair_sets[n.pairs_id];
    float *m0 = &mass[n.at[0]], *m1 = &mass[n.at[1]];
    const float *f0 = &f[n.at[0]], *f1 = &f[n.at[1]];
    std::fill(m0, m0 + n.n[0], 0.f), std::fill(m1, m1 + n.n[1], 0.f);
    for (int i = 0; i < n.n[0]; i++) {
      const float* w = &g.ways[i * n.n[1]];
      float total = 0;
      for (int j = 0; j < n.n[1]; j++) total += w[j] * f1[j], m1[j] += w[j] * f0[i];
      m0[i] = total;
    }
  }

  void propagate_values() {
    for (int k = int(nodes.size()) - 1; k >= 0; k--) {
      const PublicNode& n = nodes[k];
      if (n.kind == TERMINAL) {
        compute_terminal_mass(n);
        float u = utility(prices, n.state);
        for (int i = 0; i < n.n[0]; i++) cv[n.at[0] + i] = u * mass[n.at[0] + i];
        for (int j = 0; j < n.n[1]; j++) cv[n.at[1] + j] = -u * mass[n.at[1] + j];
      } else if (n.kind == DECISION) {
        sum_child_values<1>(n, cv);
      }
    }
  }

  void propagate_end_chances() {
    for (int k = int(nodes.size()) - 1; k >= 0; k--) {
      const PublicNode& n = nodes[k];
      if (n.kind == TERMINAL) {
        compute_terminal_mass(n);
        for (int p = 0; p < 2; p++) {
          int hot = end_index_for(n.state, p);
          for (int i = 0; i < n.n[p]; i++)
            for (int c = 0; c < 4; c++) by_end[(n.at[p] + i) * 4 + c] = c == hot ? mass[n.at[p] + i] : 0;
        }
      } else if (n.kind == LEAF) {
        for (int p = 0; p < 2; p++)
          for (int i = 0; i < n.n[p]; i++)
            for (int c = 0; c < 4; c++)
              by_end[(n.at[p] + i) * 4 + c] =
                  mass[n.at[p] + i] * probs[size_t(n.row + (p ? n.n[0] : 0) + i) * N_OUT + c];
      } else {
        sum_child_values<4>(n, by_end);
      }
    }
    if (stakable) propagate_staked_ends();
  }

  // Fills by_end_staked from by_end of the leaves and terminal nodes with a called stake.
  __attribute__((noinline)) void propagate_staked_ends() {
    by_end_staked.assign(by_end.size(), 0.f);
    for (int k = int(nodes.size()) - 1; k >= 0; k--) {
      const PublicNode& n = nodes[k];
      if (n.kind == DECISION) {
        sum_child_values<4>(n, by_end_staked);
      } else if (n.state.is_staked()) {
        for (int p = 0; p < 2; p++) {
          const int at = n.at[p] * N_OUT;
          std::copy_n(by_end.begin() + at, n.n[p] * N_OUT, by_end_staked.begin() + at);
        }
      }
    }
  }

  // Computes the values of a decision from those of its children, C numbers per hand. With C = 1 it also sets the
  // value of every move in q_.
  template <int C>
  void sum_child_values(const PublicNode& n, std::vector<float>& val) {
    int p = n.state.mover, o = 1 - p, S = n.n_slots;
    float *vp = &val[size_t(n.at[p]) * C], *vo = &val[size_t(n.at[o]) * C];
    std::fill(vp, vp + n.n[p] * C, 0.f), std::fill(vo, vo + n.n[o] * C, 0.f);
    if (C == 1) std::fill(move_values(n), move_values(n) + n.n[p] * S, 0.f);
    for (int e = n.first; e < n.first + n.n_edges; e++) {
      const TreeEdge& ed = edges[e];
      const PublicNode& c = nodes[ed.child];
      const float *cp = &val[size_t(c.at[p]) * C], *co = &val[size_t(c.at[o]) * C];
      for (int l = ed.begin; l < ed.end; l++) {
        const HandLink& k = links[l];
        float s = strategy[n.table + k.src * S + ed.slot];
        for (int ch = 0; ch < C; ch++) vp[k.src * C + ch] += s * k.coef * cp[k.dst * C + ch];
        if (C == 1) move_values(n)[k.src * S + ed.slot] += k.coef * cp[k.dst];
      }
      if (ed.opponent_begin < 0)
        for (int j = 0; j < n.n[o] * C; j++) vo[j] += co[j];
      else
        for (int l = ed.opponent_begin; l < ed.opponent_end; l++)
          for (int ch = 0; ch < C; ch++) vo[links[l].src * C + ch] += links[l].coef * co[links[l].dst * C + ch];
    }
  }
  std::vector<float> q_;
  float* move_values(const PublicNode& n) {
    if (q_.size() < strategy.size()) q_.resize(strategy.size());
    return &q_[n.table];
  }

  // Regret matching plus; the average strategy is weighted by the mover's reach and t^power.
  void update_regrets(int t) {
    float w = std::pow(float(t), power);
    for (const PublicNode& n : nodes) {
      if (n.kind != DECISION) continue;
      int p = n.state.mover, S = n.n_slots;
      const float* q = move_values(n);
      for (int i = 0; i < n.n[p]; i++) {
        float v = cv[n.at[p] + i], own = f[n.at[p] + i] * w;
        for (int a = 0; a < S; a++) {
          int at = n.table + i * S + a;
          if (!legal[at]) continue;
          regret[at] = std::max(0.f, regret[at] + q[i * S + a] - v);
          sum[at] += own * strategy[at];
        }
      }
    }
  }
};

}  // namespace ht
