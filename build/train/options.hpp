// Reads the command line.
#pragma once
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ht {

// raised for a request that cannot be carried out; the text says why
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline std::map<std::string, std::string> options;

// `--name value ...`, each name one of `known` (separated by blanks)
inline void read_options(int n, char** words, const std::string& known) {
  for (int i = 0; i < n; i += 2) {
    std::string word = words[i], name;
    std::istringstream names(known);
    while (names >> name && word != "--" + name) {
    }
    if (word != "--" + name || name.empty()) throw Refused("there is no option '" + word + "' here");
    if (i + 1 == n) throw Refused(word + " needs a value");
    options[name] = words[i + 1];
  }
}

// isfinite would not work: the program is compiled with -ffast-math.
inline double read_number(const std::string& what, const std::string& said) {
  char* end = nullptr;
  double value = std::strtod(said.c_str(), &end);
  bool plain = !said.empty() && said.find_first_not_of("0123456789+-.eE") == std::string::npos;
  if (!plain || *end || value < -1e18 || value > 1e18) throw Refused(what + ": '" + said + "' is not a number");
  return value;
}
inline int64_t read_whole(const std::string& what, const std::string& said, int64_t least) {
  double value = read_number(what, said);
  if (value < double(least) || double(int64_t(value)) != value)
    throw Refused(what + ": '" + said + "' is not a whole number from " + std::to_string(least) + " on");
  return int64_t(value);
}

inline double number(const std::string& name, double fallback) {
  auto it = options.find(name);
  return it == options.end() ? fallback : read_number("--" + name, it->second);
}
inline int64_t whole(const std::string& name, int64_t fallback, int64_t least = 1) {
  auto it = options.find(name);
  return it == options.end() ? fallback : read_whole("--" + name, it->second, least);
}
inline std::string text(const std::string& name, const std::string& fallback) {
  auto it = options.find(name);
  return it == options.end() ? fallback : it->second;
}
inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace ht
