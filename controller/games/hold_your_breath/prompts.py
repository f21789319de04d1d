"""HOLD YOUR BREATH!: the current decision and the sea, as keys of `words/`."""

from controller.basics.sentence import Says, say
from controller.games.hold_your_breath.pieces import Position
from controller.tabletop.staging import Decision, View
from controller.tabletop.staging import decision as in_words


def decision(position: Position) -> Decision:
    # A seat that holds Air must breathe first, and no other seat may learn which does.
    breathless = position.step == "play" and not position.air
    return in_words("breathe" if breathless else position.step, is_held=True)


def standing(view: View) -> tuple[Says, ...]:
    state = view["state"]
    anchors = state["anchors"] or (None,) * view["seats"]
    rows = zip(state["depths"], state["hands"], state["fronts"], anchors, strict=True)
    return tuple(
        say(
            "page.pirate" if anchor is None else "page.pirate-anchor",
            seat=seat,
            depth=depth,
            anchor=anchor,
            cards=hand if isinstance(hand, int) else len(hand),
            front=tuple(card["as"] for card in front) or say("page.nothing"),
        )
        for seat, (depth, hand, front, anchor) in enumerate(rows)
    )
