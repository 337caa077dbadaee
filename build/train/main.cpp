// hacktrick-train: learn, measure, and be checked. Commands and options: see README.md.
#include "learn.hpp"
#include "wire.hpp"

using namespace ht;

static int run(const std::string& command) {
  if (command == "train") return train();
  if (command == "match") return measure();
  if (command == "rates") return rates();
  if (command == "forecasts") return forecasts();
  if (command == "spar") return spar();
  if (command == "replay") return replay();
  if (command == "dump") return dump();
  std::fprintf(stderr, "usage: hacktrick-train train|match|rates|forecasts|spar|replay|dump [--option value ...]\n");
  return 2;
}

int main(int argc, char** argv) {
  for (int i = 2; i + 1 < argc; i += 2) options[std::string(argv[i]).substr(2)] = argv[i + 1];
  try {
    return run(argc > 1 ? argv[1] : "");
  } catch (const std::runtime_error& error) {
    std::fprintf(stderr, "hacktrick-train: %s\n", error.what());
    return 1;
  }
}
