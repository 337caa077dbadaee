// The value net: layers, matrix products and Adam.
//
//   public features -> D1 -> D2 -> (linear) -+
//                          belief summaries -+-> M1 -> M2 -> (linear) -+
//                                     hand features (fixed, from belief) +-> H1 -> H2 -> 4 logits
//
// The widths are N_PUB -> 384 -> 256 -> 192, 38 -> 192 -> 96 -> 64, and 64 -> 32 -> 4. The public part is computed
// once per leaf, the rest in every iteration of the solver. The four outputs are the chances of win 1, win 2,
// lose 1 and lose 2 for the owner of the hand.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "game.hpp"

namespace ht {

constexpr int N_PUB = 208, N_STAT = 19, N_BEL = 2 * N_STAT, N_FIX = 35, N_DYN = N_STAT + 1, N_OUT = 4;
constexpr int D1 = 384, D2 = 256, M1 = 192, M2 = 96, H1 = 64, H2 = 32;

typedef float Float8 __attribute__((vector_size(32)));

inline Float8 load8(const float* p) {
  Float8 x;
  std::memcpy(&x, p, 32);
  return x;
}
inline void store8(float* p, Float8 x) { std::memcpy(p, &x, 32); }

template <int R>
inline void gemm_rows(int N, int K, const float* A, const float* B, float* C) {
  for (int j = 0; j < N; j += 16) {
    Float8 acc[R][2];
    for (int r = 0; r < R; r++) {
      acc[r][0] = load8(C + r * N + j);
      acc[r][1] = load8(C + r * N + j + 8);
    }
    for (int k = 0; k < K; k++) {
      Float8 b0 = load8(B + k * N + j), b1 = load8(B + k * N + j + 8);
      for (int r = 0; r < R; r++) {
        float a = A[r * K + k];
        acc[r][0] += a * b0;
        acc[r][1] += a * b1;
      }
    }
    for (int r = 0; r < R; r++) {
      store8(C + r * N + j, acc[r][0]);
      store8(C + r * N + j + 8, acc[r][1]);
    }
  }
}

// The last rows of a product, at most R.
template <int R>
inline void gemm_rest(int M, int N, int K, const float* A, const float* B, float* C) {
  if (M == R) return gemm_rows<R>(N, K, A, B, C);
  if constexpr (R > 1) gemm_rest<R - 1>(M, N, K, A, B, C);
}

// C[M x N] += A[M x K] B[K x N]; N a multiple of 16
inline void gemm(int M, int N, int K, const float* A, const float* B, float* C) {
  int i = 0;
  for (; i + 6 <= M; i += 6) gemm_rows<6>(N, K, A + i * K, B, C + i * N);
  gemm_rest<5>(M - i, N, K, A + i * K, B, C + i * N);
}

inline void relu(float* x, size_t n) {
  for (size_t i = 0; i < n; i++) x[i] = x[i] > 0 ? x[i] : 0;
}

inline void fill_rows(float* C, int M, int N, const float* bias) {
  for (int i = 0; i < M; i++) std::memcpy(C + size_t(i) * N, bias, N * sizeof(float));
}

struct ArrayShape {
  const char* name;
  int rows, cols;
};

// The arrays of weights, in their order in the file.
enum { W1, B1, W2, B2, W3, B3, WB, W4, B4, WP, BP, WS, WD, W5, B5, W6, B6, N_ARRAYS };
constexpr ArrayShape SHAPES[N_ARRAYS] = {
    {"w1", N_PUB, D1}, {"b1", 1, D1},  {"w2", D1, D2}, {"b2", 1, D2},     {"w3", D2, M1},  {"b3", 1, M1},
    {"wb", N_BEL, M1}, {"w4", M1, M2}, {"b4", 1, M2},  {"wp", M2, H1},    {"bp", 1, H1},   {"ws", N_FIX, H1},
    {"wd", N_DYN, H1}, {"w5", H1, H2}, {"b5", 1, H2},  {"w6", H2, N_OUT}, {"b6", 1, N_OUT}};

struct Net {
  std::vector<float> data;
  size_t at[N_ARRAYS + 1];

  Net() {
    at[0] = 0;
    for (int i = 0; i < N_ARRAYS; i++) at[i + 1] = at[i] + size_t(SHAPES[i].rows) * SHAPES[i].cols;
    data.assign(at[N_ARRAYS], 0.f);
  }
  float* w(int i) { return data.data() + at[i]; }
  const float* w(int i) const { return data.data() + at[i]; }

  void init(Random& rng) {
    for (int i = 0; i < N_ARRAYS; i++) {
      if (SHAPES[i].rows == 1) continue;
      int fan = i == W3 || i == WB ? D2 : i == WP || i == WS || i == WD ? M2 : SHAPES[i].rows;
      double scale = std::sqrt(2.0 / fan) * (i == W6 ? 0.1 : 1.0);
      for (size_t k = at[i]; k < at[i + 1]; k++) {
        double g = std::sqrt(-2 * std::log(1 - rng.unit())) * std::cos(6.283185307179586 * rng.unit());
        data[k] = float(scale * g);
      }
    }
  }
  bool load(const std::string& path) {
    FILE* f = std::fopen(path.c_str(), "rb");
    if (!f) return false;
    bool ok = std::fread(data.data(), sizeof(float), data.size(), f) == data.size();
    std::fclose(f);
    return ok;
  }
  void save(const std::string& path) const {
    std::string part = path + ".part";
    FILE* f = std::fopen(part.c_str(), "wb");
    std::fwrite(data.data(), sizeof(float), data.size(), f);
    std::fclose(f);
    std::rename(part.c_str(), path.c_str());
  }

  // Parts of the forward pass

  // out += in W
  void add_product(int n, int weights, const float* in, float* out) const {
    gemm(n, SHAPES[weights].cols, SHAPES[weights].rows, in, w(weights), out);
  }
  // out = in W + b
  void layer(int n, int weights, int bias, const float* in, float* out) const {
    fill_rows(out, n, SHAPES[weights].cols, w(bias));
    add_product(n, weights, in, out);
  }

  void public_part(int n, const float* pub, float* mix, std::vector<float>& tmp) const {
    tmp.resize(size_t(n) * (D1 + D2));
    float *a = tmp.data(), *b = a + size_t(n) * D1;
    layer(n, W1, B1, pub, a), relu(a, size_t(n) * D1);
    layer(n, W2, B2, a, b), relu(b, size_t(n) * D2);
    layer(n, W3, B3, b, mix);
  }
  // `mix` comes from public_part and stays unchanged; `proj` receives n x H1 numbers.
  void belief_part(int n, const float* mix, const float* bel, float* proj, std::vector<float>& tmp) const {
    tmp.resize(size_t(n) * (M1 + M2));
    float *a = tmp.data(), *b = a + size_t(n) * M1;
    std::memcpy(a, mix, sizeof(float) * n * M1);
    add_product(n, WB, bel, a), relu(a, size_t(n) * M1);
    layer(n, W4, B4, a, b), relu(b, size_t(n) * M2);
    layer(n, WP, BP, b, proj);
  }
  // `hidden` holds the projection plus the fixed part, rows x H1, and is overwritten; `out` receives rows x 4
  // probabilities.
  void head_part(int rows, float* hidden, const float* dyn, float* out, std::vector<float>& tmp) const {
    add_product(rows, WD, dyn, hidden), relu(hidden, size_t(rows) * H1);
    tmp.resize(size_t(rows) * H2);
    layer(rows, W5, B5, hidden, tmp.data()), relu(tmp.data(), tmp.size());
    outputs(rows, tmp.data(), out);
  }
  void outputs(int rows, const float* h2, float* out) const {
    const float *w6 = w(W6), *b6 = w(B6);
    for (int r = 0; r < rows; r++) {
      float o[N_OUT] = {b6[0], b6[1], b6[2], b6[3]};
      const float* x = h2 + size_t(r) * H2;
      for (int k = 0; k < H2; k++)
        for (int j = 0; j < N_OUT; j++) o[j] += x[k] * w6[k * N_OUT + j];
      float top = std::max(std::max(o[0], o[1]), std::max(o[2], o[3])), sum = 0;
      for (int j = 0; j < N_OUT; j++) sum += o[j] = std::exp(o[j] - top);
      for (int j = 0; j < N_OUT; j++) out[r * N_OUT + j] = o[j] / sum;
    }
  }
};

// Learning

inline void transpose(int rows, int cols, const float* a, std::vector<float>& out) {
  out.resize(size_t(rows) * cols);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) out[size_t(j) * rows + i] = a[size_t(i) * cols + j];
}

// The inputs and targets of one step: n positions, and one row for each of their hands.
struct Batch {
  int n = 0, rows = 0;
  std::vector<float> pub, bel, fix, dyn, target, weight;
  std::vector<int> leaf;  // the position of each row
  void clear() {
    n = rows = 0;
    pub.clear(), bel.clear(), fix.clear(), dyn.clear(), target.clear(), weight.clear(), leaf.clear();
  }
};

// The gradient of one part of a batch, with the buffers to compute it.
struct GradientPart {
  const Net& net;
  std::vector<float> grad;
  std::vector<float> a1, a2, x, m1, m2, p, h1, h2, out, t1, d1, d2, d3, d4;

  explicit GradientPart(const Net& n) : net(n), grad(n.data.size()) {}

  void forward_layer(int n, const std::vector<float>& in, int w, int b, std::vector<float>& out) {
    out.resize(size_t(n) * SHAPES[w].cols);
    net.layer(n, w, b, in.data(), out.data());
  }
  // dW += in^T dout
  void weight_grad(int n, const std::vector<float>& in, const std::vector<float>& dout, int w) {
    const auto [name, k, cols] = SHAPES[w];
    transpose(n, k, in.data(), t1);
    gemm(k, cols, n, t1.data(), dout.data(), grad.data() + net.at[w]);
  }
  // db += sum dout
  void bias_grad(int n, const std::vector<float>& dout, int b) {
    const int cols = SHAPES[b].cols;
    float* g = grad.data() + net.at[b];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < cols; j++) g[j] += dout[size_t(i) * cols + j];
  }
  // din = dout W^T, masked by the activation
  void input_gradient(int n, const std::vector<float>& dout, int w, const std::vector<float>& act,
                      std::vector<float>& din) {
    const auto [name, k, cols] = SHAPES[w];
    transpose(k, cols, net.w(w), t1);
    din.assign(size_t(n) * k, 0.f);
    gemm(n, k, cols, dout.data(), t1.data(), din.data());
    for (size_t i = 0; i < din.size(); i++)
      if (act[i] <= 0) din[i] = 0;
  }
  // The gradients of a layer and of its input.
  void layer_gradient(int n, const std::vector<float>& in, const std::vector<float>& dout, int w, int b,
                      std::vector<float>& din) {
    weight_grad(n, in, dout, w), bias_grad(n, dout, b);
    input_gradient(n, dout, w, in, din);
  }

  // Computes the gradient, and returns this part's share of the mean cross entropy. `all` is the number of
  // positions in the whole batch.
  double compute(const Batch& b, int all) {
    std::fill(grad.begin(), grad.end(), 0.f);
    int n = b.n, R = b.rows;
    forward_layer(n, b.pub, W1, B1, a1), relu(a1.data(), a1.size());
    forward_layer(n, a1, W2, B2, a2), relu(a2.data(), a2.size());
    forward_layer(n, a2, W3, B3, m1);
    net.add_product(n, WB, b.bel.data(), m1.data()), relu(m1.data(), m1.size());
    forward_layer(n, m1, W4, B4, m2), relu(m2.data(), m2.size());
    forward_layer(n, m2, WP, BP, p);
    h1.resize(size_t(R) * H1);
    for (int r = 0; r < R; r++) std::memcpy(&h1[size_t(r) * H1], &p[size_t(b.leaf[r]) * H1], H1 * sizeof(float));
    net.add_product(R, WS, b.fix.data(), h1.data());
    net.add_product(R, WD, b.dyn.data(), h1.data()), relu(h1.data(), h1.size());
    forward_layer(R, h1, W5, B5, h2), relu(h2.data(), h2.size());
    out.resize(size_t(R) * N_OUT);
    net.outputs(R, h2.data(), out.data());

    double loss = 0;
    std::vector<float>& dl = d1;
    dl.resize(size_t(R) * N_OUT);
    for (int r = 0; r < R; r++)
      for (int j = 0; j < N_OUT; j++) {
        float y = b.target[r * N_OUT + j], q = out[r * N_OUT + j];
        loss -= b.weight[r] * y * std::log(q + 1e-9f);
        dl[r * N_OUT + j] = b.weight[r] * (q - y) / all;
      }
    // the last layer is too narrow for the matrix kernel
    float *gw = grad.data() + net.at[W6], *gb = grad.data() + net.at[B6];
    const float* w6 = net.w(W6);
    d2.assign(size_t(R) * H2, 0.f);
    for (int r = 0; r < R; r++)
      for (int k = 0; k < H2; k++) {
        float x = h2[size_t(r) * H2 + k], s = 0;
        for (int j = 0; j < N_OUT; j++) {
          gw[k * N_OUT + j] += x * dl[r * N_OUT + j];
          s += w6[k * N_OUT + j] * dl[r * N_OUT + j];
        }
        d2[size_t(r) * H2 + k] = x > 0 ? s : 0;
      }
    for (int r = 0; r < R; r++)
      for (int j = 0; j < N_OUT; j++) gb[j] += dl[r * N_OUT + j];
    layer_gradient(R, h1, d2, W5, B5, d3);
    weight_grad(R, b.fix, d3, WS);
    weight_grad(R, b.dyn, d3, WD);
    d4.assign(size_t(n) * H1, 0.f);
    for (int r = 0; r < R; r++)
      for (int j = 0; j < H1; j++) d4[size_t(b.leaf[r]) * H1 + j] += d3[size_t(r) * H1 + j];
    layer_gradient(n, m2, d4, WP, BP, d1);
    layer_gradient(n, m1, d1, W4, B4, d2);
    weight_grad(n, b.bel, d2, WB);
    layer_gradient(n, a2, d2, W3, B3, d3);
    layer_gradient(n, a1, d3, W2, B2, d4);
    weight_grad(n, b.pub, d4, W1), bias_grad(n, d4, B1);
    return loss / all;
  }
};

// Adam (Kingma and Ba 2015) with the gradient's norm clipped.
struct AdamOptimizer {
  Net& net;
  std::vector<float> m, v;
  long step = 0;

  explicit AdamOptimizer(Net& n) : net(n), m(n.data.size()), v(n.data.size()) {}

  void apply_gradient(const std::vector<float>& grad, float lr, float clip) {
    double norm = 0;
    for (float g : grad) norm += double(g) * g;
    norm = std::sqrt(norm);
    float scale = norm > clip ? float(clip / norm) : 1.f;
    step++;
    float c1 = 1 - std::pow(0.9, step), c2 = 1 - std::pow(0.999, step), rate = lr / c1;
    for (size_t i = 0; i < grad.size(); i++) {
      float g = grad[i] * scale;
      m[i] = 0.9f * m[i] + 0.1f * g;
      v[i] = 0.999f * v[i] + 0.001f * g * g;
      net.data[i] -= rate * m[i] / (std::sqrt(v[i] / c2) + 1e-8f);
    }
  }
};

}  // namespace ht
