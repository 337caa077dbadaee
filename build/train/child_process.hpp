// A child process with pipes to its standard input and output.
#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace ht {

struct ChildProcess {
  // Runs a shell command; messages to the user call the process `name`.
  ChildProcess(const std::string& command, const std::string& name) : name(name) {
    int down[2], up[2];
    std::signal(SIGPIPE, SIG_IGN);
    if (pipe(down) || pipe(up)) throw std::runtime_error("no pipe to the " + name);
    pid = fork();
    if (pid == 0) {
      dup2(down[0], 0), dup2(up[1], 1);
      for (int end : {down[0], down[1], up[0], up[1]}) close(end);
      execl("/bin/sh", "sh", "-c", command.c_str(), (char*)nullptr);
      _exit(127);
    }
    close(down[0]), close(up[1]);
    to = fdopen(down[1], "wb"), from = fdopen(up[0], "rb");
  }
  ~ChildProcess() {
    std::fclose(to), std::fclose(from);
    if (pid > 0) waitpid(pid, nullptr, 0);
  }
  ChildProcess(const ChildProcess&) = delete;

  template <class T>
  void write(const std::vector<T>& v) {
    write(v.data(), sizeof(T) * v.size());
  }
  template <class T>
  void read(std::vector<T>& v) {
    read(v.data(), sizeof(T) * v.size());
  }
  // A blob is preceded by its length as 64 bits.
  void write_blob(const std::string& blob) {
    uint64_t n = blob.size();
    write(&n, 8), write(blob.data(), n);
  }
  std::string read_blob() {
    uint64_t n = 0;
    read(&n, 8);
    std::string blob(n, 0);
    read(blob.data(), n);
    return blob;
  }
  void flush() {
    if (std::fflush(to)) gone();
  }

 private:
  std::string name;
  FILE *to = nullptr, *from = nullptr;
  pid_t pid = 0;

  void write(const void* data, size_t n) {
    if (std::fwrite(data, 1, n, to) < n) gone();
  }
  void read(void* data, size_t n) {
    if (std::fread(data, 1, n, from) < n) gone();
  }
  [[noreturn]] void gone() { throw std::runtime_error("the " + name + " has ended; the run is as it was saved last"); }
};

}  // namespace ht
