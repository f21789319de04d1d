"""The scripts of all legal actions, and why other gestures mean none."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from controller.basics.sentence import say
from controller.rules.game import Refusal
from controller.rules.match import Match
from controller.tabletop.gestures import (
    Card,
    Carry,
    Count,
    Hold,
    NoMatch,
    Press,
    Script,
    Scripted,
)
from controller.tabletop.staging import Staging
from controller.words.notice import Notice

# Attempts of each kind of action that is not asked for now; seldom are there more.
_TRIED = 200


def imagined(match: Match) -> tuple[Any, ...]:
    """Return the actions that gestures could mean now, legal or not."""
    game, position = match.game, match.position
    # While players report chance, no other press means anything.
    few = 0 if game.chance(position) else _TRIED
    return game.steps.attempts(position, few=few).actions


def scripts(
    match: Match,
    staging: Staging,
    position: Any,
    *,
    with_cards: bool,
    legal: Iterable[Any] | None = None,
) -> tuple[Scripted, ...]:
    """Return the scripts of all legal actions or, at a chance node, of its outcomes.

    `legal` are the actions allowed now, if fewer than the rules list.
    """
    actions: Iterable[Any] = match.game.legal(position) if legal is None else legal
    actions = actions or [o.action for o in match.game.chance(position)]
    found = [
        (action, script)
        for action in actions
        if (script := staging.script(position, action)) is not None
    ]
    if with_cards:
        found += [
            (action, script)
            for action in actions
            for script in card_scripts(staging, position, action)
        ]
    return tuple(found)


def bluffs(match: Match, staging: Staging) -> tuple[Scripted, ...]:
    """Return the actions that can be begun whatever a hidden hand holds."""
    supposed = staging.supposed(match.position)
    if supposed is None:
        return ()
    ways = [way for _, way in scripts(match, staging, supposed, with_cards=False)]
    secret = {way[:-1]: way for way in ways if way and isinstance(way[-1], Count)}
    return tuple((None, way) for way in secret.values())


def meant_by(match: Match, staging: Staging, script: Script) -> Any | None:
    """Return the legal action that this script means, in or out of a lesson."""
    ways = scripts(match, staging, match.position, with_cards=True)
    return next((action for action, each in ways if each == script), None)


def card_scripts(staging: Staging, position: Any, action: Any) -> Iterator[Script]:
    """Yield the scripts with real cards, laid before or after the presses."""
    script = staging.card_script and staging.card_script(position, action)
    if script:
        cards = tuple(g for g in script if isinstance(g, Card))
        pressed = tuple(g for g in script if not isinstance(g, Card))
        yield cards + pressed
        if pressed:
            yield pressed + cards


def card_seat(staging: Staging, match: Match, label: str) -> int | None:
    """Return the seat that openly owns this card; None if anyone may hold it."""
    if staging.card_owner:
        return staging.card_owner(match.position, label)
    deck = staging.deck(match.house)
    return next((card.seat for card in deck if card.label == label), None)


def is_about(
    staging: Staging, match: Match, script: Script, seat: int, asked: set[int]
) -> bool:
    """Return whether cards on the reader can concern this seat.

    A card that anyone may hold concerns the seats that are asked. If it concerned its
    holder, anyone could find out who that is by laying down another copy.
    """
    labels = (gesture.label for gesture in script if isinstance(gesture, Card))
    owners = {card_seat(staging, match, label) for label in labels}
    return all(seat in (asked if owner is None else {owner}) for owner in owners)


def carry_scripts(
    match: Match, staging: Staging, carry: Carry, *, with_cards: bool
) -> tuple[Scripted, ...]:
    """Return the scripts of a carried piece; a card for it is chosen in secret."""
    position = match.position
    meant = [
        action
        for action in match.game.legal(position)
        if staging.carry and staging.carry(position, action) == carry
    ]
    if len(meant) == 1:
        return ((meant[0], (carry,)),)
    scripts = [(action, staging.script(position, action) or ()) for action in meant]
    hidden: list[Scripted] = [(action, _hidden(script)) for action, script in scripts]
    if max(Counter(script for _, script in hidden).values(), default=0) > 1:
        hidden = scripts
    if with_cards:
        hidden += [
            (action, script)
            for action in meant
            for script in card_scripts(staging, position, action)
        ]
    return tuple((action, (carry, *script)) for action, script in hidden)


def _hidden(script: Script) -> Script:
    return tuple(gesture for gesture in script if not isinstance(gesture, Press))


def carry_refused(
    match: Match, staging: Staging, carry: Carry, seat: int | None
) -> list[Notice]:
    """Explain why a piece of that seat, or of nobody, means nothing over there."""
    game, position = match.game, match.position
    refusal = Refusal(game.choice_rule, "table.no-move")
    for action in imagined(match):
        if staging.carry and staging.carry(position, action) == carry:
            refusal = game.refuse(position, action) or refusal
            break
    if seat is None:
        return [Notice(None, False, *refusal)]
    # Whether a hand has a card for it is that seat's secret.
    return _privately(match, seat, refusal, "table.cannot-move")


def explained(match: Match, staging: Staging, no_match: NoMatch) -> list[Notice]:
    """Explain which ruling forbids the intended action."""
    label = next((g.label for g in no_match.script if isinstance(g, Card)), None)
    is_held = any(isinstance(g, Hold) for g in no_match.script)
    seat, refusal = _refused(match, staging, no_match.script, label)
    if seat is None or not (is_held or label):
        return [Notice(None, False, *refusal)]
    # A count, or a card laid face down, is its seat's secret.
    key = "table.cannot-count" if label is None else "table.cannot-lay"
    return _privately(match, seat, refusal, key)


def openly_refused(match: Match, staging: Staging, script: Script) -> Notice | None:
    """Return the game's ruling against what open presses mean, if there is one.

    Say nothing about an action that a hidden hand may forbid.
    """
    if not all(isinstance(gesture, Press) for gesture in script):
        return None
    game, position = match.game, match.position
    step = game.steps.step(position)
    if step is None or staging.supposed(position):
        return None
    # The kinds asked for now are the likeliest to be meant.
    for action in sorted(imagined(match), key=lambda a: type(a) not in step.kinds):
        is_meant = staging.script(position, action) == script
        if is_meant and type(action) not in staging.guarded:
            refusal = game.refuse(position, action)
            return Notice(None, False, *refusal) if refusal else None
    return None


def _privately(match: Match, seat: int, refusal: Refusal, key: str) -> list[Notice]:
    """Tell the seat the reason, and the others only that there was a refusal."""
    openly = Notice(None, False, match.game.choice_rule, say(key, seat=seat))
    return [Notice(seat, False, *refusal), openly]


def _refused(
    match: Match, staging: Staging, script: Script, label: str | None
) -> tuple[int | None, Refusal]:
    game, position = match.game, match.position
    if label is not None:
        return _card_refused(match, staging, script, label)
    for action in imagined(match):
        if staging.script(position, action) == script:
            refusal = game.refuse(position, action)
            if refusal:
                return getattr(action, "seat", None), refusal
    return _holder(script), Refusal(game.choice_rule, "table.nothing")


def _holder(script: Script) -> int | None:
    """Return the seat whose button is held; the count is private to it."""
    held = [g.place.partition(":") for g in script if isinstance(g, Hold)]
    return next((int(number) for kind, _, number in held if kind == "seat"), None)


def _card_refused(
    match: Match, staging: Staging, script: Script, label: str
) -> tuple[int | None, Refusal]:
    game, position = match.game, match.position
    asked = {action.seat for action in game.legal(position)}
    if not asked:
        return None, Refusal(game.choice_rule, "table.no-card-now")
    for action in imagined(match):
        if not _begins(staging, position, action, script):
            continue
        if is_about(staging, match, script, action.seat, asked):
            refusal = game.refuse(position, action)
            if refusal:
                return action.seat, refusal
    return _not_in_hand(match, staging, label, asked)


def _begins(staging: Staging, position: Any, action: Any, script: Script) -> bool:
    ways = card_scripts(staging, position, action)
    return any(way[: len(script)] == script for way in ways)


def _not_in_hand(
    match: Match, staging: Staging, label: str, asked: set[int]
) -> tuple[int | None, Refusal]:
    """Return which seat to tell that a card cannot be played, and why."""
    game = match.game
    card = next(c for c in staging.deck(match.house) if c.label == label)
    seat = min(asked) if card.seat is None else card.seat
    if seat >= match.seats or (card.seat is None and len(asked) > 1):
        return None, Refusal(game.choice_rule, "table.no-card-now")
    hands = game.state(match.position, None).get("hands", {seat: [card.card]})
    is_held = card.card in hands[seat]
    words = "table.no-card-now" if is_held else "table.not-held"
    return seat, Refusal(game.choice_rule, words)
