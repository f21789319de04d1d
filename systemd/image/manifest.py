"""Compress the image, and describe it for Raspberry Pi Imager.

    python systemd/image/manifest.py FOLDER VERSION [ADDRESS]

FOLDER has `undertow.img`, and then also `undertow-VERSION.img.xz` and `imager.json`,
for `rpi-imager --repo imager.json`. ADDRESS is where both files will be published;
without it, the manifest names the local files.
"""

import json
import subprocess
import sys
from base64 import b64encode
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path
from typing import Any

_ICON = Path(__file__).parents[2] / "controller/web/static/icon-192.png"


def manifest(folder: Path, version: str, address: str) -> dict[str, Any]:
    """Return the list of systems that Imager offers: this one."""
    image, packed = folder / "undertow.img", folder / f"undertow-{version}.img.xz"
    with image.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    made = datetime.fromtimestamp(image.stat().st_mtime, UTC)
    system = {
        "name": f"Undertow {version}",
        "description": "A game table that knows the rules. For a Pi 3 or Zero 2 W.",
        "icon": f"data:image/png;base64,{b64encode(_ICON.read_bytes()).decode()}",
        "url": f"{address}/{packed.name}",
        "extract_size": image.stat().st_size,
        "extract_sha256": digest,
        "image_download_size": packed.stat().st_size,
        "release_date": f"{made:%Y-%m-%d}",
        # Imager also uses this name for a Zero 2 W.
        "devices": ["pi3-64bit"],
    }
    return {"os_list": [system]}


def main(folder: Path, version: str, address: str) -> None:
    with (folder / f"undertow-{version}.img.xz").open("wb") as packed:
        command = ["xz", "--threads=0", "--stdout", str(folder / "undertow.img")]
        subprocess.run(command, stdout=packed, check=True)
    written = json.dumps(manifest(folder, version, address), indent=2)
    (folder / "imager.json").write_text(f"{written}\n", encoding="utf-8")


if __name__ == "__main__":
    found = Path(sys.argv[1]).resolve()
    main(found, sys.argv[2], (sys.argv[3:] or [found.as_uri()])[0])
