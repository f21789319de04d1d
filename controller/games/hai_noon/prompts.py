"""HAI NOON: the current decision and the pool, as keys of `words/`."""

from typing import Any

from controller.basics.sentence import Says, Sentence, say
from controller.games.hai_noon.board import attacked, hidden, own
from controller.games.hai_noon.pieces import KIND, Position
from controller.tabletop.staging import Decision, View
from controller.tabletop.staging import decision as in_words

HELD = ("play", "answer")


def decision(position: Position) -> Decision:
    step = KIND[position.card] if position.step == "act" else position.step
    if step == "enter":
        return in_words(step, diver=hidden(position, position.active))
    if step == "diver" and len(own(position, position.active)) > 1:
        return in_words("one-of-two")
    if step == "answer" and _both_attacked(position):
        return in_words("answer-for-two", is_held=True)
    return in_words(step, is_held=step in HELD)


def standing(view: View) -> tuple[Says, ...]:
    state = view["state"]
    is_hungry = [is_ == "hungry" for is_ in state["sharks"]]
    sharks = tuple(str(at + 1) for at, is_ in enumerate(is_hungry) if is_)
    hungry = say("page.hungry", sharks=sharks) if sharks else say("page.no-hungry")
    return (*(_diver(name, state) for name in state["divers"]), hungry)


def _diver(name: str, state: dict[str, Any]) -> Sentence:
    key = "page.diver-line-cage" if state["cage"] == name else "page.diver-line"
    places = [place for place, diver in state["places"].items() if diver == name]
    where = Sentence(f"place.{places[0]}", {}) if places else say("page.hidden")
    return say(key, diver=name, health=state["divers"][name]["state"], where=where)


def _both_attacked(position: Position) -> bool:
    mine = own(position, position.asked[0])
    return sum(diver in mine for diver in attacked(position)) > 1
