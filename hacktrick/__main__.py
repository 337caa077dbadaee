"""Starts the program, for `python -m hacktrick` and for the frozen program.

Imports nothing at the top: the worker process runs this module again before it finds its task.
"""

from multiprocessing import freeze_support


def main() -> int:
    """Run the command line of this process, and return the exit code."""
    freeze_support()
    # Imported here, since the worker process must not load the window.
    import sys

    try:
        from hacktrick import cli

        return cli.main(sys.argv[1:])
    except KeyboardInterrupt:  # while the program was loading
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
