"""The image on an emulated Raspberry Pi 3: its kernel, its drivers, its systemd.

QEMU's raspi3b has no GPIO inputs, no pull-ups, no PWM output and no Wi-Fi, its SPI
works only by interrupt, and it skips the Pi's own stages before the kernel. The
buttons' lines are all low from the start, as with shorted buttons.

These need root and take minutes: `make pi-test` builds all of it and runs them, and
`make test` does not. They build on each other, from the first boot to the last cut.
"""

import base64
import io
import os
import random
import re
import subprocess
import tarfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import sleep, time
from typing import Any
from urllib.parse import urlencode

import pytest

from hardware.backends.pi.spidev import frame_bytes
from tests.support import webtable
from tests.support.webtable import PageAtTable, web_table
from tests.systemd.deb.root import Key, build, copy_of_the_checkout
from tests.systemd.machine import wait_until
from tests.systemd.pi.machine import (
    ASK_S,
    BOOT_S,
    IMAGE,
    EmulatedPi,
    partition,
    put_games,
)
from wiring import boardmap

pytestmark = pytest.mark.pi

BOARD = boardmap.load()
PLUGGED_IN = tuple(b for b in BOARD.boards if b.name in ("depth", "grid"))
ABSENT = {"speaker", "sensor board cards"}
# A page of the emulated table answers more slowly than one in this process.
PAGE_S = 600.0
CUTS = int(os.environ.get("UNDERTOW_CUTS", "20"))
NEWER = "99.1"
# A card's slowest reading, and the time in which the page has to be served.
CARD_BYTES_S, PAGE_WITHIN_S = 20e6, 45
AS_THE_TABLE = (
    "systemd-run --quiet --wait --pipe --uid=undertow -p SupplementaryGroups=gpio"
)


@pytest.fixture(scope="module")
def pi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedPi]:
    machine = EmulatedPi(tmp_path_factory.mktemp("pi"), PLUGGED_IN)
    try:
        machine.put_in(IMAGE / "undertow.img")
        machine.boot()
        yield machine
    finally:
        machine.pull_the_plug()


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webtable, "PATIENCE_S", PAGE_S)


def host_of(pi: EmulatedPi) -> PageAtTable:
    return PageAtTable(pi.port, f"/ws?host={pi.host_code}", host="127.0.0.1")


def parts_of(pi: EmulatedPi) -> dict[str, dict[str, Any]]:
    with host_of(pi) as host:
        return {part["name"]: part for part in host.next("parts")["parts"]}


def in_trouble(pi: EmulatedPi) -> set[str]:
    return {name for name, part in parts_of(pi).items() if part["trouble"]}


def position(pi: EmulatedPi) -> dict[str, Any]:
    with host_of(pi) as host:
        return host.next("position")


def test_the_page_is_served_within_its_time(pi: EmulatedPi) -> None:
    """Count 2 ns for each instruction of any core, and the time to read the card.

    A Cortex-A53 at 1.2 GHz does such work in less on one of its four cores.
    """
    uptime = float(pi.do("cat /proc/uptime").split()[0])
    read = 512 * int(pi.do("cat /sys/block/mmcblk0/stat").split()[2])
    assert uptime + read / CARD_BYTES_S < PAGE_WITHIN_S


def test_the_unit_is_ready_by_itself_as_its_own_user(pi: EmulatedPi) -> None:
    assert (pi.unit("SubState"), pi.unit("NRestarts")) == ("running", "0")
    status = pi.do(f"cat /proc/{pi.unit('MainPID')}/status")
    fields = dict(line.split(":\t", 1) for line in status.splitlines())
    uid = pi.do("id --user undertow").strip()
    assert fields["Uid"].split() == [uid] * 4
    assert uid != "0"
    assert pi.do("systemctl --failed --plain --no-legend") == ""


def test_buttons_that_are_low_from_the_start_switch_nothing_off(pi: EmulatedPi) -> None:
    """Held for three seconds, two of these would."""
    pi.do("sleep 4")
    assert pi.unit("SubState") == "running"
    assert parts_of(pi)["buttons"]["trouble"] in (None, "")


def test_pins_are_those_of_this_chip(pi: EmulatedPi) -> None:
    chips = pi.do("gpiodetect")
    assert chips.startswith("gpiochip0 [pinctrl-bcm2835]")
    held = re.findall(r'line +(\d+):.*consumer="lg"', pi.do("gpioinfo -c 0"))
    assert BOARD.eliminator is not None
    used = {*(b.gpio for b in BOARD.buttons), BOARD.eliminator.servo}
    used |= {BOARD.eliminator.arm, BOARD.eliminator.fire}
    assert {int(line) for line in held} == used - {None}
    assert parts_of(pi)["buttons"]["says"].startswith("gpiozero over lgpio")


def test_frames_go_out_over_spi_in_one_piece(pi: EmulatedPi) -> None:
    kinds = ("messages", "bytes_tx", "errors", "timedout")
    said = pi.do(f"cd /sys/class/spi_master/spi0/statistics && cat {' '.join(kinds)}")
    frames, sent, errors, timeouts = map(int, said.split())
    assert frames > 0
    assert sent == frames * frame_bytes(BOARD.strip.pixels)
    assert (errors, timeouts) == (0, 0)


def test_sensor_boards_are_found_by_their_serial_numbers_and_live(
    pi: EmulatedPi,
) -> None:
    assert in_trouble(pi) == ABSENT
    plugs = {plug.board.name: plug for plug in pi.plugs}
    plugs["grid"].freeze()
    wait_until(lambda: in_trouble(pi) == {*ABSENT, "sensor board grid"}, ASK_S)
    plugs["grid"].thaw()
    wait_until(lambda: in_trouble(pi) == ABSENT, ASK_S)


def test_the_doctor_knows_this_machine(pi: EmulatedPi) -> None:
    said = pi.ask("undertow doctor --state /var/lib/undertow").text
    assert re.search(r"✓ model +Raspberry Pi 3 Model B", said)
    assert re.search(r"✓ core clock +fixed at 250 MHz", said), said
    failed = set(re.findall(r"^  ✗ (\S+(?: \S+)*?)  ", said, re.M))
    # There is no sound card in QEMU.
    assert failed == ABSENT, said


def test_hardware_pwm_needs_no_root(pi: EmulatedPi) -> None:
    chip = "/sys/class/pwm/pwmchip0"
    channel = f"{chip}/pwm1"
    pi.do(f"{AS_THE_TABLE} sh -c 'echo 1 >{chip}/export'")
    pi.wait_for(f"stat -c %G {channel}/enable", "gpio")
    values = "echo 20000000 >period && echo 1500000 >duty_cycle && echo 1 >enable"
    pi.do(f"{AS_THE_TABLE} sh -c 'cd {channel} && {values}'")
    assert pi.do(f"cat {channel}/duty_cycle {channel}/enable").split() == [
        "1500000",
        "1",
    ]
    pi.do(f"echo 1 >{chip}/unexport")


def test_a_line_outlives_a_kill_and_the_last_command_drives_it_low(
    pi: EmulatedPi,
) -> None:
    assert BOARD.eliminator is not None
    level = f"gpioget --as-is --numeric -c 0 {BOARD.eliminator.servo}"
    pi.do("systemctl stop undertow")
    claim = (
        "import lgpio, os; chip = lgpio.gpiochip_open(0); "
        f"lgpio.gpio_claim_output(chip, {BOARD.eliminator.servo}, 1); "
        "os.kill(os.getpid(), 9)"
    )
    pi.ask(f"cd /run && /usr/lib/undertow/bin/python -c '{claim}'")
    assert pi.do(level).strip() == "1"
    pi.do(f"{AS_THE_TABLE} undertow servo-off")
    assert pi.do(level).strip() == "0"
    pi.do("systemctl start undertow")
    pi.do("systemctl kill --kill-whom=all --signal=KILL undertow")
    pi.wait_for("systemctl show undertow -P NRestarts", "1")
    assert "status=0" in pi.unit("ExecStopPost")
    pi.wait_for("systemctl is-active undertow", "active")
    pi.wait_until_served()


def test_it_needs_little_memory(pi: EmulatedPi) -> None:
    table = int(pi.unit("MemoryCurrent"))
    meminfo = dict(re.findall(r"^(\w+): +(\d+)", pi.do("cat /proc/meminfo"), re.M))
    used = int(meminfo["MemTotal"]) - int(meminfo["MemAvailable"])
    # A Zero 2 W has 512 MB.
    assert table < 128 * 2**20
    assert used < 256 * 2**10


def test_only_the_partition_of_the_games_is_written(pi: EmulatedPi) -> None:
    refused = pi.ask("touch /x /etc/x /usr/x /var/x /boot/firmware/x").text
    assert refused.count("Read-only") == 5
    _, sectors = partition(pi.card, 3)
    first, _ = partition(pi.card, 3)
    assert 512 * (first + sectors) == pi.card.stat().st_size
    bytes_ = int(pi.do("df --output=size -B1 /data | tail -1"))
    assert bytes_ > 0.9 * 512 * sectors


def test_nobody_can_log_in(pi: EmulatedPi) -> None:
    shadow = pi.do("cut -d: -f2 /etc/shadow").split()
    assert {word[0] for word in shadow} <= {"*", "!"}
    assert pi.ask("systemctl is-active ssh").text.strip() == "inactive"
    assert pi.do("stat -c '%U %G %a' /etc/undertow/undertow.toml").split() == [
        "root", "undertow", "640",
    ]  # fmt: skip
    assert len(pi.host_code) == 32
    link = f"http://undertow.local:8137/?host={pi.host_code}"
    pi.wait_for("sleep 1; cat /boot/firmware/host.txt", link)


# Without a network, between radios that the kernel simulates

ROUTER = """network={
  ssid="Home"
  mode=2
  frequency=2437
  key_mgmt=WPA-PSK
  proto=RSN
  pairwise=CCMP
  psk="fish & chips"
}"""
PHONE = """network={
  ssid="%s"
  key_mgmt=NONE
}"""
LEASE = '#!/bin/sh\n[ "$1" = bound ] || exit 0\nip addr add $ip/$mask dev $interface'


class Radio:
    """A machine of its own in the Pi's kernel, with one Wi-Fi radio."""

    def __init__(self, pi: EmulatedPi, name: str, device: str) -> None:
        self._pi, self._name, self._device = pi, name, device
        phy = f"$(cat /sys/class/net/{device}/phy80211/name)"
        pi.do(f"ip netns add {name} && iw phy {phy} set netns name {name}")

    def switch_on(self, settings: str) -> None:
        """Let wpa_supplicant use the radio."""
        self._pi.do(f"printf '%s\\n' '{settings}' >/run/{self._name}.conf")
        self.do(f"wpa_supplicant -B -i {self._device} -c /run/{self._name}.conf")

    def do(self, command: str) -> str:
        return self._pi.do(f"ip netns exec {self._name} {command}")

    def page(self, **filled_in: str) -> str:
        """Return the page of the access point, or its answer to the form."""
        form = f"--post-data '{urlencode(filled_in)}'" if filled_in else ""
        return self.do(f"busybox wget -qO- {form} http://10.42.0.1/")


def test_a_phone_gives_the_table_its_wifi(pi: EmulatedPi) -> None:
    """NetworkManager, its access point, leases and names are real, and so is WPA."""
    asking = "/run/undertow-network/asking"
    pi.do("modprobe mac80211_hwsim radios=3")
    router, phone = Radio(pi, "router", "wlan2"), Radio(pi, "phone", "wlan1")
    router.switch_on(ROUTER)
    router.do("ip addr add 10.99.0.1/24 dev wlan2")
    leases = "--port=0 --interface=wlan2 --dhcp-leasefile=/run/leases --pid-file"
    router.do(f"dnsmasq {leases} --dhcp-range=10.99.0.10,10.99.0.20")
    pi.do("nmcli device disconnect usb0 && systemctl start --no-block undertow-network")
    pi.do(until(f"test -s {asking}"))
    pi.do(until("systemctl show undertow -P StatusText | grep -q 'network: no Wi-Fi'"))
    phone.switch_on(PHONE % pi.do(f"cat {asking}"))
    pi.do(until("ip netns exec phone iw dev wlan1 link | grep -q Connected"))
    pi.do(f"printf '%s\\n' '{LEASE}' >/run/lease; chmod +x /run/lease")
    phone.do("busybox udhcpc -i wlan1 -n -q -t 20 -s /run/lease")
    assert "10.42.0.1" in phone.do("busybox nslookup -type=a captive.example 10.42.0.1")
    assert ">Home 🔒<" in phone.page()
    phone.page(network="Home", password="fish & ships")
    page = "ip netns exec phone busybox wget -qO- http://10.42.0.1/"
    pi.do(until(f"{page} | grep -q role=alert"))
    phone.page(network="Home", password="fish & chips")
    pi.do(until("nmcli -g GENERAL.CONNECTION device show wlan0 | grep -q Home"))
    pi.do(until(f"test ! -e {asking}"))
    pi.do(until("! systemctl show undertow -P StatusText | grep -q Wi-Fi"))
    pi.do("nmcli connection delete Home && modprobe -r mac80211_hwsim")
    pi.do("nmcli device connect usb0")
    pi.join_the_network()


def until(command: str) -> str:
    """Wait in there: time stands nearly still in a Pi that is asked all the time."""
    return f"until {command}; do sleep 2; done"


# A game, and what is left of it when the plug is pulled


class Players(threading.Thread):
    """Play cards at their pages, while another page sees each position."""

    def __init__(self, pi: EmulatedPi) -> None:
        super().__init__(daemon=True)
        self._pi = pi
        self.seen: list[Any] = []
        self.is_over = False
        with host_of(pi) as host:
            host.next("position")
            host.send("new", game="get-bit", seats=4, options={})
            while (begun := host.next("position"))["phase"] == "choose":
                pass
        self._links = [link["url"].rpartition("code=")[2] for link in begun["links"]]
        self._watch = host_of(pi)
        self.seen.append(self._watch.next("position")["state"])

    def run(self) -> None:
        while not self.is_over:
            for seat, code in enumerate(self._links):
                path = f"/ws?seat={seat}&code={code}"
                with PageAtTable(self._pi.port, path, host="127.0.0.1") as page:
                    asked = page.next("position")
                    legal = (asked["pending"] or {}).get("legal") or []
                    if not legal or self.is_over:
                        continue
                    page.send("act", action=legal[0])
                    page.next("position")
                self.seen.append(self._watch.next("position")["state"])
        self._watch.close()


@pytest.fixture(scope="module")
def cuts(pi: EmulatedPi) -> list[tuple[Path, list[Any]]]:
    """Return the card's games at random instants, and what may be in them.

    That is what a page had been shown at that instant, or what it was shown next.
    """
    players = Players(pi)
    players.start()
    chance = random.Random(31)
    taken = []
    for number in range(CUTS):
        sleep(chance.random() * 4)
        shown = len(players.seen)
        copy = pi.folder / f"games-{number}"
        pi.card_of_a_cut(copy)
        taken.append((copy, shown))
    players.is_over = True
    players.join()
    assert len(players.seen) > CUTS / 5
    return [(copy, players.seen[n - 1 : n + 2]) for copy, n in taken]


def test_an_update_keeps_the_game_and_leaves_the_root_read_only(
    pi: EmulatedPi, cuts: list[tuple[Path, list[Any]]], tmp_path: Path
) -> None:
    assert cuts, "a game is being played"
    newer = copy_of_the_checkout(tmp_path / "newer", NEWER)
    key = Key(tmp_path / "gpg")
    package = key.sign(build(newer, "3.13", tmp_path, ARCH="arm64"))
    before = position(pi)["state"]
    with served(tmp_path) as port:
        for name in (package.name, f"{package.name}.sig", "gpg/update.gpg"):
            pi.do(f"cd /run && busybox wget -q http://10.0.2.2:{port}/{name}")
    # It has no clock of its own, and nobody in its network who could tell it the time.
    pi.do(f"cp /run/update.gpg /etc/undertow; date -s @{int(time())}")
    said = pi.ask(f"undertow update /run/{package.name}", BOOT_S)
    assert (said.status, NEWER in said.text.splitlines()[-1]) == (0, True), said.text
    assert pi.do("undertow --version") == f"undertow {NEWER}\n"
    assert "Read-only" in pi.ask("touch /usr/x").text
    assert pi.do("ls /var/lib/undertow-update") == "last\n"
    pi.wait_until_served()
    again = position(pi)
    assert (again["phase"], again["state"]) == ("offer", before)


@contextmanager
def served(folder: Path) -> Iterator[int]:
    """Serve a folder to the emulated Pi; yield the port."""

    def handler(*args: Any) -> SimpleHTTPRequestHandler:
        return SimpleHTTPRequestHandler(*args, directory=str(folder))

    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def test_after_a_real_cut_the_same_game_is_offered(
    pi: EmulatedPi, cuts: list[tuple[Path, list[Any]]]
) -> None:
    before, code = position(pi)["state"], pi.host_code
    pi.pull_the_plug()
    put_on_the_fat(pi, "authorized_keys", "ssh-ed25519 AAAA nobody\n")
    pi.boot()
    again = position(pi)
    assert (again["phase"], again["state"]) == ("offer", before)
    assert pi.host_code == code
    assert in_trouble(pi) == ABSENT


def put_on_the_fat(pi: EmulatedPi, name: str, text: str) -> None:
    """Put a file on the card as any computer can."""
    first, _ = partition(pi.card, 1)
    mcopy = str(IMAGE / "tools/usr/bin/mcopy")
    fat = f"{pi.card}@@{512 * first}"
    command = [mcopy, "-i", fat, "-", f"::{name}"]
    subprocess.run(command, input=text.encode(), check=True)


def test_a_key_on_the_fat_lets_its_owner_in(pi: EmulatedPi) -> None:
    pi.wait_for("systemctl is-active ssh", "active")
    said = pi.do("sshd -T -C user=root")
    assert "passwordauthentication no" in said
    assert "permitrootlogin without-password" in said
    assert "authorizedkeysfile /boot/firmware/authorized_keys" in said


def test_after_each_of_many_cuts_a_boot_finds_the_game(
    pi: EmulatedPi, cuts: list[tuple[Path, list[Any]]], tmp_path: Path
) -> None:
    """The same kernel and systemd, up to where the games are mounted."""
    pi.pull_the_plug()
    lost = {}
    for number, (games, possible) in enumerate(cuts):
        put_games(games, pi.card)
        pi.boot(arguments="systemd.unit=sysinit.target", until_served=False)
        pi.wait_for("systemctl is-active undertow-keep", "active")
        kept = pi.do("tar -C /var/lib/undertow -czf - . | base64 -w0")
        pi.pull_the_plug()
        state = tmp_path / str(number)
        with tarfile.open(fileobj=io.BytesIO(base64.b64decode(kept))) as tar:
            tar.extractall(state, filter="data")
        with web_table(state) as table, table.page() as page:
            offered = page.next("position")
        if offered["phase"] != "offer" or offered["state"] not in possible:
            lost[number] = offered["state"]
    assert lost == {}
