"""The tables on the broker, as a club sees them, and the commands it sends."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from controller.basics.errors import MISSHAPEN

# Sends a payload to the table of this name.
Send = Callable[[str, dict[str, Any]], object]
# Phases in which a table is free for another game.
FREE = ("choose", "over")


class TableState(NamedTuple):
    """What a table last published."""

    is_online: bool = False
    phase: str = ""
    game: str = ""
    # The id of the command that started the game; "" if somebody at the table did.
    order: str = ""
    # The table's name for each seat: a person, or what the seat plays with.
    players: tuple[str, ...] = ()
    prompt: str = ""
    ranks: tuple[int, ...] = ()
    troubles: tuple[str, ...] = ()


class Tables:
    """Every table that the broker knows, by name."""

    def __init__(self, only: tuple[str, ...] = ()) -> None:
        """Track only these tables, if any are named."""
        self._only = only
        self.states: dict[str, TableState] = {}
        # The answers to commands, by id: "" or what was wrong.
        self.answers: dict[str, str] = {}

    def tracks(self, table: str) -> bool:
        """Return whether this table takes part in the evening."""
        return not self._only or table in self._only

    def receive(self, topic: str, payload: bytes) -> None:
        """Handle a message from a table; ignore any that our tables never send."""
        match topic.split("/"):
            case ["undertow", name, kind] if self.tracks(name):
                state = self.states.get(name, TableState())
                try:
                    self.states[name] = self._read(state, kind, payload)
                except MISSHAPEN:
                    return

    def _read(self, state: TableState, kind: str, payload: bytes) -> TableState:
        if kind == "availability" and payload == b"online":
            return state._replace(is_online=True)
        if kind == "availability":
            # What it showed is stale; it publishes its state when it comes back.
            return TableState()
        data = json.loads(payload)
        match kind:
            case "state":
                return _shown(state, data)
            case "parts":
                return state._replace(troubles=tuple(str(row["says"]) for row in data))
            case "answer":
                self.answers[str(data["id"])] = str(data.get("error", ""))
        return state

    def forget(self) -> None:
        """Forget what the tables showed, because the broker was away."""
        self.states.clear()

    def free(self) -> list[str]:
        """Return the tables that can start a game now."""
        return sorted(
            name
            for name, state in self.states.items()
            if state.is_online and state.phase in FREE
        )


def _shown(state: TableState, data: dict[str, Any]) -> TableState:
    result = data["result"]
    ranks = tuple(map(int, result["ranks"])) if result else ()
    return state._replace(
        phase=str(data["phase"]),
        game=str(data["game"]),
        order=str(data["order"]),
        players=tuple(map(str, data["players"])),
        prompt=str(data["prompt"]),
        ranks=ranks,
    )
