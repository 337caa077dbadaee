// What the command line says.
#pragma once
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <string>

namespace ht {

inline std::map<std::string, std::string> options;

inline double number(const std::string& name, double fallback) {
  auto it = options.find(name);
  return it == options.end() ? fallback : std::atof(it->second.c_str());
}
inline std::string text(const std::string& name, const std::string& fallback) {
  auto it = options.find(name);
  return it == options.end() ? fallback : it->second;
}
inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace ht
