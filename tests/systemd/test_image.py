"""The card's image, as far as it can be seen without building or booting one.

`make pi-test` does both.
"""

import gzip
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from controller.service.network import ASKING
from tests.support import ROOT

IMAGE = ROOT / "systemd/image"
LAYER = (IMAGE / "layer/undertow.yaml").read_text()
# What rpi-image-gen knows of a layer and of its variables.
FIELDS = {"Name", "Category", "Desc", "Version", "Requires", "Provides"}
OF_VARIABLES = {"Desc", "Required", "Valid", "Set"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return the root of a system that has been configured as the card's."""
    before = {
        "etc/shadow": "root:$y$secret:1:::::::\ndaemon:*:1:::::::\n",
        "etc/ssh/ssh_host_ed25519_key": "everybody's",
        "etc/machine-id": "everybody's",
        "var/lib/dbus/machine-id": "everybody's",
    }
    for name, text in before.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    subprocess.run(["sh", IMAGE / "configure", tmp_path], check=True)
    return tmp_path


def test_nothing_that_cards_must_not_share_is_in_the_image(root: Path) -> None:
    assert (root / "etc/shadow").read_text().splitlines()[0].startswith("root:*:")
    assert not list((root / "etc/ssh").glob("ssh_host_*"))
    assert (root / "etc/machine-id").read_text() == ""
    assert (root / "var/lib/dbus/machine-id").readlink() == Path("/etc/machine-id")


def test_ssh_starts_only_with_a_key_on_the_fat_and_knows_no_password(
    root: Path,
) -> None:
    drop_in = (root / "etc/systemd/system/ssh.service.d/undertow.conf").read_text()
    conditions = re.findall(r"^ConditionPathExists=\|(.*)", drop_in, re.M)
    settings = (root / "etc/ssh/sshd_config.d/undertow.conf").read_text()
    assert f"AuthorizedKeysFile {' '.join(conditions)}\n" in settings
    assert all(path.startswith("/boot/firmware/") for path in conditions)
    assert "PasswordAuthentication no\n" in settings


def test_the_root_is_read_only_and_the_data_is_mounted_before_the_table(
    root: Path,
) -> None:
    assert "LABEL=root / ext4 ro," in (root / "etc/fstab").read_text()
    keep = root / "usr/lib/undertow-image/keep"
    subprocess.run(["sh", "-n", keep], check=True)
    kept = re.findall(r"^(\w+) (/\S+)$", keep.read_text(), re.M)
    assert {"/var/lib/undertow", "/etc/undertow"} <= {place for _, place in kept}
    unit = root / "usr/lib/systemd/system/undertow-keep.service"
    assert "Before=local-fs.target" in unit.read_text()
    wanted = root / "etc/systemd/system/local-fs.target.wants/undertow-keep.service"
    assert root / wanted.readlink().relative_to("/") == unit


def test_units_of_the_card_are_sound(root: Path) -> None:
    units = [*(root / "usr/lib/systemd/system").glob("*.service")]
    for unit in units:
        # The programs are in the image and not here.
        text = re.sub(
            r"^ExecStart=.*", "ExecStart=/bin/true", unit.read_text(), flags=8
        )
        unit.write_text(text)
    said = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units],
        capture_output=True,
        text=True,
        check=False,
    ).stderr
    assert [line for line in said.splitlines() if "undertow" in line] == []


def test_the_folder_that_tells_the_table_of_the_access_point_goes_with_it(
    root: Path,
) -> None:
    unit = root / "usr/lib/systemd/system/undertow-network.service"
    (folder,) = re.findall(r"^RuntimeDirectory=(.+)$", unit.read_text(), re.M)
    assert ASKING.parent == Path("/run", folder)


def test_the_layer_is_one_that_rpi_image_gen_can_read() -> None:
    head, _, body = LAYER.partition("# METAEND\n---\n")
    assert head.startswith("# METABEGIN\n")
    assert "Not built here" in head
    fields = re.findall(r"^# X-Env-Layer-(\w+): ", head, re.M)
    assert len(fields) == len({*fields})
    assert {"Name", "Desc", "Version"} <= {*fields} <= FIELDS
    (prefix,) = re.findall(r"^# X-Env-VarPrefix: (\w+)$", head, re.M)
    variables = re.findall(r"^# X-Env-Var-([a-z]+)(?:-(\w+))?:", head, re.M)
    assert {field for _, field in variables} - {""} <= OF_VARIABLES
    used = set(re.findall(rf"\$IGconf_{prefix}_(\w+)", body))
    assert used == {name for name, _ in variables}
    layer = yaml.safe_load(body)["mmdebstrap"]
    assert {*layer} == {"packages", "customize-hooks"}
    assert 'sh ./configure "$1"' in layer["customize-hooks"]
    config = yaml.safe_load((IMAGE / "config/undertow.yaml").read_text())
    assert config["layer"]["app"] == "undertow"


def test_the_image_has_the_packages_of_the_layer() -> None:
    layer = yaml.safe_load(LAYER.partition("---\n")[2])["mmdebstrap"]["packages"]
    (command,) = re.findall(r"\$\((sed -n .*undertow\.yaml\")\)", built())
    said = subprocess.run(
        ["sh", "-c", f"here='{IMAGE}'; {command}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.split() == layer == sorted({*layer})


def built() -> str:
    return (IMAGE / "build").read_text()


def test_both_configure_the_strip_s_clock_as_the_notes_say() -> None:
    notes = (ROOT / "systemd/RASPBERRY-PI-OS.md").read_text()
    assert "`[pi4]`, `core_freq=500`, `core_freq_min=500`" in notes
    assert re.search(r"\[pi4\]\s+core_freq=500\s+core_freq_min=500\s+\[all\]", LAYER)
    for pi in ("pi3", "pi02"):
        assert f"`[{pi}]`, `core_freq=250`" in notes
        assert f"[{pi}]\ncore_freq=250\n" in built()


def test_the_initramfs_loads_what_a_module_needs_before_it(tmp_path: Path) -> None:
    (tmp_path / "busybox").write_bytes(b"busybox")
    modules = tmp_path / "modules/kernel"
    modules.mkdir(parents=True)
    for name in ("ext4", "jbd2", "crc16"):
        (modules / f"{name}.ko").write_bytes(name.encode())
    # A line lists the deepest last.
    (modules.parent / "modules.dep").write_text(
        "kernel/ext4.ko: kernel/jbd2.ko kernel/crc16.ko\n"
        "kernel/jbd2.ko: kernel/crc16.ko\nkernel/crc16.ko:\n"
    )
    script = IMAGE / "initramfs.py"
    subprocess.run([sys.executable, script, tmp_path, tmp_path / "out"], check=True)
    archive = gzip.decompress((tmp_path / "out").read_bytes())
    assert b"crc16.ko\njbd2.ko\next4.ko\n" in archive
    assert archive.startswith(b"070701")
    assert b"TRAILER!!!" in archive


def test_the_manifest_says_what_raspberry_pi_imager_asks(tmp_path: Path) -> None:
    image = b"an image" * 1000
    (tmp_path / "undertow.img").write_bytes(image)
    script, address = IMAGE / "manifest.py", "https://table.example"
    subprocess.run([sys.executable, script, tmp_path, "1.2", address], check=True)
    (system,) = json.loads((tmp_path / "imager.json").read_text())["os_list"]
    packed = tmp_path / "undertow-1.2.img.xz"
    assert system["url"] == f"https://table.example/{packed.name}"
    assert system["extract_size"] == len(image)
    assert system["extract_sha256"] == hashlib.sha256(image).hexdigest()
    assert system["image_download_size"] == packed.stat().st_size
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", system["release_date"])
    assert {*system} >= {"name", "description", "icon", "devices"}
    unpacked = subprocess.run(
        ["xz", "--decompress", "--stdout", packed], capture_output=True, check=True
    )
    assert unpacked.stdout == image
