"""The disk under SQLite, where every write, sync and deletion is seen in advance.

SQLite uses its files through a table of functions. Ours replace some of them: they may
refuse or end the process before they call the real ones.
"""

import ctypes
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["create", "write", "truncate", "sync", "delete"]


class Deed(NamedTuple):
    """One operation on a file; `offset` is the length for `truncate`."""

    kind: Kind
    path: str
    offset: int = 0
    data: bytes = b""


# Returns SQLite's code for a simulated error, or None.
Watcher: TypeAlias = Callable[[Deed], int | None]

# SQLite keeps the name and reads past its end, so it gets the original pointer.
_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class _Methods(ctypes.Structure):
    """The operations on an open file (sqlite3_io_methods)."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", _WRITE),
        ("truncate", _TRUNCATE),
        ("sync", _SYNC),
        ("others", c_void_p * 13),
    )


class _File(ctypes.Structure):
    _fields_ = (("methods", POINTER(_Methods)),)


class _System(ctypes.Structure):
    """The operations on a file system (sqlite3_vfs)."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", _OPEN),
        ("delete", _DELETE),
        ("others", c_void_p * 14),
    )


def _library() -> Any:
    """Return the library that Python's sqlite3 has loaded."""
    maps = Path("/proc/self/maps").read_text().splitlines()
    found = {line.split()[-1] for line in maps if "sqlite3" in line}
    for path in sorted(found, key=lambda path: "_sqlite3" in path):
        library = ctypes.CDLL(path)
        if hasattr(library, "sqlite3_vfs_find"):
            library.sqlite3_vfs_find.restype = POINTER(_System)
            return library
    raise RuntimeError(f"no SQLite can be watched in this process: {sorted(found)}")


class _Watched:
    """A file system in front of the real one."""

    def __init__(self, watch: Watcher) -> None:
        self._watch = watch
        self._library = _library()
        self._real = self._library.sqlite3_vfs_find(None)
        self._paths: dict[int, str] = {}
        # Both stay alive as long as a file may be open.
        self._tables: dict[int, _Methods] = {}
        self._system = _System.from_buffer_copy(self._real.contents)
        self._system.name = b"watched"
        self._system.next = None
        self._system.open = _OPEN(self._opened)
        self._system.delete = _DELETE(self._deleted)

    def register(self) -> None:
        assert self._library.sqlite3_vfs_register(ctypes.byref(self._system), 1) == 0

    def unregister(self) -> None:
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._system))
        assert self._library.sqlite3_vfs_register(self._real, 1) == 0

    def _opened(
        self, _: Any, name: int | None, file: int, flags: int, given: Any
    ) -> int:
        path = ctypes.string_at(name).decode() if name else None
        if path and self._is_new(Path(path)):
            error = self._watch(Deed("create", path))
            if error:
                return error
        status: int = self._real.contents.open(self._real, name, file, flags, given)
        if status == 0 and path:
            self._paths[file] = path
            self._replace_methods(_File.from_address(file))
        return status

    def _is_new(self, path: Path) -> bool:
        """Tell whether SQLite has just made this file: it is empty and not open."""
        if not path.exists():
            return True
        return path.stat().st_size == 0 and str(path) not in self._paths.values()

    def _replace_methods(self, file: _File) -> None:
        real = ctypes.addressof(file.methods.contents)
        if real not in self._tables:
            ours = _Methods.from_buffer_copy(file.methods.contents)
            theirs = file.methods.contents
            ours.write = _WRITE(self._writer(theirs.write))
            ours.truncate = _TRUNCATE(self._truncater(theirs.truncate))
            ours.sync = _SYNC(self._syncer(theirs.sync))
            self._tables[real] = ours
        file.methods = ctypes.pointer(self._tables[real])

    def _writer(self, real: Any) -> Callable[[int, int, int, int], int]:
        def write(file: int, data: int, size: int, offset: int) -> int:
            bytes_ = ctypes.string_at(data, size)
            deed = Deed("write", self._paths[file], offset, bytes_)
            return self._watch(deed) or real(file, data, size, offset)

        return write

    def _truncater(self, real: Any) -> Callable[[int, int], int]:
        def truncate(file: int, size: int) -> int:
            deed = Deed("truncate", self._paths[file], size)
            return self._watch(deed) or real(file, size)

        return truncate

    def _syncer(self, real: Any) -> Callable[[int, int], int]:
        def sync(file: int, flags: int) -> int:
            return self._watch(Deed("sync", self._paths[file])) or real(file, flags)

        return sync

    def _deleted(self, _: Any, name: bytes, sync: int) -> int:
        error = self._watch(Deed("delete", name.decode()))
        return error or self._real.contents.delete(self._real, name, sync)


@contextmanager
def watched(watch: Watcher) -> Iterator[None]:
    """Watch every connection that is opened in the block until it is closed."""
    assert sqlite3.sqlite_version_info >= (3, 7, 6)  # the tables are as above
    disk = _Watched(watch)
    disk.register()
    try:
        yield
    finally:
        disk.unregister()


# Images of a disk after a power cut: all synced writes, and any of the rest


# The files of a folder, by name.
Image: TypeAlias = dict[str, bytes]

# With fewer writes than this, every selection is tried.
FEW = 6


class _CachedFile:
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
    """A disk that follows each operation, with the images that a cut may leave."""

    def __init__(self) -> None:
        self._names: dict[str, _CachedFile] = {}
        self._synced: dict[str, _CachedFile] = {}
        # Changes of names since then: a new file, or None for a deleted one.
        self._waiting: list[tuple[str, _CachedFile | None]] = []
        self._rng = Random(5)

    def do(self, deed: Deed) -> None:
        match deed.kind:
            case "create":
                self._rename(deed.path, _CachedFile())
            case "delete":
                self._rename(deed.path, None)
            case "sync":
                self._names[deed.path].sync()
                self._sync_names(self._names[deed.path])
            case _:
                self._names[deed.path].waiting.append(deed)

    def _rename(self, path: str, file: _CachedFile | None) -> None:
        self._waiting.append((path, file))
        self._names = _renamed(self._names, [(path, file)])

    def _sync_names(self, file: _CachedFile) -> None:
        """Sync the name of a file with its first sync."""
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
    names: dict[str, _CachedFile], changes: Sequence[tuple[str, _CachedFile | None]]
) -> dict[str, _CachedFile]:
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
