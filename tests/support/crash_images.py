"""What a disk may hold after a power cut: all that was synced, and any of the rest.

A disk writes in any order until it is told to sync. So of what was written since, every
part may be there, missing or half done. Names come and go in order.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import TypeAlias

from tests.support.watched_disk import Deed

# The files of a folder, by name.
Image: TypeAlias = dict[str, bytes]

# Of fewer writes than this every selection is tried, of more some.
FEW = 6


class _File:
    def __init__(self) -> None:
        self.synced = bytearray()
        self.waiting: list[Deed] = []

    def sync(self) -> None:
        _do(self.synced, self.waiting)
        self.waiting = []

    def after(self, deeds: Sequence[Deed]) -> bytes:
        content = self.synced.copy()
        _do(content, deeds)
        return bytes(content)


class Disk:
    """Is told of each deed, and gives the images that a cut may leave now."""

    def __init__(self) -> None:
        self._names: dict[str, _File] = {}
        self._synced: dict[str, _File] = {}
        # What happened to the names since: a new file, or none any more.
        self._waiting: list[tuple[str, _File | None]] = []
        self._rng = Random(5)

    def do(self, deed: Deed) -> None:
        match deed.kind:
            case "create":
                self._rename(deed.path, _File())
            case "delete":
                self._rename(deed.path, None)
            case "sync":
                self._names[deed.path].sync()
                self._sync_names(self._names[deed.path])
            case _:
                self._names[deed.path].waiting.append(deed)

    def _rename(self, path: str, file: _File | None) -> None:
        self._waiting.append((path, file))
        self._names = _renamed(self._names, [(path, file)])

    def _sync_names(self, file: _File) -> None:
        """A file that is synced for the first time has its name on disk as well."""
        files = [named for _, named in self._waiting]
        if file in files:
            number = files.index(file) + 1
            self._synced = _renamed(self._synced, self._waiting[:number])
            del self._waiting[:number]

    def images(self) -> Iterator[Image]:
        for number in range(len(self._waiting) + 1):
            names = _renamed(self._synced, self._waiting[:number])
            everything = {path: f.after(f.waiting) for path, f in names.items()}
            yield everything
            for path, file in names.items():
                for selection in self._selections(file.waiting):
                    yield {**everything, path: file.after(selection)}

    def _selections(self, waiting: Sequence[Deed]) -> Iterator[Sequence[Deed]]:
        numbers: Sequence[int] = range(len(waiting))
        if len(waiting) < FEW:
            for number in numbers[1:]:
                yield from combinations(waiting, number)
        else:
            numbers = self._rng.sample(numbers, FEW)
            for _ in range(FEW):
                yield [deed for deed in waiting if self._rng.random() < 0.5]
        for number in numbers:
            yield waiting[:number]
            yield [*waiting[:number], _half(waiting[number])]
            yield [*waiting[:number], *waiting[number + 1 :]]


def _renamed(
    names: dict[str, _File], changes: Sequence[tuple[str, _File | None]]
) -> dict[str, _File]:
    after = {**names, **dict(changes)}
    return {path: file for path, file in after.items() if file}


def _half(deed: Deed) -> Deed:
    return deed._replace(data=deed.data[: len(deed.data) // 2])


def _do(content: bytearray, deeds: Sequence[Deed]) -> None:
    for deed in deeds:
        if deed.kind == "truncate":
            del content[deed.offset :]
            continue
        content.extend(bytes(max(0, deed.offset - len(content))))
        content[deed.offset : deed.offset + len(deed.data)] = deed.data
