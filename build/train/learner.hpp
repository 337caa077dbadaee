// Learners: threads of this process, or the process learner.py, which may use a GPU and learns while this
// process plays the next rounds.
#pragma once
#include "child_process.hpp"
#include "training_run.hpp"

namespace ht {

// Makes one step of Adam with the examples `drawn` (2 * place + mirrored); returns the mean cross entropy.
inline double adam_step(TrainingRun& run, std::vector<GradientPart>& parts, int threads, const int* drawn, int batch,
                        float rate) {
  int n = int(parts.size());
  std::vector<double> loss(n);
  std::atomic<int> next{0};
  run_in_threads(threads, [&](int) {
    Batch b;
    for (int k; (k = next++) < n;) {
      b.clear();
      for (int i = batch * k / n; i < batch * (k + 1) / n; i++)
        append_to_batch(b, run.replay[drawn[i] >> 1], drawn[i] & 1);
      loss[k] = parts[k].compute(b, batch);
    }
  });
  for (int k = 1; k < n; k++) {
    loss[0] += loss[k];
    for (size_t i = 0; i < run.net.data.size(); i++) parts[0].grad[i] += parts[k].grad[i];
  }
  run.optimizer.apply_gradient(parts[0].grad, rate, 5.f);
  float keep = std::min(0.999f, float(run.optimizer.step) / (run.optimizer.step + 10));
  for (size_t i = 0; i < run.net.data.size(); i++)
    run.mean_net.data[i] = keep * run.mean_net.data[i] + (1 - keep) * run.net.data[i];
  return loss[0];
}

// The input of a learner: the places of the new examples in the replay buffer, and the examples drawn for its
// steps (2 * place + mirrored).
struct LearningTask {
  std::vector<int> fresh, drawn;
  int batch;
  float rate;
};

struct Learner {
  double loss = 0;  // mean cross entropy of the last finished task
  virtual ~Learner() = default;
  virtual void learn(TrainingRun& run, const LearningTask& task) = 0;
  // Waits until the last task is done. Until then the run may still have the weights from before the task.
  virtual void finish(TrainingRun&) {}
};

struct ThreadLearner : Learner {
  int threads;
  std::vector<GradientPart> parts;  // always four, so that rounding does not depend on the number of threads

  ThreadLearner(TrainingRun& run, int threads) : threads(threads), parts(4, GradientPart(run.net)) {}
  void learn(TrainingRun& run, const LearningTask& task) override {
    int steps = int(task.drawn.size()) / task.batch;
    loss = 0;
    for (int k = 0; k < steps; k++)
      loss += adam_step(run, parts, threads, &task.drawn[size_t(k) * task.batch], task.batch, task.rate) / steps;
  }
};

// Sends messages to learner.py: three int32 {kind, a, b}, then arrays as they lie in memory.
struct ProcessLearner : Learner {
  enum { WEIGHTS = 1, EXAMPLES = 2, STEPS = 3 };
  static constexpr int CHUNK = 4096;  // examples in a message
  int threads;
  ChildProcess child;
  int busy = 0;  // steps of the task in progress

  ProcessLearner(TrainingRun& run, const std::string& command, int threads)
      : threads(threads), child(command, "learner") {
    write_header(WEIGHTS, int(run.net.data.size()), int(run.optimizer.step));
    for (const auto* v : run.weights()) child.write(*v);
    std::vector<int> kept;  // places, oldest example first
    for (size_t i = 0; i < run.replay.size(); i++) kept.push_back(int((run.next + i) % run.replay.size()));
    write_examples(run, kept);
  }

  void learn(TrainingRun& run, const LearningTask& task) override {
    finish(run);
    write_examples(run, task.fresh);
    busy = int(task.drawn.size()) / task.batch;
    write_header(STEPS, busy, task.batch);
    child.write(std::vector<float>{task.rate});
    child.write(task.drawn);
    child.flush();
  }
  void finish(TrainingRun& run) override {
    if (!busy) return;
    std::vector<float> mean_loss(1);
    child.read(mean_loss), loss = mean_loss[0];
    for (auto* v : run.weights()) child.read(*v);
    run.optimizer.step += busy, busy = 0;
  }

 private:
  void write_examples(const TrainingRun& run, const std::vector<int>& places) {
    int n = int(places.size()), chunks = (n + CHUNK - 1) / CHUNK;
    for (int first = 0; first < chunks; first += threads) {
      int many = std::min(threads, chunks - first);
      std::vector<Batch> found(many);
      run_in_threads(many, [&](int k) {
        for (int i = (first + k) * CHUNK; i < std::min(n, (first + k + 1) * CHUNK); i++)
          append_to_batch(found[k], run.replay[places[i]], false);
      });
      for (int k = 0; k < many; k++) write_chunk(found[k], &places[(first + k) * CHUNK]);
    }
  }
  void write_chunk(const Batch& b, const int* places) {
    std::vector<int> rows(b.n);
    for (int leaf : b.leaf) rows[leaf]++;
    write_header(EXAMPLES, b.n, b.rows);
    child.write(std::vector<int>(places, places + b.n));
    child.write(rows);
    for (const auto* v : {&b.pub, &b.bel, &b.fix, &b.dyn, &b.target, &b.weight}) child.write(*v);
  }
  void write_header(int kind, int a, int b) { child.write(std::vector<int>{kind, a, b}); }
};

}  // namespace ht
