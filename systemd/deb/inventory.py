"""Write the licences of everything in the package.

    python inventory.py SITE LICENSE FOLDER

SITE is the environment's site-packages. The script writes `copyright` into FOLDER, from
the wheels' own metadata, and refuses a wheel that names no licence.
"""

import re
import sys
from email import message_from_string
from email.message import Message
from pathlib import Path

# Other names for licences. A later GPL version is missing on purpose, because nobody
# should have to guess which one applies.
_SPDX = {
    "MIT License": "MIT",
    "The Unlicense (Unlicense)": "Unlicense",
    "GNU General Public License v2 (GPLv2)": "GPL-2.0",
    "GNU General Public License v3 (GPLv3)": "GPL-3.0",
}
# How a licence's text begins, for wheels that do not name the licence.
_BEGINS = {
    r"MIT License": "MIT",
    r"GNU GENERAL PUBLIC LICENSE\s+Version 2": "GPL-2.0",
    r"GNU GENERAL PUBLIC LICENSE\s+Version 3": "GPL-3.0",
}
_TEXTS = re.compile(r"(licen[cs]e|copying|notice)", re.IGNORECASE)
_HOLDER = re.compile(r"^\W*((?:copyright|©)\b.*\d{4}.*)$", re.IGNORECASE | re.MULTILINE)
_FORMAT = "https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
_OURS = "undertow"


class NoLicence(ValueError):
    """A wheel without a licence in its metadata."""


class Wheel:
    """An installed wheel, described by its `.dist-info`."""

    def __init__(self, info: Path) -> None:
        self.info = info
        self._said: Message = message_from_string(
            (info / "METADATA").read_text(encoding="utf-8")
        )
        self.name: str = self._said["Name"]
        self.version: str = self._said["Version"]
        # Normalise the name as package indexes do.
        self.key = re.sub(r"[-_.]+", "-", self.name).lower()
        self.texts = [path.read_text(encoding="utf-8") for path in self._files()]
        self.licence = self._licence()

    def _files(self) -> list[Path]:
        files = (path for path in self.info.rglob("*") if path.is_file())
        below = (path for path in files if path.suffix not in (".json", ".py"))
        return sorted(p for p in below if _TEXTS.search(str(p.relative_to(self.info))))

    def _licence(self) -> str:
        """Return the licence's expression, or its name in the wheel."""
        if expression := self._said["License-Expression"]:
            return str(expression)
        said = str(self._said["License"] or "").rpartition(" :: ")[2]
        if said not in ("", "UNKNOWN") and len(said) < 80 and "\n" not in said:
            return _SPDX.get(said, said)
        classes = map(str, self._said.get_all("Classifier", []))
        for row in classes:
            if row.startswith("License :: "):
                name = row.rpartition(" :: ")[2]
                return _SPDX.get(name, name)
        for begins, name in _BEGINS.items():
            if any(re.match(rf"\s*{begins}", text) for text in self.texts):
                return name
        raise NoLicence(
            f"{self.name} {self.version} names no licence: find out which it has, and "
            "leave the wheel out if it has none"
        )

    @property
    def holders(self) -> list[str]:
        found = [line.strip() for text in self.texts for line in _HOLDER.findall(text)]
        # Skip the authors of the licence text itself.
        theirs = [line for line in found if "Free Software Foundation" not in line]
        return list(dict.fromkeys(theirs)) or [f"the authors of {self.name}"]

    def places(self) -> list[str]:
        """Return the wheel's folders and files, except its metadata."""
        record = (self.info / "RECORD").read_text(encoding="utf-8").splitlines()
        tops = {
            row.rpartition(",")[0].rpartition(",")[0].split("/")[0] for row in record
        }
        site = self.info.parent
        kept = sorted(top for top in tops if (site / top).exists() and top[:2] != "..")
        return [f"{top}/*" if (site / top).is_dir() else top for top in kept]


def wheels_in(site: Path) -> list[Wheel]:
    found = [Wheel(info) for info in site.glob("*.dist-info")]
    return sorted(found, key=lambda wheel: wheel.key)


def copyright_of(wheels: list[Wheel], site: str, licence: str) -> str:
    stanzas = [
        f"Format: {_FORMAT}\nUpstream-Name: Undertow",
        _stanza("*", _HOLDER.findall(licence), "MIT", [licence]),
    ]
    for wheel in wheels:
        if wheel.key != _OURS:
            files = " ".join(f"{site.strip('/')}/{place}" for place in wheel.places())
            words = f"{wheel.licence}\nComment: {wheel.name} {wheel.version}"
            stanzas.append(_stanza(files, wheel.holders, words, wheel.texts))
    return "\n\n".join(stanzas) + "\n"


def _stanza(files: str, holders: list[str], licence: str, texts: list[str]) -> str:
    name, _, comment = licence.partition("\n")
    text = "\n".join(texts) or "Its wheel brings no text of this licence."
    lines = [
        f"Files: {files}",
        f"Copyright: {_folded(holders)}",
        f"License: {name}",
        *(_kept(line) for line in text.strip().splitlines()),
    ]
    return "\n".join([*lines, comment] if comment else lines)


def _folded(lines: list[str]) -> str:
    return "\n ".join(lines)


def _kept(line: str) -> str:
    """Return a line as a Debian field needs it, with a full stop for an empty one."""
    return f" {line.rstrip()}" if line.strip() else " ."


def main(site: Path, licence: Path, folder: Path) -> None:
    wheels = wheels_in(site)
    # The path after installation, relative to the package's root.
    inside = f"usr/{str(site).rpartition('/usr/')[2]}"
    folder.mkdir(parents=True, exist_ok=True)
    text = copyright_of(wheels, inside, licence.read_text(encoding="utf-8"))
    (folder / "copyright").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
    except NoLicence as error:
        sys.exit(f"systemd/deb/inventory.py: {error}")
