"""Runs the program for `python -m hacktrick`, and as the entry of the frozen program.

Imports nothing at the top: the worker process runs this module again before it finds its task.
"""

from multiprocessing import freeze_support


def main() -> int:
    freeze_support()
    # Here, not above: the worker process must not load the window.
    import sys

    try:
        from hacktrick import cli

        return cli.main(sys.argv[1:])
    except KeyboardInterrupt:  # while the program was loading
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
