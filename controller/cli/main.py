"""`undertow`, the command."""

import sys

# The exit status of a program that was ended by Ctrl-C, as in a shell.
INTERRUPTED = 130


def main() -> None:
    try:
        from controller.cli.run import run

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:
        # Ctrl-C before the command was there to answer it.
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
