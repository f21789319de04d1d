"""`undertow`, the command. It lights the strip first and imports the rest later."""

import sys
from time import monotonic_ns

# What a shell says of a program that Ctrl-C has ended.
INTERRUPTED = 130


def main() -> None:
    arguments = sys.argv[1:]
    marks = {"started": monotonic_ns()}
    lit = asked = None
    if arguments[:1] == ["play"] and not {"-h", "--help"} & set(arguments):
        from hardware import first_light

        asked = first_light.asked(arguments)
        lit = first_light.kindle(asked)
        if lit:
            marks["first light"] = monotonic_ns()
    try:
        from controller.cli.command import Start
        from controller.cli.run import run

        sys.exit(run(arguments, Start(lit, asked, marks)))
    except KeyboardInterrupt:
        # Ctrl-C before the command was there to answer it.
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
