"""Pairs people for a round: pods by score, few repeats, fair seats."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from math import ceil
from typing import NamedTuple

# The cost of one repeated opponent, in places of distance in the standings.
REPEAT = 10


class PodSizes(NamedTuple):
    """How many people can play a game, and how many usually do."""

    least: int
    most: int
    usual: int


class PairingHistory(NamedTuple):
    """The parts of the evening so far that affect the next round."""

    scores: Mapping[str, float]
    # How often two people have met, by their names in alphabetical order.
    met: Counter[tuple[str, str]]
    # How often each person has had a seat, and a bye.
    seats: Counter[tuple[str, int]]
    byes: Counter[str]


class Round(NamedTuple):
    # The players of each pod by seat; "" is a bot.
    pods: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]


def pair(
    names: Sequence[str], tables: int, sizes: PodSizes, past: PairingHistory
) -> Round:
    """Return the next round for these people at this many free tables."""
    sized = pod_sizes(len(names), tables, sizes)
    ranked = sorted(names, key=lambda name: (-past.scores.get(name, 0.0), name))
    playing, byes = _with_byes(ranked, sum(sized), past)
    pods = _grouped(playing, sized, past)
    filled = [[*pod, *[""] * (sizes.least - len(pod))] for pod in pods]
    return Round(tuple(seated(pod, past) for pod in filled), byes)


def pod_sizes(people: int, tables: int, sizes: PodSizes) -> list[int]:
    """Return the sizes of pods, as even as possible, larger ones first.

    Too few people for one pod still play, with bots; people beyond the tables' room
    have a bye.
    """
    if not people or not tables:
        return []
    pods = min(tables, ceil(people / sizes.usual))
    while pods > 1 and people < pods * sizes.least:
        pods -= 1
    playing = min(people, pods * sizes.most)
    return [playing // pods + (pod < playing % pods) for pod in range(pods)]


def _with_byes(
    ranked: Sequence[str], playing: int, past: PairingHistory
) -> tuple[list[str], tuple[str, ...]]:
    """Give byes to those who have had fewest, the last in the standings first."""
    from_below = {name: -at for at, name in enumerate(ranked)}
    by_turn = sorted(ranked, key=lambda name: (past.byes[name], from_below[name]))
    byes = by_turn[: len(ranked) - playing]
    return [name for name in ranked if name not in byes], tuple(byes)


def _grouped(
    ranked: Sequence[str], sized: Sequence[int], past: PairingHistory
) -> list[list[str]]:
    """Cut the standings into pods, then swap people as long as that improves them."""
    rest, pods = list(ranked), []
    for size in sized:
        pods.append(rest[:size])
        rest = rest[size:]
    place = {name: at for at, name in enumerate(ranked)}
    while _improved(pods, place, past):
        pass
    return pods


def _improved(
    pods: list[list[str]], place: Mapping[str, int], past: PairingHistory
) -> bool:
    """Swap people between two pods where that lowers their cost; return whether any."""
    is_better = False
    for one, other in combinations(pods, 2):
        least = _cost(one, place, past) + _cost(other, place, past)
        for here, there in product(range(len(one)), range(len(other))):
            one[here], other[there] = other[there], one[here]
            cost = _cost(one, place, past) + _cost(other, place, past)
            if cost < least:
                least, is_better = cost, True
            else:
                one[here], other[there] = other[there], one[here]
    return is_better


def _cost(pod: Sequence[str], place: Mapping[str, int], past: PairingHistory) -> int:
    places = [place[name] for name in pod]
    repeats = sum(past.met[meeting] for meeting in meetings(pod))
    return REPEAT * repeats + max(places) - min(places)


def meetings(pod: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each pair of people in a pod once; bots don't count."""
    return combinations(sorted(filter(None, pod)), 2)


def seated(pod: Sequence[str], past: PairingHistory) -> tuple[str, ...]:
    """Seat a pod so that everybody has a seat that they have had least often."""

    def cost(order: Sequence[str]) -> int:
        return sum(past.seats[name, seat] ** 2 for seat, name in enumerate(order))

    return min(permutations(pod), key=cost)
