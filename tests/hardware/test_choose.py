"""Which backend is chosen, and what is refused before any device is opened."""

import functools
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main as cli
from hardware.backends.pi.backend import PiBackend
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.choose import NoBackend, choose
from hardware.parts.registry import Parts
from hardware.pi_model import Pi, pin_chip, this_pi
from tests.support.fakepi import PI_4, PI_5, fake_pi, file_system
from tests.support.processes import taken_port
from wiring import boardmap


def chosen(name: str, root: Path) -> Any:
    return choose(name, boardmap.load(), VirtualClock(), Parts(), root=root)


@pytest.mark.parametrize(
    ("name", "kind"), [("auto", PiBackend), ("pi", PiBackend), ("sim", SimBackend)]
)
def test_a_pi_is_the_real_table_unless_another_backend_is_chosen(
    tmp_path: Path, name: str, kind: type[Any]
) -> None:
    backend = chosen(name, file_system(tmp_path))
    assert type(backend) is kind
    backend.close()


def test_the_real_table_is_refused_where_there_is_no_pi(tmp_path: Path) -> None:
    with pytest.raises(NoBackend, match="--backend pi"):
        chosen("pi", tmp_path)


@pytest.mark.parametrize(
    ("model", "driver", "gpio"), [(PI_5, "pwm", 18), (PI_4, "pio", 18)]
)
def test_a_board_map_that_cannot_be_right_here_is_refused(
    tmp_path: Path, model: str, driver: str, gpio: int
) -> None:
    path = tmp_path / "board.toml"
    # With a speaker that takes no pin.
    text = boardmap.DEFAULT.read_text().replace('driver = "i2s"', 'driver = "usb"')
    text = text.replace('driver = "spi"', f'driver = "{driver}"')
    path.write_text(text.replace("gpio = 10 ", f"gpio = {gpio} "))
    board = boardmap.load(path)
    parts = Parts()
    line = path.read_text().splitlines().index("[strip]") + 2
    with pytest.raises(NoBackend, match=f"^{path}:{line}: "):
        choose("auto", board, VirtualClock(), parts, root=file_system(tmp_path, model))
    assert parts.all() == ()
    # It does not matter on the simulated table.
    choose("sim", board, VirtualClock(), parts, root=tmp_path).close()


@pytest.mark.parametrize("asked", [[], ["--backend", "pi"]])
def test_the_command_lights_a_real_strip(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    asked: list[str],
) -> None:
    # A port that is taken ends it once all parts are in use.
    with taken_port() as port, fake_pi(tmp_path / "pi") as pi:
        line = f"undertow play --no-browser --port {port} --state {tmp_path}"
        monkeypatch.setattr("sys.argv", [*line.split(), *asked])
        here = functools.partial(choose, root=pi.root)
        monkeypatch.setattr("controller.service.app.choose", here)
        with pytest.raises(SystemExit):
            cli.main()
        assert str(port) in capsys.readouterr().err
        waking, *_, last = pi.frames()
        lit = {n // 3 for n, value in enumerate(waking) if value}
        assert lit == set(range(149, 159)), "every button glows"
        assert last == bytes(3 * 159)


# The Pi's model, as its firmware reports it.


def machine(root: Path, model: bytes) -> Path:
    (root / "proc/device-tree").mkdir(parents=True)
    (root / "proc/device-tree/model").write_bytes(model)
    return root


@pytest.mark.parametrize(
    ("name", "generation"),
    [
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "3"),
        ("Raspberry Pi 4 Model B Rev 1.4", "4"),
        ("Raspberry Pi 400 Rev 1.0", "4"),
        ("Raspberry Pi 5 Model B Rev 1.0", "5"),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "5"),
        ("Raspberry Pi Zero 2 W Rev 1.0", "Zero 2 W"),
        ("Raspberry Pi Zero W Rev 1.1", None),
    ],
)
def test_the_generation_follows_from_the_name(
    tmp_path: Path, name: str, generation: str | None
) -> None:
    root = machine(tmp_path, name.encode() + b"\0")
    assert this_pi(root) == Pi(name, generation)


@pytest.mark.parametrize("model", [b"Radxa ROCK 5B\0", b"\xff\xfe\0\0"])
def test_another_board_and_rubbish_are_no_pi(tmp_path: Path, model: bytes) -> None:
    assert this_pi(machine(tmp_path, model)) is None


# The chip of the header's pins


def chips(root: Path, *compatible: str) -> Path:
    """Make the kernel's GPIO chips by number, as in sysfs."""
    for number, words in enumerate(compatible):
        node = root / f"sys/bus/gpio/devices/gpiochip{number}/of_node"
        node.mkdir(parents=True)
        (node / "compatible").write_text(f"{words}\0")
    return root


@pytest.mark.parametrize(("node", "number"), [("gpiochip4", 4), ("gpiochip0", 0)])
def test_without_a_device_tree_the_old_number_comes_first(
    tmp_path: Path, node: str, number: int
) -> None:
    (tmp_path / "sys/bus/gpio/devices/gpiochip0").mkdir(parents=True)
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / node).touch()
    assert pin_chip(Pi("Raspberry Pi 5 Model B Rev 1.0", "5"), tmp_path) == number


def test_all_others_have_them_on_the_first_chip(tmp_path: Path) -> None:
    root = chips(tmp_path, "brcm,bcm2711-gpio", "raspberrypi,firmware-gpio")
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/gpiochip4").touch()
    assert pin_chip(Pi("Raspberry Pi 4 Model B Rev 1.4", "4"), root) == 0
