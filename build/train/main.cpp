// hacktrick-train: trains and measures the value net. README.md describes commands and options.
#include "code_payoffs.hpp"
#include "openings.hpp"
#include "python_protocol.hpp"
#include "training_loop.hpp"

using namespace ht;

struct Command {
  const char* name;
  int (*run)();
  const char* options;
};

static const Command COMMANDS[] = {
    {"train", train_command,
     "dir from plan seed hours rate ratio batch per-round replay eval-every eval-rounds threads learner players parts "
     "mix "
     "depth2-from club wits"},
    {"examples", examples_command, ""},
    {"match", match_command, "a b rounds seed rules doubt"},
    {"rates", rates_command, "dir rounds from seed rules iterations"},
    {"openings", openings_command, "dir rounds from seed iterations"},
    {"payoffs", payoffs_command, "dir from rounds seed iterations threads"},
    {"forecasts", forecasts_command, "dir rounds from seed rules iterations"},
    {"spar", spar_command, "player seed"},
    {"replay", replay_command, ""},
    {"dump", dump_command, "dir positions depth iterations seed wits"},
};

static int run(int argc, char** argv) {
  for (const Command& command : COMMANDS)
    if (argc > 1 && std::string(argv[1]) == command.name) {
      read_options(argc - 2, argv + 2, command.options);
      return command.run();
    }
  throw RequestError(
      "usage: hacktrick-train train|examples|match|rates|openings|payoffs|forecasts|spar|replay|dump [--option value "
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
