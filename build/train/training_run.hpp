// The state of a training run: weights, optimiser, replay buffer, and the file that keeps them.
#pragma once
#include <filesystem>
#include <fstream>

#include "command_options.hpp"
#include "self_play.hpp"

namespace ht {

// Writes an array: its length as 64 bits, then its numbers.
template <class T>
inline void write_binary(std::ostream& o, const std::vector<T>& v) {
  uint64_t n = v.size();
  o.write((const char*)&n, 8);
  o.write((const char*)v.data(), n * sizeof(T));
}
template <class T>
inline void read_binary(std::istream& i, std::vector<T>& v) {
  uint64_t n = 0;
  i.read((char*)&n, 8);
  v.resize(n);
  i.read((char*)v.data(), n * sizeof(T));
}

inline void write_binary(std::ostream& o, const TrainingExample& s) {
  o.write((const char*)&s.state, sizeof s.state);
  o.write((const char*)&s.prices, sizeof s.prices);
  o.write((const char*)s.n, 2);
  o.write((const char*)s.hands.data(), s.hands.size());
  o.write((const char*)s.f.data(), s.f.size() * 4);
  o.write((const char*)s.y.data(), s.y.size() * 4);
}
// The bytes of a public state and of prices in a file, packed into 16 bits (0 in the oldest files). New fields
// come last, so older files can be read: their missing fields keep their defaults.
struct StoredSizes {
  size_t state = sizeof(PublicState), prices = sizeof(WinPrices);
  StoredSizes() = default;
  explicit StoredSizes(uint64_t n)
      : state(n ? n & 255 : 52), prices(n >> 8 ? (n >> 8) * sizeof(float) : 2 * sizeof(float)) {}
  uint64_t number() const { return state | prices / sizeof(float) << 8; }
};
inline void read_binary(std::istream& i, TrainingExample& s, const StoredSizes& size = {}) {
  i.read((char*)&s.state, size.state);
  i.read((char*)&s.prices, size.prices);
  i.read((char*)s.n, 2);
  int m = s.n[0] + s.n[1];
  s.hands.resize(m), s.f.resize(m), s.y.resize(4 * m);
  i.read((char*)s.hands.data(), m);
  i.read((char*)s.f.data(), m * 4);
  i.read((char*)s.y.data(), m * 16);
}

// The state of a run. `rounds` counts rounds of training, `rounds_played` rounds of the game.
struct TrainingRun {
  Net net, mean_net;  // mean_net: a slow average of the weights, which plays, is measured and is exported
  AdamOptimizer optimizer{net};
  StartCardTable start;
  std::vector<TrainingExample> replay;
  size_t next = 0;  // place of the next example in a full replay buffer
  Random rng{1};
  uint64_t positions_seen = 0, rounds_played = 0, rounds = 0;
  double hours = 0;

  static constexpr int SIZES_AT = 48;  // the bit of the stored number of examples at which StoredSizes begin

  // The arrays that learning changes, besides the number of steps.
  std::array<std::vector<float>*, 4> weights() { return {&net.data, &mean_net.data, &optimizer.m, &optimizer.v}; }
  void save(const std::string& dir) const {
    mean_net.save(dir + "/net.bin");
    std::ofstream o(dir + "/state.part", std::ios::binary);
    write_binary(o, net.data), write_binary(o, mean_net.data), write_binary(o, optimizer.m),
        write_binary(o, optimizer.v), write_binary(o, start.p);
    uint64_t head[6] = {uint64_t(optimizer.step), next, rng.x, positions_seen, rounds_played, rounds};
    o.write((const char*)head, sizeof head);
    o.write((const char*)&hours, 8);
    uint64_t n = replay.size() | StoredSizes().number() << SIZES_AT;
    o.write((const char*)&n, 8);
    for (const TrainingExample& s : replay) write_binary(o, s);
    o.close();
    std::rename((dir + "/state.part").c_str(), (dir + "/state.bin").c_str());
    std::ofstream st(dir + "/start.bin", std::ios::binary);
    st.write((const char*)start.p.data(), start.p.size() * 4);
  }
  // Copies only the weights and start cards of another run or an unpacked net; returns false if they are missing.
  bool load_weights(const std::string& dir) {
    std::ifstream i(dir + "/start.bin", std::ios::binary);
    return net.load(dir + "/net.bin") && i.read((char*)start.p.data(), start.p.size() * 4);
  }
  bool load(const std::string& dir) {
    std::ifstream i(dir + "/state.bin", std::ios::binary);
    if (!i) return false;
    for (auto* v : weights()) read_binary(i, *v);
    read_binary(i, start.p);
    uint64_t head[6];
    i.read((char*)head, sizeof head);
    i.read((char*)&hours, 8);
    optimizer.step = head[0], next = head[1], rng.x = head[2], positions_seen = head[3], rounds_played = head[4],
    rounds = head[5];
    uint64_t n = 0;
    i.read((char*)&n, 8);
    const StoredSizes size(n >> SIZES_AT);
    if (size.state > sizeof(PublicState) || size.prices > sizeof(WinPrices))
      throw RequestError(dir + "/state.bin was written by a newer program");
    replay.resize(n & ((uint64_t(1) << SIZES_AT) - 1));
    for (TrainingExample& s : replay) read_binary(i, s, size);
    return bool(i);
  }
};

// Stores new examples; a full replay buffer replaces its oldest ones. Returns their places.
inline std::vector<int> store_examples(TrainingRun& run, std::vector<TrainingExample>& fresh, size_t capacity) {
  std::vector<int> places;
  for (TrainingExample& s : fresh) {
    if (run.replay.size() < capacity)
      places.push_back(int(run.replay.size())), run.replay.push_back(std::move(s));
    else
      places.push_back(int(run.next)), run.replay[run.next] = std::move(s), run.next = (run.next + 1) % capacity;
  }
  return places;
}

// Drops the oldest examples beyond the capacity.
inline void trim_replay(TrainingRun& run, size_t capacity) {
  if (run.replay.size() <= capacity) return;
  std::rotate(run.replay.begin(), run.replay.begin() + run.next, run.replay.end());
  run.replay.erase(run.replay.begin(), run.replay.end() - capacity), run.next = 0;
}

}  // namespace ht
