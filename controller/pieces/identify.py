"""Finds out which piece stands where, as far as sensors can tell.

A Hall sensor says that something stands on it, but not what. So each time the sensors
come to rest, the occupied places are compared with those of the last rest. A piece that
was not touched still stands there. A piece that was lifted stands on one of the places
that came on since: where it belongs, if that is one of them, or else on the nearest one
in its own lane. So pieces that are put right in one go are right.

Two pieces can share a place. The sensor does not notice when the second one comes, and
stays on when one of them leaves; then the last one named is taken to have left.
"""

from collections.abc import Iterable

from controller.tabletop.staging import Stand

# A piece of unknown identity, fresh from the box.
UNKNOWN = "a piece"


class Pieces:
    def __init__(self) -> None:
        self._stands: dict[str, tuple[str, ...]] = {}
        # The pieces in hands or beside the table, each with its last place.
        self._up: dict[str, str | None] = {}
        self._belongs: Stand = {}
        self._names: frozenset[str] = frozenset()

    @property
    def stands(self) -> Stand:
        return self._stands

    @property
    def up(self) -> frozenset[str]:
        return frozenset(self._up)

    def expect(self, belongs: Stand) -> None:
        """Set where the game now wants each piece.

        A piece that the game no longer has becomes unknown, and unknown pieces may
        become the pieces that this position adds.
        """
        self._belongs = belongs
        self._names = frozenset(p for pieces in belongs.values() for p in pieces)
        for place, pieces in self._stands.items():
            known = tuple(piece for piece in pieces if piece in self._names)
            self._stands[place] = known or (UNKNOWN,)
        there = {piece for pieces in self._stands.values() for piece in pieces}
        self._up = {p: self._up.get(p) for p in sorted(self._names - there)}
        occupied = tuple(self._stands)
        for place in occupied:
            if self._up and self._stands[place] == (UNKNOWN,):
                del self._stands[place]
        self.settle(occupied)

    def forget(self) -> None:
        """Forget all places, so that the next `settle` assumes each piece is right."""
        self._stands = {}
        self._up = dict.fromkeys(sorted(self._names))

    def settle(self, occupied: Iterable[str], lifted: Iterable[str] = ()) -> None:
        """Name the piece on each occupied place; `lifted` ones were empty before."""
        occupied, there = frozenset(occupied), self._stands.keys()
        for place in (there - occupied) | (there & frozenset(lifted)):
            known = [p for p in self._stands.pop(place) if p in self._names]
            self._up.update(dict.fromkeys(known, place))
        comers = sorted(occupied - self._stands.keys(), key=_order)
        # Pieces where they belong come first; the others get what is left.
        for place in sorted(comers, key=lambda p: not self._expected_here(p)):
            self._stands[place] = (self._identify(place),)
        self._share()

    def _expected_here(self, place: str) -> list[str]:
        return [p for p in self._belongs.get(place, ()) if p in self._up]

    def _identify(self, place: str) -> str:
        wanted = self._expected_here(place)
        candidates = wanted or sorted(self._up, key=lambda p: _far(self._up[p], place))
        if not candidates:
            return self._take_shared(place) or self._take_misplaced(place) or UNKNOWN
        del self._up[candidates[0]]
        return candidates[0]

    def _take_shared(self, place: str) -> str | None:
        """Return a piece that shared a place with another and has now come here."""
        shared = [at for at, pieces in self._stands.items() if len(pieces) > 1]
        if not shared:
            return None
        at = min(shared, key=lambda at: _far(at, place))
        *stay, leaver = self._stands[at]
        self._stands[at] = tuple(stay)
        return leaver

    def _take_misplaced(self, place: str) -> str | None:
        """Return the piece that belongs here, although it seemed to stand elsewhere."""
        for at, pieces in self._stands.items():
            both = set(pieces) & set(self._belongs.get(place, ()))
            if both and at != place and not both & set(self._belongs.get(at, ())):
                (piece, *_) = both
                self._stands[at] = tuple(p for p in pieces if p != piece) or (UNKNOWN,)
                return piece
        return None

    def _share(self) -> None:
        """Add second pieces where they belong, because no sensor detects them."""
        for place, pieces in self._belongs.items():
            there = self._stands.get(place, ())
            if set(there) & set(pieces):
                both = {*there, *self._expected_here(place)}
                self._stands[place] = tuple(p for p in pieces if p in both)
                for piece in self._stands[place]:
                    self._up.pop(piece, None)


def _far(at: str | None, place: str) -> tuple[bool, int]:
    """Return the distance of two places; the same lane is nearer than any other."""
    if at is None:
        return True, 0
    (line, number), (other, there) = _order(at), _order(place)
    return line != other, abs(number - there)


def _order(place: str) -> tuple[str, int]:
    """Return lane and number: `depth:2:14` is the 14th; tiles have no lane."""
    line, _, number = place.rpartition(":")
    return (line, int(number)) if number.isdecimal() else (place, 0)
