"""A stand-in for `nmcli`: in this process, or as a program that keeps its state.

As a program it also gives the access point's address to the network's device `cable`.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.support import ROOT

# As `controller/tools/network.py` has them; the program is not loaded at each call.
ADDRESS, SETUP = "10.42.0.1", "undertow-setup"
OWN, HOME, PASSWORD = "Undertow-4b21", "Ana's home: 2.4", "fish & chips"
_UNKNOWN = "Error: unknown connection '{0}'.\nError: cannot delete '{0}'.\n"


class FakeNmcli:
    """NetworkManager with one Wi-Fi, and a network whose password it knows."""

    def __init__(self, cable: str = "unavailable", saved: Sequence[str] = ()) -> None:
        self.cable = cable
        self.saved = list(saved)
        self.is_open = False
        self.joined = ""
        self.deeds: list[str] = []
        # Names of more networks around; and whether ours is hidden.
        self.odd: list[str] = []
        self.is_hidden = False

    def __call__(self, words: Sequence[str]) -> tuple[int, str]:
        match list(words):
            case ["--terse", "--fields", fields, *what]:
                return 0, self._told(fields, what)
            case ["connection", "add", *settings]:
                assert settings[:2] == ["save", "no"]
                given = dict(zip(settings[::2], settings[1::2], strict=True))
                assert (given["ssid"], given["802-11-wireless.mode"]) == (OWN, "ap")
                assert given["ipv4.method"] == "shared"
                assert given["ipv4.addresses"] == f"{ADDRESS}/24"
            case ["connection", "up", name]:
                assert name == SETUP
                self.is_open = True
                self.deeds.append("opened")
            case ["connection", "delete", name]:
                assert name == SETUP
                if not self.is_open:
                    return 10, _UNKNOWN.format(name)
                self.is_open = False
            case ["connection", "delete", "id", name]:
                self.saved.remove(name)
            case ["device", "wifi", "rescan"] if self.is_open:
                return 1, "Error: Scanning not allowed while in AP mode\n"
            case ["--wait", _, "device", "wifi", "connect", name, *more]:
                return self._join(name, more)
        return 0, ""

    def _told(self, fields: str, what: list[str]) -> str:
        wifi = SETUP if self.is_open else self.joined
        state = "connected" if wifi else "disconnected"
        devices = {"eth0": ("ethernet", self.cable, ""), "wlan0": ("wifi", state, wifi)}
        match what:
            case ["device"]:
                rows = [
                    {"DEVICE": name, "TYPE": kind, "STATE": is_so, "CONNECTION": by}
                    for name, (kind, is_so, by) in devices.items()
                ]
            case ["connection"]:
                rows = [{"NAME": n, "TYPE": "802-11-wireless"} for n in self.saved]
            case _ if self.is_open:
                # An access point hears nobody else.
                rows = [{"SSID": OWN, "SIGNAL": "0", "SECURITY": ""}]
            case _:
                heard = [(HOME, "60", "WPA2"), ("Café", "80", ""), (HOME, "70", "WPA2")]
                heard += [(o, "50", "WPA2") for o in self.odd if not self.is_hidden]
                keys = ("SSID", "SIGNAL", "SECURITY")
                rows = [dict(zip(keys, row, strict=True)) for row in heard]
        lines = [[row[field] for field in fields.split(",")] for row in rows]
        return "".join(
            ":".join(re.sub(r"([:\\])", r"\\\1", value) for value in line) + "\n"
            for line in lines
        )

    def _join(self, name: str, more: list[str]) -> tuple[int, str]:
        assert not self.is_open, "one Wi-Fi cannot be two"
        self.saved.append(name)
        self.deeds.append(f"joined {name}")
        right = name in (HOME, *self.odd) and more[:2] == ["password", PASSWORD]
        # It finds a hidden network only if it is told that it is one.
        if not right or (more[-2:] == ["hidden", "yes"]) != self.is_hidden:
            return 4, "Error: Connection activation failed: Secrets were required\n"
        self.joined = name
        return 0, ""


def program(folder: Path) -> Path:
    """Write the program `nmcli` into this folder."""
    path = folder / "nmcli"
    module = f"{sys.executable} -m tests.support.fake_nmcli"
    path.write_text(f'#!/bin/sh\ncd {ROOT} && exec {module} "$0" "$@"\n')
    path.chmod(0o755)
    return path


def state_of(nmcli: Path) -> FakeNmcli:
    """Return what this program has done so far."""
    found, state = FakeNmcli(), Path(f"{nmcli}.state")
    if state.exists():
        vars(found).update(json.loads(state.read_text()))
    return found


def main(path: Path, words: Sequence[str]) -> int:
    nmcli = state_of(path)
    was_open = nmcli.is_open
    status, said = nmcli(words)
    if nmcli.is_open != was_open:
        deed = "add" if nmcli.is_open else "delete"
        ip = ["ip", "address", deed, f"{ADDRESS}/24", "dev", "cable"]
        where = f"{os.environ['PATH']}:/usr/sbin:/sbin"
        subprocess.run(ip, env=os.environ | {"PATH": where}, check=True)
    Path(f"{path}.state").write_text(json.dumps(vars(nmcli)))
    (sys.stderr if status else sys.stdout).write(said)
    return status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
