"""HOLD YOUR GROUND a second time: dicts and strings that share nothing with the rules.

It is as plain as a player's own bookkeeping, lists every way to walk in full, and knows
no refusals. The same mistake is unlikely to be in both, so where the rules agree with
it, they are probably right.
"""

from functools import cache
from itertools import chain, combinations
from typing import Any

Record = dict[str, Any]
Tile = tuple[int, int]

TEAMS = ["red", "green", "blue", "purple"]
SPECIAL = ["n1-royale", "n1-explosion", "n2-eliminator"]
DECK = ["n1", "n2", "n2", "n3", "n3", "n4", "t3", "t4", "b3", "b4", *SPECIAL]
STRAIGHT = [(-1, 0), (0, 1), (1, 0), (0, -1)]
GRID = [(row, column) for row in range(5) for column in range(5)]
CENTRE = (2, 2)


def name(tile: Tile) -> str:
    return f"{tile[0]},{tile[1]}"


def tile_of(text: str) -> Tile:
    row, column = text.split(",")
    return int(row), int(column)


def joined(tiles: set[Tile]) -> set[Tile]:
    reached, waiting = set(), [CENTRE]
    while waiting:
        tile = waiting.pop()
        if tile in tiles and tile not in reached:
            reached.add(tile)
            waiting += [(tile[0] + dr, tile[1] + dc) for dr, dc in STRAIGHT]
    return reached


@cache
def whole_layouts() -> frozenset[frozenset[Tile]]:
    outer = [tile for tile in GRID if tile != CENTRE]
    return frozenset(
        frozenset(four)
        for four in combinations(outer, 4)
        if len(joined(set(GRID) - set(four))) == 21
    )


class Naive:
    def __init__(self, seats: int, options: Record) -> None:
        self.seats = seats
        self.options = options
        self.teams = TEAMS[:seats]
        self.cap = 6 if seats == 4 else 5
        self.holes: set[Tile] = set()
        self.tiles = set(GRID)
        self.board: dict[Tile, list[str]] = {}
        self.active: int | None = options.get("first")
        self.eliminator = CENTRE
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.decks = [list(DECK) for _ in range(seats)]
        self.discards: list[list[str]] = [[] for _ in range(seats)]
        self.captured: dict[str, list[str]] = {team: [] for team in self.teams}
        self.lost: list[str] = []
        self.air: list[str] = []
        self.out: list[list[str]] = []
        self.turn = 1
        self.over = False
        # What is to be done, the next thing first, each a list of a word and details.
        self.todo: list[list[Any]] = [["hole"]] * 4
        if self.active is None:
            self.todo.append(["first"])
        else:
            self.deal()

    # What can be done

    def choices_now(self) -> list[Record]:
        if self.over:
            return []
        word, *details = self.todo[0]
        choices: list[Record] = getattr(self, f"can_{word}")(*details)
        return choices

    def can_hole(self) -> list[Record]:
        fitting = [four for four in whole_layouts() if self.holes <= four]
        outer = sorted({tile for four in fitting for tile in four} - self.holes)
        return [
            {
                "type": "hole",
                "at": name(tile),
                "weight": sum(tile in four for four in fitting),
            }
            for tile in outer
        ]

    def can_first(self) -> list[Record]:
        return [{"type": "first", "seat": s, "weight": 1} for s in range(self.seats)]

    def can_draw(self, seat: int) -> list[Record]:
        deck = self.decks[seat]
        return [
            {"type": "draw", "seat": seat, "card": card, "weight": deck.count(card)}
            for card in sorted(set(deck))
        ]

    def can_play(self) -> list[Record]:
        hand = self.hands[self.who]
        found = []
        for i, one in enumerate(hand):
            for j, other in enumerate(hand):
                play = self.act("play", battlers=one, tiles=other)
                if i != j and one[0] != "t" and other[0] != "b" and play not in found:
                    found.append(play)
        return found

    def can_pick(self, far: int, moved: list[Tile]) -> list[Record]:
        own = self.teams[self.who]
        return [
            self.act("pick", at=name(tile))
            for tile in sorted(self.tiles)
            if self.board[tile].count(own) > moved.count(tile) and self.walks([tile], 1)
        ]

    def walks(self, way: list[Tile], far: int) -> list[list[Tile]]:
        """All walks of exactly so many more steps."""
        if far == 0:
            return [way]
        row, column = way[-1]
        found = []
        for dr, dc in STRAIGHT:
            to = (row + dr, column + dc)
            if to in self.tiles and to not in way:
                found += self.walks([*way, to], far - 1)
        return found

    def can_step(self, way: list[Tile], far: int, _moved: list[Tile]) -> list[Record]:
        ways = self.walks(way, far)
        nexts = list(dict.fromkeys(walk[len(way)] for walk in ways))
        return [self.act("step", to=name(to)) for to in nexts]

    def can_push(self, at: Tile, newcomer: Record, *_more: Any) -> list[Record]:
        others = list(self.board[at])
        others.remove(newcomer["team"])
        return [
            self.act("push", at=name(at), team=team)
            for team in self.teams
            if team in others
        ]

    def can_special(self, one: str, other: str) -> list[Record]:
        return [self.act("special", action=action) for action in (one, other)]

    def can_roll(self) -> list[Record]:
        weights = {"royale": 1, "eliminator": 2, "explosion": 2, "choice": 1}
        return [{"type": "roll", "face": f, "weight": w} for f, w in weights.items()]

    def can_doom(self) -> list[Record]:
        dooms = ("royale", "eliminator", "explosion")
        return [self.act("doom", action=action) for action in dooms]

    def can_answer(
        self, at: Tile, holders: list[int], weaker: list[str]
    ) -> list[Record]:
        seat = holders[0]
        victims = [team for team in weaker if team in self.board[at]]
        takes = [
            {"type": "take", "seat": seat, "at": name(at), "team": team}
            for team in victims
        ]
        return [*takes, {"type": "spare", "seat": seat, "at": name(at)}]

    def near(self, at: Tile, reach: int) -> list[Tile]:
        return [
            tile
            for tile in sorted(self.tiles)
            if 0 < max(abs(tile[0] - at[0]), abs(tile[1] - at[1])) <= reach
        ]

    def can_go(self) -> list[Record]:
        places = self.near(self.eliminator, 1)
        return [self.act("eliminator", to=name(tile)) for tile in places]

    def can_scatter(self) -> list[Record]:
        team = self.air[0]
        near = self.near(self.eliminator, 2)
        lost = {"type": "scatter", "team": team, "to": None, "weight": 2 * len(near)}
        return [
            lost,
            *(
                {"type": "scatter", "team": team, "to": name(tile), "weight": 1}
                for tile in near
            ),
        ]

    # Doing it

    def do(self, action: Record) -> None:
        word, *details = self.todo.pop(0)
        getattr(self, f"do_{word}")(action, *details)
        while not self.over and self.todo and self.todo[0][0].startswith("begin"):
            word, *details = self.todo.pop(0)
            getattr(self, word)(*details)
        if not self.over and not self.todo:
            self.next_turn()

    @property
    def who(self) -> int:
        assert self.active is not None
        return self.active

    def act(self, kind: str, **fields: Any) -> Record:
        return {"type": kind, "seat": self.who, **fields}

    def deal(self) -> None:
        order = [(self.who + later) % self.seats for later in range(self.seats)]
        self.todo += [["draw", seat] for seat in order for _ in range(4)] + [["play"]]

    def do_hole(self, action: Record) -> None:
        self.holes.add(tile_of(action["at"]))
        self.tiles = set(GRID) - self.holes
        if len(self.holes) == 4:
            self.board = {tile: list(self.teams) for tile in sorted(self.tiles)}

    def do_first(self, action: Record) -> None:
        self.active = action["seat"]
        self.deal()

    def do_draw(self, action: Record, seat: int) -> None:
        self.decks[seat].remove(action["card"])
        self.hands[seat].append(action["card"])
        self.hands[seat].sort()

    def begin_draw(self) -> None:
        seat = self.who
        if not self.who_stands():
            return
        if not self.decks[seat]:
            self.decks[seat], self.discards[seat] = self.discards[seat], []
        self.todo.insert(0, ["draw", seat])

    def do_play(self, action: Record) -> None:
        two = [action["battlers"], action["tiles"]]
        for card in two:
            self.hands[self.who].remove(card)
        self.discards[self.who] = sorted(self.discards[self.who] + two)
        number, far = int(two[0][1]), int(two[1][1])
        specials = [card.split("-")[1] for card in two if "-" in card]
        later = [["begin_special", *specials]] if len(specials) == 2 else []
        if len(specials) == 1:
            later = [["begin_action", specials[0]]]
        later += [["begin_draw"], ["begin_draw"], ["begin_roll"]]
        self.todo = [["begin_pick", number, far, []], *later]

    def begin_pick(self, number: int, far: int, moved: list[Tile]) -> None:
        if number and self.can_pick(far, moved):
            self.todo.insert(0, ["begin_pick", number - 1, far, moved])
            self.todo.insert(0, ["pick", far, moved])

    def do_pick(self, action: Record, far: int, moved: list[Tile]) -> None:
        start = tile_of(action["at"])
        while not self.walks([start], far):
            far -= 1
        self.todo.insert(0, ["step", [start], far, moved])

    def do_step(
        self, action: Record, way: list[Tile], far: int, moved: list[Tile]
    ) -> None:
        own = self.teams[self.who]
        to = tile_of(action["to"])
        self.board[way[-1]].remove(own)
        self.board[to].append(own)
        if far > 1:
            self.todo.insert(0, ["step", [*way, to], far - 1, moved])
            return
        moved.append(to)
        heading = (to[0] - way[-1][0], to[1] - way[-1][1])
        self.arrive(to, {"team": own, "moved": True}, heading, moved)

    def arrive(
        self, at: Tile, newcomer: Record, heading: Tile, moved: list[Tile]
    ) -> None:
        for _ in range(len(self.board[at]) - self.cap):
            self.todo.insert(0, ["push", at, newcomer, heading, moved])

    def do_push(
        self,
        action: Record,
        at: Tile,
        newcomer: Record,
        heading: Tile,
        moved: list[Tile],
    ) -> None:
        team, own = action["team"], self.teams[self.who]
        had_moved = False
        if team == own:
            unmoved = self.board[at].count(own) - moved.count(at)
            if newcomer["team"] == own and not newcomer["moved"]:
                unmoved -= 1
            had_moved = unmoved == 0
        self.board[at].remove(team)
        if had_moved:
            moved.remove(at)
        to = (at[0] + heading[0], at[1] + heading[1])
        if to in self.tiles:
            self.board[to].append(team)
            if had_moved:
                moved.append(to)
            self.arrive(to, {"team": team, "moved": had_moved}, heading, moved)
            return
        if team == own and not self.options.get("own_push_counts", True):
            self.lost.append(team)
        else:
            self.captured[own].append(team)
        self.bury()

    def begin_special(self, one: str, other: str) -> None:
        if self.who_stands():
            self.todo.insert(0, ["special", one, other])

    def do_special(self, action: Record, one: str, other: str) -> None:
        second = other if action["action"] == one else one
        self.todo.insert(0, ["begin_action", second])
        self.todo.insert(0, ["begin_action", action["action"]])

    def who_stands(self) -> bool:
        return self.teams[self.who] not in self.gone()

    def gone(self) -> list[str]:
        return list(chain(*self.out))

    def begin_roll(self) -> None:
        if self.who_stands():
            self.todo.insert(0, ["roll"])

    def do_roll(self, action: Record) -> None:
        if action["face"] == "choice":
            self.todo.insert(0, ["doom"])
        else:
            self.todo.insert(0, ["begin_action", action["face"]])

    def do_doom(self, action: Record) -> None:
        self.todo.insert(0, ["begin_action", action["action"]])

    def begin_action(self, action: str) -> None:
        if not self.who_stands():
            return
        if action == "royale":
            self.todo[:0] = [["begin_fight", tile] for tile in sorted(self.tiles)]
        elif (
            action == "eliminator"
            or self.eliminator == CENTRE
            or self.eliminator not in self.tiles
        ):
            self.todo.insert(0, ["go"])
        else:
            self.tiles.remove(self.eliminator)
            thrown = self.board.pop(self.eliminator)
            self.air = [team for team in self.teams for _ in range(thrown.count(team))]
            if self.air:
                self.todo.insert(0, ["scatter"])
            else:
                self.collapse()

    def begin_fight(self, at: Tile) -> None:
        here = {team: self.board[at].count(team) for team in self.teams}
        most = max(here.values())
        weaker = [team for team in self.teams if 0 < here[team] < most]
        order = [(self.who + later) % self.seats for later in range(self.seats)]
        holders = [seat for seat in order if here[self.teams[seat]] == most]
        if weaker:
            self.todo.insert(0, ["answer", at, holders, weaker])

    def do_answer(
        self, action: Record, at: Tile, holders: list[int], weaker: list[str]
    ) -> None:
        if action["type"] == "take":
            self.board[at].remove(action["team"])
            self.captured[self.teams[action["seat"]]].append(action["team"])
        if holders[1:] and set(weaker) & set(self.board[at]):
            self.todo.insert(0, ["answer", at, holders[1:], weaker])
        else:
            self.bury()

    def do_go(self, action: Record) -> None:
        self.eliminator = tile_of(action["to"])

    def do_scatter(self, action: Record) -> None:
        team = self.air.pop(0)
        if action["to"] is None:
            self.lost.append(team)
        else:
            self.board[tile_of(action["to"])].append(team)
        if self.air:
            self.todo.insert(0, ["scatter"])
        else:
            self.collapse()

    def collapse(self) -> None:
        for tile in self.tiles - joined(self.tiles):
            self.lost += self.board.pop(tile)
        self.tiles = joined(self.tiles)
        self.bury()

    def bury(self) -> None:
        """Who stands nowhere is out; then the end is tested."""
        standing = set(chain(*self.board.values()))
        gone = self.gone()
        fallen = [t for t in self.teams if t not in standing and t not in gone]
        if fallen:
            self.out.append(fallen)
        if len(standing) < 2 or self.tiles == {CENTRE}:
            self.over = True

    def next_turn(self) -> None:
        if self.turn == self.options.get("turn_cap"):
            self.over = True
            return
        self.turn += 1
        self.active = (self.who + 1) % self.seats
        while not self.who_stands():
            self.active = (self.who + 1) % self.seats
        self.todo = [["play"]]

    # How it stands

    def counted(self, battlers: list[str]) -> Record:
        numbers = {team: battlers.count(team) for team in self.teams}
        return {team: number for team, number in numbers.items() if number}

    def state(self) -> Record:
        return {
            "active": self.active,
            "cap": self.cap,
            "tiles": [name(tile) for tile in sorted(self.tiles)],
            "board": {
                name(tile): self.counted(self.board[tile])
                for tile in sorted(self.board)
            },
            "air": self.counted(self.air),
            "eliminator": name(self.eliminator),
            "hands": self.hands,
            "decks": [len(deck) for deck in self.decks],
            "discards": self.discards,
            "captured": {team: self.counted(p) for team, p in self.captured.items()},
            "lost": {team: self.lost.count(team) for team in self.teams},
            "out": self.gone(),
            "turn": self.turn,
        }

    def ranks(self) -> list[int]:
        standing = [t for t in self.teams if t not in self.gone()]
        groups = list(reversed(self.out))
        last = standing or groups.pop(0)
        centre = {team: self.board[CENTRE].count(team) for team in last}
        ordered: list[list[str]] = []
        for number in sorted(set(centre.values()), reverse=True):
            ordered += self.by_piles([t for t in last if centre[t] == number])
        ordered += groups
        ranks = {}
        for place, group in enumerate(ordered):
            ranks.update({t: 1 + sum(map(len, ordered[:place])) for t in group})
        return [ranks[team] for team in self.teams]

    def by_piles(self, level: list[str]) -> list[list[str]]:
        """Teams that are level, in groups, the best first."""
        ordered = []
        sizes = {team: len(self.captured[team]) for team in level}
        for size in sorted(set(sizes.values()), reverse=True):
            tied = [team for team in level if sizes[team] == size]
            again = {t: sum(c in tied for c in self.captured[t]) for t in tied}
            ordered += [
                [team for team in tied if again[team] == number]
                for number in sorted(set(again.values()), reverse=True)
            ]
        return ordered


def settled(game: Naive) -> Naive:
    """What leaves no choice is done, but for what is always asked."""
    while len(choices := game.choices_now()) == 1:
        if choices[0]["type"] in ("play", "draw"):
            break
        game.do(choices[0])
    return game
