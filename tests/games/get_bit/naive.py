"""GET BIT! a second time: lists and dicts that share nothing with the rules.

It is as plain as a player's own bookkeeping and knows no refusals. The same mistake is
unlikely to be in both, so where the rules agree with it, they are probably right.
"""

from typing import Any

Record = dict[str, Any]

COLOURS = ["red", "blue", "green", "yellow", "purple", "orange"]
OWNERS = {
    2: [0, 0, 1, 1],
    3: [0, 0, 1, 1, 2, 2],
    4: [0, 1, 2, 3],
    5: [0, 1, 2, 3, 4],
    6: [0, 1, 2, 3, 4, 5],
}
HIGHEST = {2: 5, 3: 7, 4: 5, 5: 6, 6: 7}


class Naive:
    def __init__(self, seats: int, options: Record) -> None:
        self.seats = seats
        self.refresh_at = options.get("refresh_at", 2)
        owners = OWNERS[seats]
        colours = COLOURS[: len(owners)]
        self.owner = dict(zip(colours, owners, strict=True))
        self.limbs = dict.fromkeys(colours, 8 if options.get("longer") else 4)
        self.hand = {name: list(range(1, HIGHEST[seats] + 1)) for name in colours}
        self.table: dict[str, list[int]] = {name: [] for name in colours}
        self.line: list[str] = []
        self.choices: dict[str, int] = {}
        self.gone: list[str] = []
        self.round = 1
        self.over = False

    def choices_now(self) -> list[Record]:
        if self.over:
            return []
        missing = [name for name in self.owner if name not in self.line + self.gone]
        if missing:
            return [{"type": "line-up", "robot": name} for name in missing]
        return [
            {"type": "choose", "seat": self.owner[name], "robot": name, "card": card}
            for name in self.owner
            if name in self.line and name not in self.choices
            for card in self.hand[name]
        ]

    def do(self, action: Record) -> None:
        name = action["robot"]
        if action["type"] == "line-up":
            self.line.append(name)
            if len(self.line) == len(self.owner) - 1:
                self.line += [left for left in self.owner if left not in self.line]
            return
        self.choices[name] = action["card"]
        if len(self.choices) == len(self.line):
            self._play_round()

    def _play_round(self) -> None:
        for name, card in self.choices.items():
            self.hand[name].remove(card)
            self.table[name].append(card)
        for card in range(1, 8):
            played_by = [name for name, c in self.choices.items() if c == card]
            if len(played_by) == 1:
                self.line.remove(played_by[0])
                self.line.insert(0, played_by[0])
        self.choices = {}
        if self.round > 1:
            self._bite(self.line.pop())
        if not self.over:
            self.round += 1

    def _bite(self, victim: str) -> None:
        self.limbs[victim] -= 1
        if self.limbs[victim] == 0:
            self.gone.append(victim)
            self.over = self.seats < 4 or len(self.line) == 2
        else:
            self.line.insert(0, victim)
            self._pick_up(victim)
        if not self.over:
            for name in self.line:
                if len(self.hand[name]) <= self.refresh_at:
                    self._pick_up(name)

    def _pick_up(self, name: str) -> None:
        self.hand[name] = sorted(self.hand[name] + self.table[name])
        self.table[name] = []

    def state(self) -> Record:
        robots = {
            name: {
                "seat": seat,
                "limbs": self.limbs[name],
                "hand": self.hand[name],
                "table": self.table[name],
                "out": name in self.gone,
            }
            for name, seat in self.owner.items()
        }
        return {
            "round": self.round,
            "line": self.line,
            "robots": robots,
            "chosen": [name for name in self.owner if name in self.choices],
            "choices": self.choices,
        }

    def ranks(self) -> list[int]:
        if self.seats > 3:
            best_first = [self.owner[n] for n in self.line + self.gone[::-1]]
        else:
            loser = self.owner[self.gone[0]]
            others = {seat for seat in self.owner.values() if seat != loser}
            foremost = {
                seat: min(i for i, n in enumerate(self.line) if self.owner[n] == seat)
                for seat in others
            }
            best_first = [*sorted(others, key=foremost.__getitem__), loser]
        return [best_first.index(seat) + 1 for seat in range(self.seats)]
