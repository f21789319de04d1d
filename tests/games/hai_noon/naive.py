"""HAI NOON a second time: lists and dicts that share nothing with the rules.

It is as plain as a player's own bookkeeping and knows no refusals. The same mistake is
unlikely to be in both, so where the rules agree with it, they are probably right.
"""

from collections import Counter
from typing import Any

Record = dict[str, Any]

ROUND = ["TL", "TR", "BR", "BL"]
DIVERS = ["pink", "turquoise", "green", "black"]
OWNERS: dict[int, list[int | None]] = {
    2: [0, 1, 0, 1],
    3: [0, 1, 2, None],
    4: [0, 1, 2, 3],
}
# Side -> shark -> place.
BITES = {
    "N": {1: "TL", 2: "TR"},
    "E": {4: "TR", 5: "BR"},
    "S": {7: "BR", 8: "BL"},
    "W": {10: "BL", 11: "TL"},
}
DECK = sorted(
    [
        f"{colour}-{kind}"
        for colour in ("red", "green", "blue", "yellow")
        for kind in ("cage", "shark", "flip", "diver", "rotate") * 2 + ("camouflage",)
    ]
    + ["wild"] * 4
)
ALWAYS_ASKED = ("play", "draw", "harpoon", "endure")


def colour(card: str) -> str | None:
    return None if card == "wild" else card.split("-")[0]


class Naive:
    def __init__(self, seats: int, options: Record) -> None:
        self.seats = seats
        self.last_diver = options.get("last_diver", False)
        self.turn_cap = options.get("turn_cap")
        self.active: Any = options.get("first")
        hungry = {
            "normal": [0, 3, 6, 9],
            "hungry": range(12),
            "full": [],
        }[options.get("start", "normal")]
        self.sharks = ["hungry" if n in hungry else "full" for n in range(12)]
        self.places: dict[str, str | None] = dict(zip(ROUND, DIVERS, strict=True))
        self.owner = dict(zip(DIVERS, OWNERS[seats], strict=True))
        self.health = {
            diver: "dummy" if owner is None else "healthy"
            for diver, owner in self.owner.items()
        }
        self.cage: str | None = None
        self.sides: dict[str, list[str]] = {side: [] for side in "NESW"}
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.deck, self.discard = list(DECK), list[str]()
        self.turn = 1
        self.todo = "first" if self.active is None else "deal"
        self.card, self.side = "", "N"
        self.to_answer: list[int] = []
        self.harpooned: list[str] = []
        # Seats in the order in which they fell, those of one attack together.
        self.fallen: list[list[int]] = []

    # What can be done

    def choices_now(self) -> list[Record]:
        found: list[Record] = getattr(self, "_" + self.todo)()
        return found

    def _over(self) -> list[Record]:
        return []

    def _first(self) -> list[Record]:
        return [{"type": "first", "seat": seat} for seat in range(self.seats)]

    def _deal(self) -> list[Record]:
        order = [(self.active + k) % self.seats for k in range(self.seats)]
        seat = next(seat for seat in order if len(self.hands[seat]) < 3)
        return self._drawn_by(seat)

    def _draw(self) -> list[Record]:
        return self._drawn_by(self.active)

    def _drawn_by(self, seat: int) -> list[Record]:
        kinds = sorted(Counter(self.deck).items())
        return [
            {"type": "draw", "seat": seat, "card": card, "weight": number}
            for card, number in kinds
        ]

    def _enter(self) -> list[Record]:
        away = [d for d in self._live(self.active) if d not in self.places.values()]
        return [
            {"type": "enter", "seat": self.active, "diver": diver, "place": place}
            for diver in away
            for place in ROUND
            if self.places[place] is None
        ]

    def _play(self) -> list[Record]:
        pairs = [
            (card, side)
            for card in sorted(set(self.hands[self.active]))
            for side in "NESW"
            if self._may_lie(card, side)
        ]
        if self.turn <= self.seats:
            strict = [(card, side) for card, side in pairs if not self.sides[side]]
            pairs = strict or pairs
        return [
            {"type": "play", "seat": self.active, "card": card, "side": side}
            for card, side in pairs
        ]

    def _may_lie(self, card: str, side: str) -> bool:
        if card == "wild":
            return True
        at_home = [s for s in "NESW" if self._side_colour(s) == colour(card)]
        return side in at_home if at_home else self._side_colour(side) is None

    def _side_colour(self, side: str) -> str | None:
        colours = [colour(card) for card in self.sides[side] if card != "wild"]
        return colours[0] if colours else None

    def _live(self, seat: int) -> list[str]:
        return [
            diver
            for diver in DIVERS
            if self.owner[diver] == seat and self.health[diver] in "healthy injured"
        ]

    def _act(self) -> list[Record]:
        seat, kind = self.active, self.card.split("-")[1]
        mine = self._live(seat)
        if kind in ("flip", "shark"):
            name = {"flip": "flip", "shark": "swap"}[kind]
            return [{"type": name, "seat": seat, "shark": n} for n in range(12)]
        if kind == "cage":
            return [{"type": "cage", "seat": seat, "diver": d} for d in self._cagable()]
        if kind == "camouflage":
            return [{"type": "hide", "seat": seat, "diver": d} for d in mine]
        return [
            {"type": "swim", "seat": seat, "diver": diver, "place": ROUND[to % 4]}
            for diver in mine
            for at in [ROUND.index(self._where(diver))]
            for to in (at - 1, at + 1)
        ]

    def _where(self, diver: str) -> str:
        return next(place for place, there in self.places.items() if there == diver)

    def _cagable(self) -> list[str]:
        return [d for d in self.places.values() if d and d != self.cage]

    def _victims(self) -> list[str]:
        return [
            diver
            for shark, place in BITES[self.side].items()
            for diver in [self.places[place]]
            if self.sharks[shark] == "hungry"
            and diver
            and self.health[diver] != "dummy"
        ]

    def _answer(self) -> list[Record]:
        seat = self.to_answer[0]
        here = self._side_colour(self.side)
        elsewhere = [self._side_colour(side) for side in "NESW" if side != self.side]
        shots = [
            {"type": "harpoon", "seat": seat, "diver": diver, "card": card}
            for diver in self._victims()
            if self.owner[diver] == seat
            for card in sorted(set(self.hands[seat]))
            if card.endswith("-cage")
            and (colour(card) == here if here else colour(card) not in elsewhere)
        ]
        return [*shots, {"type": "endure", "seat": seat}]

    # Doing it

    def do(self, action: Record) -> None:
        self._do(action)
        choices = self.choices_now()
        while len(choices) == 1 and choices[0]["type"] not in ALWAYS_ASKED:
            self._do(choices[0])
            choices = self.choices_now()

    def _do(self, action: Record) -> None:
        match action["type"]:
            case "first":
                self.active, self.todo = action["seat"], "deal"
            case "draw":
                self._take(action["seat"], action["card"])
            case "enter":
                self.places[action["place"]] = action["diver"]
                self.todo = "play" if self.hands[self.active] else "draw"
            case "play":
                self._lay(action["card"], action["side"])
            case "harpoon" | "endure":
                self._reply(action)
            case _:
                self._perform(action)
                self._after_action()

    def _take(self, seat: int, card: str) -> None:
        self.deck.remove(card)
        self.hands[seat] = sorted([*self.hands[seat], card])
        if not self.deck:
            self.deck, self.discard = self.discard, []
        if len(self.hands[seat]) < 3:
            return
        if self.todo == "draw":
            self._end_turn()
        elif all(len(hand) == 3 for hand in self.hands):
            self.todo = "play"

    def _lay(self, card: str, side: str) -> None:
        self.hands[self.active].remove(card)
        self.sides[side].append(card)
        self.card, self.side, self.todo = card, side, "act"
        if card.endswith("rotate"):
            self.sharks = [self.sharks[n - 1] for n in range(12)]
        nothing = card.endswith("-cage") and not self._cagable()
        if card == "wild" or card.endswith("rotate") or nothing:
            self._after_action()

    def _perform(self, action: Record) -> None:
        match action["type"]:
            case "flip":
                n = action["shark"]
                self.sharks[n] = {"full": "hungry", "hungry": "full"}[self.sharks[n]]
            case "swap":
                n, m = action["shark"], (action["shark"] + 1) % 12
                self.sharks[n], self.sharks[m] = self.sharks[m], self.sharks[n]
            case "swim":
                here, there = self._where(action["diver"]), action["place"]
                self.places[here] = self.places[there]
                self.places[there] = action["diver"]
            case "cage":
                self.cage = action["diver"]
            case "hide":
                self.places[self._where(action["diver"])] = None

    def _after_action(self) -> None:
        if len(self.sides[self.side]) < 3:
            self.todo = "draw"
            return
        attacked = {self.owner[diver] for diver in self._victims()}
        order = [(self.active + k) % self.seats for k in range(self.seats)]
        self.to_answer = [s for s in order if s in attacked and self.hands[s]]
        self.harpooned = []
        self.todo = "answer"
        if not self.to_answer:
            self._bite()

    def _reply(self, action: Record) -> None:
        seat = self.to_answer.pop(0)
        if action["type"] == "harpoon":
            self.hands[seat].remove(action["card"])
            self.sides[self.side].append(action["card"])
            self.harpooned.append(action["diver"])
        if not self.to_answer:
            self._bite()

    def _bite(self) -> None:
        victims = self._victims()
        for shark, place in BITES[self.side].items():
            diver = self.places[place]
            if self.sharks[shark] == "full":
                self.sharks[shark] = "hungry"
            elif diver in victims and diver not in self.harpooned:
                if diver == self.cage:
                    self.cage = None
                else:
                    self.sharks[shark] = "full"
                    caught = "dummy" if self.last_diver else "prey"
                    was = self.health[diver]
                    self.health[diver] = "injured" if was == "healthy" else caught
        self.discard += self.sides[self.side][:3]
        del self.sides[self.side][:3]
        self._bury()

    def _bury(self) -> None:
        dead = [
            seat
            for seat in range(self.seats)
            if not any(seat in group for group in self.fallen) and self._has_lost(seat)
        ]
        if dead:
            self.fallen.append(dead)
        if self.last_diver:
            for seat in dead:
                self.discard += self.hands[seat]
                self.hands[seat] = []
        if len(self._swimming()) < 2 or (dead and not self.last_diver):
            self.todo = "over"
        elif self.active in dead:
            self._end_turn()
        else:
            self.todo = "draw"

    def _has_lost(self, seat: int) -> bool:
        if self.last_diver:
            return not self._live(seat)
        return any(self.health[d] == "prey" for d in DIVERS if self.owner[d] == seat)

    def _swimming(self) -> list[int]:
        gone = [seat for group in self.fallen for seat in group]
        return [seat for seat in range(self.seats) if seat not in gone]

    def _end_turn(self) -> None:
        if self.turn == self.turn_cap:
            self.todo = "over"
            return
        self.turn += 1
        self.active = (self.active + 1) % self.seats
        while self.active not in self._swimming():
            self.active = (self.active + 1) % self.seats
        away = [d for d in self._live(self.active) if d not in self.places.values()]
        if away:
            self.todo = "enter"
        else:
            self.todo = "play" if self.hands[self.active] else "draw"

    # How it stands

    def state(self) -> Record:
        return {
            "turn": self.turn,
            "active": self.active,
            "sharks": self.sharks,
            "places": self.places,
            "divers": {
                diver: {"seat": self.owner[diver], "state": self.health[diver]}
                for diver in DIVERS
            },
            "cage": self.cage,
            "sides": self.sides,
            "hands": self.hands,
            "deck": len(self.deck),
            "discard": sorted(self.discard),
        }

    def ranks(self) -> list[int]:
        ranks = [1] * self.seats
        better = len(self._swimming())
        for group in reversed(self.fallen):
            for seat in group:
                ranks[seat] = better + 1
            better += len(group)
        return ranks
