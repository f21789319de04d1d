"""HOLD YOUR BREATH! a second time: lists and dicts that share nothing with the rules.

It is as plain as a player's own bookkeeping and knows no refusals. The same mistake is
unlikely to be in both, so where the rules agree with it, they are probably right.
"""

from typing import Any

Record = dict[str, Any]

AMOUNTS = ("air-5", "air-10", "swim-5", "swim-10")
DECK = [
    *(f"{a}-{icon}" for a in AMOUNTS for icon in ("draw", "discard", "calm", "panic"))
] * 4 + ["shark", "kraken", "dolphin", "dolphin"]


class Naive:
    def __init__(self, seats: int, options: Record) -> None:
        self.seats = range(seats)
        self.draft = options.get("edition") == "draft"
        self.strict_panic = not options.get("panic_on_sharked", True)
        self.dolphin_counts = options.get("dolphin_must_be_air", True)
        self.phase, self.turn = "descent", 1
        self.active: int | None = None
        self.deck = sorted(DECK)
        self.pile: list[str] = []
        self.hand: list[list[str]] = [[] for _ in self.seats]
        self.front: list[list[Record]] = [[] for _ in self.seats]
        self.depth = [0] * seats
        self.anchor: list[int] | None = None
        self.home: list[int] = []  # in order of surfacing
        self.air = self.swim = 0
        self.last: int | None = None
        self.begun_by = 0
        # What has to happen next, and to whom.
        self.todo: list[tuple[str, int]] = []
        self.stage = "first"
        self.fixed_first = options.get("first")
        if self.fixed_first is not None:
            self.do({"type": "first", "seat": self.fixed_first})

    # What can be done

    def choices_now(self) -> list[Record]:
        if self.phase == "over":
            return []
        if self.stage == "first":
            return [{"type": "first", "seat": s} for s in self._starters()]
        if self.todo:
            kind, seat = self.todo[0]
            cards = self.deck if kind == "draw" else self.hand[seat]
            return self._each(kind, seat, cards)
        me = self._me()
        if self.stage == "panic":
            return self._each("self-panic", me, self.hand[me] or self.pile[-1:])
        if self.stage == "toss":
            end = {"type": "end", "seat": me}
            return [*self._each("toss", me, self.hand[me]), end]
        found = [
            {"type": "play", "seat": me, "card": card, **use}
            for card in sorted(set(self.hand[me]))
            for use in self._uses(card)
        ]
        if self.air or not any(self._is_air(card) for card in self.hand[me]):
            found.append({"type": "done", "seat": me})
        return found

    def _each(self, kind: str, seat: int, cards: list[str]) -> list[Record]:
        return [{"type": kind, "seat": seat, "card": c} for c in sorted(set(cards))]

    def _me(self) -> int:
        assert self.active is not None
        return self.active

    def _starters(self) -> list[int]:
        if self.phase == "descent":
            return list(self.seats)
        return [s for s in self.seats if self.depth[s] == min(self.depth)]

    def _is_air(self, card: str) -> bool:
        return card.startswith("air") or (card == "dolphin" and self.dolphin_counts)

    def _uses(self, card: str) -> list[Record]:
        me = self._me()
        others = [s for s in self.seats if s != me]
        five = [s for s in others if len(self.hand[s]) == 5]
        found: list[Record] = []
        for use in (*AMOUNTS, "draw", "discard", "calm", "panic", "shark", "kraken"):
            printed = card.startswith(f"{use}-") or card.endswith(f"-{use}")
            if card not in ("dolphin", use) and not printed:
                continue
            match use:
                case "air-5" | "air-10" | "draw":
                    found.append({"as": use})
                case "swim-5" | "swim-10":
                    fits = self.swim + int(use[5:]) <= self.air
                    if not self.front[me] and (fits or self.draft):
                        found.append({"as": use})
                case "discard":
                    found += [{"as": use, "target": s} for s in five]
                case "panic":
                    free = [s for s in others if self._can_panic(s)]
                    found += [{"as": use, "target": s} for s in free]
                case "shark":
                    found += [{"as": use, "target": s} for s in others]
                case "calm":
                    found += self._calms(others)
                case "kraken":
                    found += self._krakens(five)
        return found

    def _can_panic(self, seat: int) -> bool:
        kinds = [front["as"] for front in self.front[seat]]
        return "panic" not in kinds and not (kinds and self.strict_panic)

    def _calms(self, others: list[int]) -> list[Record]:
        found: list[Record] = []
        for at, front in enumerate(self.front[self._me()]):
            if front["as"] == "panic":
                found.append({"as": "calm", "front": at})
            else:
                found += [{"as": "calm", "target": s, "front": at} for s in others]
        return found

    def _krakens(self, five: list[int]) -> list[Record]:
        found: list[Record] = []
        for seat in self.seats:
            for at, front in enumerate(self.front[seat]):
                if front["as"] == "shark" and (self.draft or seat == self._me()):
                    place = {"target": seat, "front": at}
                    found.append({"as": "kraken", "effect": "shark", **place})
        if five:
            found.append({"as": "kraken", "effect": "discard"})
        return found

    # What it leads to

    def do(self, action: Record) -> None:
        seat, kind = action["seat"], action["type"]
        if kind == "first":
            self._first(seat)
        elif kind == "play":
            self._play(seat, action)
        elif kind == "draw":
            self.deck.remove(action["card"])
            self.hand[seat] = sorted([*self.hand[seat], action["card"]])
            self.todo.pop(0)
            self._drawn()
        elif kind in ("drop", "snatch"):
            self._discard(seat, action["card"])
            self.todo.pop(0)
        elif kind == "toss":
            self._discard(seat, action["card"])
        elif kind == "done":
            suffers = self.hand[seat] or (self.pile and not self.draft)
            self.stage = "panic" if not self.air and suffers else "toss"
        elif kind == "self-panic":
            self._lay_down(seat, action["card"])
        else:
            self.stage = "refill"
            self._refill()

    def _discard(self, seat: int, card: str) -> None:
        self.hand[seat].remove(card)
        self.pile.append(card)

    def _lay_down(self, seat: int, card: str) -> None:
        hidden = bool(self.hand[seat])
        if hidden:
            self.hand[seat].remove(card)
        else:
            self.pile.pop()
        self.front[seat].append({"card": card, "as": "panic", "hidden": hidden})
        self.stage = "toss"

    def _first(self, seat: int) -> None:
        if self.phase == "ascent":
            self.turn += 1
        self.active = self.begun_by = seat
        self.stage = "deal"
        for offset in self.seats:
            each = (seat + offset) % len(self.seats)
            missing = 5 - len(self.hand[each])
            self.todo += [("draw", each)] * missing
        self.todo = self.todo[: len(self.deck)]
        self._drawn()

    def _drawn(self) -> None:
        """After a draw: does it end the phase, and does it end the turn?"""
        empty = not self.deck
        if self.stage == "deal":
            if not self.todo:
                self.stage = "play"
                if empty and not self.draft:
                    self.last = len(self.seats) - 1
            return
        if empty and not self.draft:
            so_far = (self._me() - self.begun_by) % len(self.seats)
            self.last = len(self.seats) - 1 - so_far
        if self.stage == "refill" and not self.todo:
            self._turn_over()

    def _refill(self) -> None:
        me = self._me()
        missing = min(5 - len(self.hand[me]), len(self.deck))
        self.todo = [("draw", me)] * missing
        if not missing:
            self._turn_over()

    def _turn_over(self) -> None:
        me = self._me()
        if self.draft and self.last is None and len(self.hand[me]) < 5:
            self.last = len(self.seats)
        if self.last == 0:
            self._phase_over()
            return
        self.last = None if self.last is None else self.last - 1
        self.active, self.turn = (me + 1) % len(self.seats), self.turn + 1
        self.air = self.swim = 0
        self.stage = "play"

    def _phase_over(self) -> None:
        if self.phase == "ascent":
            self.phase = "over"
            return
        self.anchor = list(self.depth)
        if max(self.depth) == 0:
            self.phase = "over"
            return
        self.phase, self.stage, self.last = "ascent", "first", None
        self.deck, self.pile = sorted(self.pile), []
        self.air = self.swim = 0
        if len(self._starters()) == 1:
            self._first(self._starters()[0])

    def _play(self, seat: int, action: Record) -> None:
        card, use = action["card"], action["as"]
        target: Any = action.get("target")
        if use in ("panic", "shark"):
            self.hand[seat].remove(card)
            self.front[target].append({"card": card, "as": use, "hidden": False})
            return
        self._discard(seat, card)
        if use in AMOUNTS:
            self._amount(seat, use)
        elif use == "draw":
            self.todo = [("draw", seat)] if self.deck else []
        elif use == "discard":
            self.todo = [("snatch" if self.draft else "drop", target)]
        elif use == "calm" and target is not None:
            self.front[target].append(self.front[seat].pop(action["front"]))
        elif use == "calm":
            self.pile.append(self.front[seat].pop(action["front"])["card"])
        elif action["effect"] == "shark":
            self.pile.append(self.front[target].pop(action["front"])["card"])
        else:
            order = [(seat + offset) % len(self.seats) for offset in self.seats]
            self.todo = [("drop", s) for s in order if len(self.hand[s]) == 5]

    def _amount(self, seat: int, use: str) -> None:
        before = min(self.air, self.swim)
        if use.startswith("air"):
            self.air += int(use[4:])
        else:
            self.swim += int(use[5:])
        way = min(self.air, self.swim) - before
        if self.anchor is None:
            self.depth[seat] += way
            return
        was_under = self.depth[seat] > 0
        self.depth[seat] = max(0, self.depth[seat] - way)
        if was_under and self.depth[seat] == 0:
            self.home.append(seat)
            if self.anchor[seat] == max(self.anchor):
                self.phase = "over"

    # How it looks

    def state(self) -> Record:
        return {
            "phase": self.phase,
            "active": self.active,
            "depths": self.depth,
            "anchors": self.anchor,
            "hands": self.hand,
            "fronts": self.front,
            "deck": len(self.deck),
            "discard": self.pile,
            "air": self.air,
            "swim": self.swim,
            "last_turns": self.last,
            "turn": self.turn,
        }

    def ranks(self) -> list[int]:
        assert self.anchor is not None

        def better(a: int, b: int) -> bool:
            assert self.anchor is not None
            if (self.depth[a] == 0) != (self.depth[b] == 0):
                return self.depth[a] == 0
            if self.depth[a] > 0:
                return self._way(a) > self._way(b)
            if self.anchor[a] != self.anchor[b]:
                return self.anchor[a] > self.anchor[b]
            return self.anchor[a] > 0 and self.home.index(a) < self.home.index(b)

        return [1 + sum(better(o, s) for o in self.seats) for s in self.seats]

    def _way(self, seat: int) -> int:
        assert self.anchor is not None
        way = self.anchor[seat] + self.anchor[seat] - self.depth[seat]
        return way - 10 * len(self.front[seat]) if self.draft else way


def settled(game: Naive) -> Naive:
    """What leaves no choice is done, but for what is always asked, or would tell."""
    while len(choices := game.choices_now()) == 1:
        kind, seat = choices[0]["type"], choices[0]["seat"]
        if kind in ("draw", "play", "done", "end"):
            break
        if kind in ("drop", "self-panic") and len(game.hand[seat]) > 1:
            break
        game.do(choices[0])
    return game
