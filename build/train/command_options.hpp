// The options of the command line.
#pragma once
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ht {

// Thrown if a request cannot be carried out; the text says why.
struct RequestError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline std::map<std::string, std::string> options;

// Reads `--name value ...` into `options`; `known` lists the names, separated by blanks.
inline void read_options(int n, char** words, const std::string& known) {
  for (int i = 0; i < n; i += 2) {
    std::string word = words[i], name;
    std::istringstream names(known);
    while (names >> name && word != "--" + name) {
    }
    if (word != "--" + name || name.empty()) throw RequestError("there is no option '" + word + "' here");
    if (i + 1 == n) throw RequestError(word + " needs a value");
    options[name] = words[i + 1];
  }
}

// Reads a number of at most 1e18; this limit stands in for isfinite, which does not work with -ffast-math.
inline double read_number(const std::string& what, const std::string& text) {
  char* end = nullptr;
  double value = std::strtod(text.c_str(), &end);
  bool plain = !text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string::npos;
  if (!plain || *end || value < -1e18 || value > 1e18) throw RequestError(what + ": '" + text + "' is not a number");
  return value;
}
inline int64_t read_integer(const std::string& what, const std::string& text, int64_t least) {
  double value = read_number(what, text);
  if (value < double(least) || double(int64_t(value)) != value)
    throw RequestError(what + ": '" + text + "' is not a whole number from " + std::to_string(least) + " on");
  return int64_t(value);
}

inline double number_option(const std::string& name, double fallback) {
  auto it = options.find(name);
  return it == options.end() ? fallback : read_number("--" + name, it->second);
}
inline int64_t integer_option(const std::string& name, int64_t fallback, int64_t least = 1) {
  auto it = options.find(name);
  return it == options.end() ? fallback : read_integer("--" + name, it->second, least);
}
inline std::string text_option(const std::string& name, const std::string& fallback) {
  auto it = options.find(name);
  return it == options.end() ? fallback : it->second;
}
inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace ht
