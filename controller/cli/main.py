"""`undertow`, the command. It lights the strip first and imports the rest later."""

import os
import sys
from time import monotonic_ns


def main() -> None:
    arguments = sys.argv[1:]
    started = {"started": monotonic_ns()}
    lit = None
    if arguments[:1] == ["play"] and not {"-h", "--help"} & set(arguments):
        from hardware import first_light
        from wiring import find

        state = first_light.state_folder(_setting(arguments, "state"))
        board = find(_setting(arguments, "board"))
        backend = _setting(arguments, "backend") or first_light.BACKENDS[0]
        lit = first_light.kindle(state, board, backend)
        if lit:
            started["first light"] = monotonic_ns()
    from controller.cli.command import Start
    from controller.cli.run import run

    sys.exit(run(arguments, Start(lit, started)))


def _setting(arguments: list[str], key: str) -> str | None:
    """As `settings` finds it; a wrong guess costs first light, no more."""
    said = _peek(arguments, f"--{key}") or os.environ.get(f"UNDERTOW_{key.upper()}")
    if said:
        return said
    file = _peek(arguments, "--settings") or os.environ.get("UNDERTOW_SETTINGS")
    return _in_file(file or "/etc/undertow/undertow.toml", key)


def _in_file(path: str, key: str) -> str | None:
    """The plain text of a key above all sections; reading TOML would take too long."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().partition("\n[")[0].splitlines()
    except (OSError, ValueError):
        return None
    for line in lines:
        name, _, value = line.partition("=")
        quote = value.strip()[:1]
        if name.strip() == key and quote in ('"', "'"):
            text = value.strip()[1:].partition(quote)[0]
            if key == "board":
                from wiring import find

                text = find(text)
            is_path = key != "backend"
            return os.path.join(os.path.dirname(path), text) if is_path else text
    return None


def _peek(arguments: list[str], option: str) -> str | None:
    """The value of an option, before there is a parser; the last one counts."""
    value = None
    for word, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if word == option:
            value = following
        elif word.startswith(option + "="):
            value = word[len(option) + 1 :]
    return value


if __name__ == "__main__":
    main()
