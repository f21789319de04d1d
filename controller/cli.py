"""`undertow`, the command. It lights the strip first and imports the rest later."""

import sys
from time import monotonic_ns


def main() -> None:
    arguments = sys.argv[1:]
    started = {"started": monotonic_ns()}
    pixels = None
    if arguments[:1] == ["play"] and not {"-h", "--help"} & set(arguments):
        from hardware import first_light

        state = first_light.state_folder(_peek(arguments, "--state"))
        pixels = first_light.kindle(state, _peek(arguments, "--board") or _default())
        if pixels:
            started["first light"] = monotonic_ns()
    from controller.commands import run

    sys.exit(run(arguments, pixels, started))


def _peek(arguments: list[str], option: str) -> str | None:
    """The value of an option, before there is a parser; the last one counts."""
    value = None
    for word, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if word == option:
            value = following
        elif word.startswith(option + "="):
            value = word[len(option) + 1 :]
    return value


def _default() -> str:
    import wiring

    return f"{wiring.__path__[0]}/board.toml"


if __name__ == "__main__":
    main()
