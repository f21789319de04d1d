"""A bot as a separate process: reads JSON objects line by line, answers each question.

    {"do": "sit", "game", "seats", "options", "house", "seat", "level", "seed"}
    {"do": "note", "shown": [[an action and its events, as the seat saw them], …]}
    {"do": "choose", "number", "view", "legal": [actions], "seconds" or "passes"}
      → {"number", "action": one of them, "why": a sentence or null}

It answers {"broken": file and line, "trace"} to any message if the game's own code
raises.

So it only learns a seat's view, its filtered log and its legal actions. It ends when
its input does.
"""

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from traceback import format_exception
from typing import Any, TextIO

from controller import games
from controller.bots.levels import PASSES, Bot
from controller.chance import house as houses
from controller.games.broken import place_of
from controller.rules.codec import from_json, to_json


class Program:
    def __init__(self, time_s: Callable[[], float] = monotonic) -> None:
        self._time_s = time_s
        self._game: Any = None
        self._bot: Any = None

    def do(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Do what the message asks; return the answer, if there is one."""
        try:
            return self._do(message)
        except Exception as error:
            place = place_of(error)
            if place is None:
                raise
            return {"broken": place.line, "trace": "".join(format_exception(error))}

    def _do(self, message: dict[str, Any]) -> dict[str, Any] | None:
        match message["do"]:
            case "sit":
                self._sit(message)
            case "note":
                self._bot.note(message["shown"])
            case "choose":
                return self._choose(message)
        return None

    def _sit(self, told: dict[str, Any]) -> None:
        game = self._game = games.find(told["game"])
        house = houses.read(game, told["house"])
        start = game.start(told["seats"], told["options"], house)
        sense, seat, level = games.sense(game), told["seat"], told["level"]
        self._bot = Bot(game, sense, start, seat, level, told["seed"])

    def _choose(self, told: dict[str, Any]) -> dict[str, Any]:
        begun_s = self._time_s()
        legal = [from_json(self._game, action) for action in told["legal"]]
        seconds = told.get("seconds")
        passes = told.get("passes", PASSES if seconds is None else 10**9)
        end_s = begun_s + (seconds or 0)
        action = self._bot.choose(
            legal,
            lambda: seconds is not None and self._time_s() >= end_s,
            passes=passes,
        )
        return {
            "number": told["number"],
            "action": to_json(action),
            "why": self._bot.reason(action),
        }


def raise_oom_score() -> None:
    """Make the kernel end this process, not the table, when memory runs out.

    A sandbox may forbid that; the bot works anyway.
    """
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def main(told: TextIO, out: TextIO) -> None:
    program = Program()
    for line in told:
        answer = program.do(json.loads(line))
        if answer is not None:
            out.write(f"{json.dumps(answer)}\n")
            out.flush()


if __name__ == "__main__":
    raise_oom_score()
    main(sys.stdin, sys.stdout)
