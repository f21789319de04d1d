"""The package's licences, made from what wheels say."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

SCRIPT = ROOT / "systemd/deb/inventory.py"
INSIDE = "usr/lib/undertow/lib/python3.11/site-packages"
MIT = "MIT License\n\nCopyright (c) 2020 Ada of Bath\n\nDo with it what you like.\n"
GPL = "   GNU GENERAL PUBLIC LICENSE\n     Version 2, June 1991\n\n Copyright (C) 1989 \
Free Software Foundation, Inc.\n"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    site = tmp_path / "root" / INSIDE
    put(site, "undertow", "1.2", ["License-Expression: MIT", "Requires-Dist: Lamp_kit"])
    put(site, "Lamp.Kit", "3.0", ["License-Expression: MIT OR Apache-2.0"], MIT)
    return site


def put(
    site: Path, name: str, version: str, says: list[str], text: str | None = None
) -> None:
    """Installs a wheel that says this of itself."""
    stem = name.lower().replace(".", "_").replace("-", "_")
    info = site / f"{stem}-{version}.dist-info"
    (info / "licenses").mkdir(parents=True)
    (site / stem).mkdir()
    lines = ["Metadata-Version: 2.4", f"Name: {name}", f"Version: {version}", *says]
    (info / "METADATA").write_text("\n".join(lines) + "\n\nLicense: none of this\n")
    (info / "RECORD").write_text(
        f"{stem}/__init__.py,,\n{info.name}/METADATA,,\n../../bin/{stem},,\n"
    )
    if text:
        (info / "licenses/LICENSE.txt").write_text(text)


def made(site: Path) -> subprocess.CompletedProcess[str]:
    folder = site.parents[5] / "doc"
    return subprocess.run(
        [sys.executable, SCRIPT, site, ROOT / "LICENSE", folder],
        capture_output=True,
        text=True,
        check=False,
    )


def papers(site: Path) -> str:
    done = made(site)
    assert done.returncode == 0, done.stderr
    return (site.parents[5] / "doc/copyright").read_text()


def test_a_wheel_is_named_with_its_files_holders_and_the_text_of_its_licence(
    site: Path,
) -> None:
    text = papers(site)
    assert text.startswith("Format: https://www.debian.org/doc/packaging-manuals/")
    stanza = text.partition("\nFiles: usr/")[2].splitlines()
    assert stanza == [
        f"{INSIDE[4:]}/lamp_kit/* {INSIDE}/lamp_kit-3.0.dist-info/*",
        "Copyright: Copyright (c) 2020 Ada of Bath",
        "License: MIT OR Apache-2.0",
        " MIT License",
        " .",
        " Copyright (c) 2020 Ada of Bath",
        " .",
        " Do with it what you like.",
        "Comment: Lamp.Kit 3.0",
    ]
    ours = text.partition("Files: *\n")[2].splitlines()
    assert ours[0].startswith("Copyright: Copyright (c) ")
    assert ours[1] == "License: MIT"


@pytest.mark.parametrize(
    ("says", "text", "licence"),
    [
        (["License: MIT"], None, "MIT"),
        (["License: BSD"], None, "BSD"),
        (
            ["License: UNKNOWN", "Classifier: License :: OSI Approved :: MIT License"],
            None,
            "MIT",
        ),
        (
            ["License: OSI Approved :: GNU General Public License v3 (GPLv3)"],
            None,
            "GPL-3.0",
        ),
        (["License-Expression: LGPL-2.1-or-later"], None, "LGPL-2.1-or-later"),
        ([], MIT, "MIT"),
        ([], GPL, "GPL-2.0"),
    ],
)  # fmt: skip
def test_a_licence_is_found_wherever_a_wheel_names_it(
    site: Path, says: list[str], text: str | None, licence: str
) -> None:
    put(site, "odd", "1", says, text)
    words = papers(site)
    assert f"\nLicense: {licence}\n" in words.partition("/odd/*")[2]
    if text is None:
        assert "Its wheel brings no text of this licence." in words


def test_a_wheel_without_a_licence_is_refused(site: Path) -> None:
    put(site, "odd", "1", ["License: UNKNOWN"], "Ask me.\n")
    done = made(site)
    assert done.returncode == 1
    assert done.stderr == (
        "systemd/deb/inventory.py: odd 1 names no licence: find out which it has, and "
        "leave the wheel out if it has none\n"
    )
