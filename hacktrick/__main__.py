"""Starts the program, both with ``python -m hacktrick`` and when frozen.

This module imports nothing at the top: a child process of a frozen program also starts here, and
must not load the window.
"""


def main() -> int:
    """Run the program, or a child process if the command line names one; return the exit code."""
    import sys

    if sys.argv[1:2] == ["--child-process"]:
        from hacktrick.child_process import run_child_process

        run_child_process(sys.argv[2:])
        return 0
    try:
        from hacktrick import cli

        return cli.main(sys.argv[1:])
    except KeyboardInterrupt:  # Ctrl-C was pressed while the program was loading
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
