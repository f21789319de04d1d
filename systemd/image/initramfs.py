"""Make the emulated Pi's small initramfs: BusyBox, and the modules for its card.

    python3 systemd/image/initramfs.py FOLDER OUT

FOLDER has `busybox` and the kernel's `modules/`. The initramfs mounts the card by its
label, as the kernel's command line says: `root=LABEL=root`, and `ro` or `rw`.
"""

import gzip
import lzma
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

# The file system requests its checksum module by a name that modules.dep does not list.
_WANTED = ("bcm2835", "sdhci-iproc", "mmc_block", "crc32c_generic", "ext4")
_INIT = """#!/bin/sh
/bin/busybox mkdir -p /proc /sys /dev /root
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sysfs /sys
/bin/busybox mount -t devtmpfs dev /dev
while read -r module; do /bin/busybox insmod "/modules/$module"; done </modules/order
label= mode=rw
for word in $(/bin/busybox cat /proc/cmdline); do
  case $word in root=LABEL=*) label=${word#root=LABEL=} ;; ro | rw) mode=$word ;; esac
done
until found=$(/bin/busybox findfs "LABEL=$label" 2>/dev/null); do
  /bin/busybox sleep 0.2
done
/bin/busybox mount -t ext4 -o "$mode,noatime" "$found" /root || exec /bin/busybox sh
/bin/busybox umount /proc /sys
/bin/busybox mount --move /dev /root/dev
exec /bin/busybox switch_root /root /lib/systemd/systemd
"""


def entry(name: str, mode: int, data: bytes, number: int) -> bytes:
    """Return one entry of a cpio archive, in the format that Linux reads."""
    path = name.encode() + b"\0"
    fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(path), 0)
    head = b"070701" + b"".join(b"%08X" % field for field in fields)
    return _padded(head + path) + _padded(data)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)


def modules(folder: Path) -> list[Path]:
    """Return the wanted modules and their dependencies, in the order of loading."""
    needs: dict[str, list[str]] = {}
    for line in (folder / "modules.dep").read_text().splitlines():
        path, _, others = line.partition(":")
        needs[path] = others.split()
    names = {Path(path).name.partition(".")[0]: path for path in needs}
    order: list[str] = []
    for name in _WANTED:
        # A missing module is built into the kernel.
        if name in names:
            path = names[name]
            # The line lists the deepest dependency last.
            order += [*reversed(needs[path]), path]
    return [folder / path for path in dict.fromkeys(order)]


def contents(folder: Path) -> Iterator[tuple[str, int, bytes]]:
    for name in ("bin", "modules"):
        yield name, stat.S_IFDIR | 0o755, b""
    busybox = (folder / "busybox").read_bytes()
    yield "bin/busybox", stat.S_IFREG | 0o755, busybox
    yield "bin/sh", stat.S_IFLNK | 0o777, b"busybox"
    loaded = modules(folder / "modules")
    for path in loaded:
        data = path.read_bytes()
        plain = lzma.decompress(data) if path.suffix == ".xz" else data
        yield f"modules/{_plain(path)}", stat.S_IFREG | 0o644, plain
    order = "".join(f"{_plain(path)}\n" for path in loaded)
    yield "modules/order", stat.S_IFREG | 0o644, order.encode()
    yield "init", stat.S_IFREG | 0o755, _INIT.encode()


def _plain(path: Path) -> str:
    return path.name.removesuffix(".xz")


def initramfs(folder: Path) -> bytes:
    files = [
        entry(name, mode, data, number)
        for number, (name, mode, data) in enumerate(contents(folder), 1)
    ]
    return gzip.compress(b"".join([*files, entry("TRAILER!!!", 0, b"", 0)]), mtime=0)


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(initramfs(Path(sys.argv[1])))
