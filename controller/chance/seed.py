"""Chance from a seed: the same seed and place in the log give the same outcome.

An outcome depends on nothing else. So a game that was undone, saved, loaded or
interrupted by a power cut continues as it would have, and undoing a move gives nobody
another roll.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from controller.rules.game import Outcome
from controller.rules.match import Chooser


def seeded(seed: int) -> Chooser:
    def choose(outcomes: Sequence[Outcome[Any]], ply: int) -> Any:
        digest = blake2b(f"{seed}/{ply}".encode(), digest_size=16).digest()
        total = sum(outcome.weight for outcome in outcomes)
        # 128 bits over a total of a few million: the bias is below 1e-30.
        point = int.from_bytes(digest, "big") % total
        for outcome in outcomes:
            point -= outcome.weight
            if point < 0:
                return outcome.action
        raise AssertionError("the weights do not sum up")

    return choose
