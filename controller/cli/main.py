"""The `undertow` command."""

import sys

# The exit status after Ctrl-C, as in a shell.
INTERRUPTED = 130


def main() -> None:
    try:
        from controller.cli.run import run

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:
        # Ctrl-C before a command was there to handle it.
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
