// hacktrick-train: trains and measures the value net. README.md describes commands and options.
#include "openings.hpp"
#include "payoffs.hpp"
#include "python_protocol.hpp"
#include "training_loop.hpp"

using namespace ht;

struct Command {
  const char* name;
  int (*run)();
  const char* options;
};

static const Command COMMANDS[] = {
    {"train", train,
     "dir from plan seed hours rate ratio batch per-round replay eval-every eval-rounds threads learner players parts "
     "mix "
     "depth2-from club wits"},
    {"lessons", lessons, ""},
    {"match", match_command, "a b rounds seed rules doubt"},
    {"rates", rates, "dir rounds from seed rules iterations"},
    {"openings", openings, "dir rounds from seed iterations"},
    {"payoffs", payoffs, "dir from rounds seed iterations threads"},
    {"forecasts", forecasts, "dir rounds from seed rules iterations"},
    {"spar", spar, "player seed"},
    {"replay", replay, ""},
    {"dump", dump, "dir positions depth iterations seed wits"},
};

static int run(int argc, char** argv) {
  for (const Command& command : COMMANDS)
    if (argc > 1 && std::string(argv[1]) == command.name) {
      read_options(argc - 2, argv + 2, command.options);
      return command.run();
    }
  throw RequestError(
      "usage: hacktrick-train train|lessons|match|rates|openings|payoffs|forecasts|spar|replay|dump [--option value "
      "...]");
}

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const RequestError& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 2;
  } catch (const std::runtime_error& error) {
    std::fprintf(stderr, "hacktrick-train: %s\n", error.what());
    return 1;
  }
}
