"""`undertow doctor` about the table's parts: board map, groups, drivers, boards."""

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.tools.doctor import parts
from controller.tools.doctor.case import Case, Finding, remark, well, wrong
from controller.tools.doctor.machine import Port
from hardware.backends.pi.checks import Trouble
from tests.support.doctor_machines import (
    BOARDS,
    GROUPS,
    PI_3,
    PI_4,
    PI_5,
    PORTS,
    ZERO_2,
    a_laptop,
    a_pi,
    all_modules,
    board_with,
    look_at,
    only,
    put,
)
from wiring import boardmap

__all__ = ["all_modules"]  # a fixture is used by being named

STRIP = well("strip", "SPI on GPIO10, 159 pixels, no root")
BUTTONS = well("buttons", "gpiozero over lgpio, 10 pins")
ELIMINATOR = well("eliminator", "software PWM on GPIO13, with a guardian process")


# Board map


def test_a_board_map_that_holds_is_summed_up(tmp_path: Path) -> None:
    assert only(parts.board_map(look_at(a_laptop(tmp_path)))) == well(
        "board map",
        f"{boardmap.DEFAULT} (mark 1): 159 pixels, 10 buttons, 3 sensor boards, "
        "an Eliminator",
    )


def test_a_board_map_that_clashes_is_wrong_and_opened_at_its_line(
    tmp_path: Path,
) -> None:
    path = board_with(tmp_path, ("gpio = 17", "gpio = 4"))
    line = path.read_text().split("gpio = 4\npixel = 150")[0].count("\n") + 1
    found = only(parts.board_map(look_at(a_laptop(tmp_path), path)))
    assert found == wrong(
        "board map",
        f"{path}:{line}: GPIO4 is claimed by both seat 0's button and seat 1's "
        "button; give one of them another pin",
        f"nano +{line} {path}",
    )


def test_a_button_on_a_pin_that_is_better_left_free_is_remarked(tmp_path: Path) -> None:
    path = board_with(tmp_path, ("gpio = 4\n", "gpio = 14\n"))
    _, found = parts.board_map(look_at(a_laptop(tmp_path), path))
    line = path.read_text().split("gpio = 14\n")[0].count("\n") + 1
    assert found == remark(
        "board map",
        f"{path}:{line}: seat 0's button: GPIO14 is a pin of the serial console, whose "
        "letters look like presses, or like orders to a part; switch the console off "
        "(sudo raspi-config, Interface Options, Serial Port); or take another pin",
        f"nano +{line} {path}",
    )


def test_a_board_map_that_is_not_there_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "no such.toml"
    found = only(parts.board_map(look_at(a_laptop(tmp_path), path)))
    assert found == wrong(
        "board map",
        f"{path}: the board map cannot be read (No such file or directory); "
        "check its path",
        f"ls -ld '{path}'",
    )


def test_without_a_board_map_no_part_is_looked_at(tmp_path: Path) -> None:
    case = look_at(a_pi(tmp_path), tmp_path / "none.toml")
    checks = (parts.groups, parts.drivers, parts.sensor_boards)
    assert [list(check(case)) for check in checks] == [[], [], []]


def test_a_laptop_has_no_parts(tmp_path: Path) -> None:
    case = look_at(a_laptop(tmp_path))
    checks = (parts.groups, parts.drivers, parts.sensor_boards)
    assert [list(check(case)) for check in checks] == [[], [], []]


# Groups


def test_a_user_in_every_group_is_well(tmp_path: Path) -> None:
    found = only(parts.groups(look_at(a_pi(tmp_path))))
    assert found == well("groups", "ada is in gpio, spi, dialout")


def test_a_user_who_is_in_no_group_is_told_which(tmp_path: Path) -> None:
    machine = a_pi(tmp_path, gids=frozenset({1000, GROUPS["gpio"]}))
    assert only(parts.groups(look_at(machine))) == wrong(
        "groups",
        "ada is not in spi, dialout; after the command, log out and in again",
        "sudo usermod --append --groups spi,dialout ada",
    )


def test_a_user_who_joined_after_the_login_has_to_log_in_again(tmp_path: Path) -> None:
    machine = a_pi(tmp_path, user="bob", gids=frozenset({1001}))
    assert only(parts.groups(look_at(machine))) == wrong(
        "groups",
        "bob was put into gpio, spi, dialout after this login; log out and in again",
        "sudo reboot",
    )


def test_root_needs_no_group(tmp_path: Path) -> None:
    machine = a_pi(tmp_path, user="root", gids=frozenset({0}))
    found = only(parts.groups(look_at(machine)))
    says = "root may use every device; ask without sudo about your own user"
    assert found == well("groups", says)


def test_only_groups_that_this_table_needs_and_the_system_has_are_asked_for(
    tmp_path: Path,
) -> None:
    machine = a_pi(tmp_path, PI_5, gids=frozenset({1000}))
    put(tmp_path, "etc/group", "gpio:x:986:\ni2c:x:988:\nspi:x:989:\n")
    board = board_with(tmp_path, ('driver = "spi"', 'driver = "pio"'))
    found = only(parts.groups(look_at(machine, board)))
    assert found.mend == ("sudo usermod --append --groups gpio ada",)


def test_a_system_without_such_groups_is_well(tmp_path: Path) -> None:
    machine = a_pi(tmp_path)
    put(tmp_path, "etc/group", "users:x:100:\n")
    says = "this system has none for pins and ports"
    assert only(parts.groups(look_at(machine))) == well("groups", says)


# Drivers


@pytest.mark.parametrize("model", [PI_3, PI_4, PI_5, ZERO_2])
@pytest.mark.usefixtures("all_modules")
def test_each_part_is_told_with_its_driver(tmp_path: Path, model: str) -> None:
    case = look_at(a_pi(tmp_path, model))
    assert list(parts.drivers(case)) == [STRIP, BUTTONS, ELIMINATOR]


@pytest.mark.usefixtures("all_modules")
def test_a_missing_spi_node_is_wrong_with_the_command_that_switches_it_on(
    tmp_path: Path,
) -> None:
    case = look_at(a_pi(tmp_path))
    (tmp_path / "dev/spidev0.0").unlink()
    assert list(parts.drivers(case)) == [
        BUTTONS,
        ELIMINATOR,
        wrong(
            "strip",
            "there is no /dev/spidev0.0: SPI is switched off",
            "sudo raspi-config nonint do_spi 0",
        ),
    ]


@pytest.mark.usefixtures("all_modules")
def test_a_frame_that_is_too_long_for_spi_is_wrong(tmp_path: Path) -> None:
    case = look_at(a_pi(tmp_path))
    put(tmp_path, "sys/module/spidev/parameters/bufsiz", "2048")
    *_, found = parts.drivers(case)
    assert (found.subject, found.state) == ("strip", "wrong")
    assert "spidev.bufsiz" in found.says
    assert found.mend[0].startswith("sudo sed ")


@pytest.mark.usefixtures("all_modules")
def test_words_that_are_no_command_stay_in_the_sentence(tmp_path: Path) -> None:
    board = board_with(
        tmp_path, ('driver = "spi"', 'driver = "pwm"'), ("gpio = 10 ", "gpio = 18 ")
    )
    case = look_at(a_pi(tmp_path, PI_5), board)
    *_, found = parts.drivers(case)
    assert (found.subject, found.state, found.mend) == ("strip", "wrong", ())
    assert f"{PI_5} cannot drive a strip by PWM; set strip.driver" in found.says


@pytest.mark.usefixtures("all_modules")
def test_without_pins_the_eliminator_waits_as_the_buttons_do(tmp_path: Path) -> None:
    case = look_at(a_pi(tmp_path))
    (tmp_path / "dev/gpiochip0").unlink()
    strip, eliminator, buttons = parts.drivers(case)
    assert (strip, buttons.state) == (STRIP, "wrong")
    assert eliminator == remark(
        "eliminator",
        f"{ELIMINATOR.says}; it waits for the pins, as the buttons do",
    )


def test_what_comes_after_a_command_is_no_part_of_it() -> None:
    says = "/dev/spidev0.0 is not open to this user"
    mend = "sudo usermod -aG spi $USER, and log in again"
    trouble = Trouble("strip", says, mend)
    assert parts.of_trouble(trouble) == wrong(
        "strip",
        f"{says}; after the command, log in again",
        "sudo usermod -aG spi $USER",
    )


def servo_board(folder: Path, driver: str, servo: str) -> Path:
    return board_with(
        folder,
        ('driver = "gpio" ', f'driver = "{driver}" '),
        ("servo = 13 ", f"{servo} "),
    )


@pytest.mark.usefixtures("all_modules")
def test_a_servo_on_i2c_needs_the_bus_and_its_group(tmp_path: Path) -> None:
    chip = "i2c_address = 0x40\ni2c_channel = 0"
    case = look_at(a_pi(tmp_path), servo_board(tmp_path, "pca9685", chip))
    *_, found = parts.drivers(case)
    assert found == wrong(
        "eliminator",
        "there is no /dev/i2c-1: I2C is switched off",
        "sudo raspi-config nonint do_i2c 0",
    )
    assert only(parts.groups(case)).says == "ada is in gpio, spi, i2c, dialout"
    put(tmp_path, "dev/i2c-1", "")
    assert {finding.state for finding in parts.drivers(case)} == {"well"}


ON = "dtoverlay=pwm,pin=13,func=4"
CONFIG = "boot/firmware/config.txt"


def on_pwm(tmp_path: Path, config: str, model: str = PI_4) -> list[Finding]:
    """What is said of a servo on GPIO13, where config.txt says this."""
    case = look_at(a_pi(tmp_path, model), servo_board(tmp_path, "pwm", "servo = 13"))
    put(tmp_path, CONFIG, config)
    return [f for f in parts.drivers(case) if f.subject == "eliminator"]


def switched_on(tmp_path: Path) -> None:
    """The kernel has the block, as the overlay switches it on."""
    block = tmp_path / "sys/devices/platform/fe20c000.pwm"
    block.mkdir(parents=True)
    (tmp_path / "sys/class/pwm/pwmchip0").mkdir(parents=True)
    (tmp_path / "sys/class/pwm/pwmchip0/device").symlink_to(block)


@pytest.mark.usefixtures("all_modules")
def test_a_servo_on_hardware_pwm_needs_the_overlay_of_its_own_pin_alone(
    tmp_path: Path,
) -> None:
    assert only(on_pwm(tmp_path, "")) == wrong(
        "eliminator",
        f"the PWM of GPIO13 is not switched on in /{CONFIG}",
        f"printf '[all]\\n{ON}\\n' | sudo tee -a /{CONFIG}",
        "sudo reboot",
    )
    switched_on(tmp_path)
    assert only(on_pwm(tmp_path, f"{ON}\n")).state == "well"


@pytest.mark.usefixtures("all_modules")
def test_an_overlay_that_takes_the_pin_of_why_is_wrong(tmp_path: Path) -> None:
    switched_on(tmp_path)
    line = "dtoverlay=pwm-2chan,pin=12,func=4,pin2=13,func2=4"
    assert only(on_pwm(tmp_path, f"{line}\n")) == wrong(
        "eliminator",
        f"{line} in /{CONFIG} gives the PWM GPIO12, which is why's button, as well",
        f"sudo sed -i 's/^{line}$/{ON}/' /{CONFIG}",
        "sudo reboot",
    )


@pytest.mark.parametrize(
    "line", ["dtoverlay=pwm-2chan,pin2=13,func2=4", "dtoverlay=vc4-kms-v3d,pin=12"]
)
@pytest.mark.usefixtures("all_modules")
def test_overlays_that_take_nobodys_pin_are_well(tmp_path: Path, line: str) -> None:
    switched_on(tmp_path)
    assert only(on_pwm(tmp_path, f"{line}\n")).state == "well"


@pytest.mark.parametrize(("model", "is_said"), [(PI_3, True), (PI_5, False)])
@pytest.mark.usefixtures("all_modules")
def test_sound_from_the_same_pwm_is_remarked_where_there_is_a_socket(
    tmp_path: Path, model: str, is_said: bool
) -> None:
    switched_on(tmp_path)
    found = on_pwm(tmp_path, f"dtparam=audio=on\n{ON}\n", model)
    assert [f.state for f in found] == ["well", *(["remark"] * is_said)]
    if is_said:
        assert found[1] == remark(
            "eliminator",
            f"/{CONFIG} switches the headphone socket on, whose sound is made by the "
            "same PWM; if the servo twitches or the sound crackles, switch it off",
            f"printf '[all]\\ndtparam=audio=off\\n' | sudo tee -a /{CONFIG}",
            "sudo reboot",
        )


# Sensor boards


def boards(case: Case) -> list[tuple[str, str, str]]:
    return [
        (finding.subject, finding.state, finding.says)
        for finding in parts.sensor_boards(case)
    ]


@pytest.mark.parametrize("said", [str.upper, str.lower])
def test_boards_are_found_by_their_usb_serial_on_any_port(
    tmp_path: Path, said: Callable[[str], str]
) -> None:
    swapped = tuple(
        port._replace(device=other.device, usb_serial=said(port.usb_serial or ""))
        for port, other in zip(PORTS, reversed(PORTS), strict=True)
    )
    case = look_at(a_pi(tmp_path, ports=lambda: swapped))
    assert boards(case) == [
        (
            f"sensor board {board.name}",
            "well",
            f"USB serial {board.usb_serial} on /dev/ttyACM{2 - number}",
        )
        for number, board in enumerate(BOARDS)
    ]


def test_a_board_that_is_not_plugged_in_is_wrong(tmp_path: Path) -> None:
    case = look_at(a_pi(tmp_path, ports=lambda: PORTS[1:]))
    first, *others = parts.sensor_boards(case)
    assert first == wrong(
        "sensor board depth",
        f"USB serial {BOARDS[0].usb_serial} is not plugged in",
        "ls -l /dev/serial/by-id/",
    )
    assert {finding.state for finding in others} == {"well"}


def test_a_pico_of_another_number_is_named_with_what_to_write(tmp_path: Path) -> None:
    mine = Port("/dev/ttyACM0", "2e8a:0005", "E660583883724A31")
    mouse = Port("/dev/ttyUSB0", "0403:6001", "A50285BI")
    case = look_at(a_pi(tmp_path, ports=lambda: (mine, mouse, *PORTS[1:])))
    missing, _, _, unknown = parts.sensor_boards(case)
    assert missing.says.endswith(
        "is not plugged in; is it one of the unknown boards below?"
    )
    assert unknown == remark(
        "unknown board",
        "USB serial E660583883724A31 on /dev/ttyACM0 is no board of the board map; if "
        "it is yours, write its number there as usb_serial",
        f"nano {boardmap.DEFAULT}",
    )


def test_a_pico_in_its_bootloader_is_named(tmp_path: Path) -> None:
    case = look_at(a_pi(tmp_path, ports=lambda: PORTS[1:]))
    for name, vendor, product in (
        ("1-1.2", "2e8a", "0003"),
        ("1-1.3", "2e8a", "0005"),
        ("1-1.4", "1d6b", "0003"),
        ("1-1.5", "2e8a", "000f"),
    ):
        put(tmp_path, f"sys/bus/usb/devices/{name}/idVendor", f"{vendor}\n")
        put(tmp_path, f"sys/bus/usb/devices/{name}/idProduct", f"{product}\n")
    *_, pico, pico_2 = parts.sensor_boards(case)
    assert pico == remark(
        "unknown board",
        "a Pico at USB 1-1.2 waits in its bootloader; plug it in again without its "
        "button held, or put the firmware on it",
    )
    assert pico_2.says.startswith("a Pico 2 at USB 1-1.5 waits in its bootloader")


def test_two_plugs_with_a_boards_number_are_named(tmp_path: Path) -> None:
    twin = PORTS[0]._replace(device="/dev/ttyACM9")
    case = look_at(a_pi(tmp_path, ports=lambda: (*PORTS, twin)))
    subject, state, says = boards(case)[0]
    assert (subject, state) == ("sensor board depth", "wrong")
    assert says == (
        f"2 USB plugs have the serial {PORTS[0].usb_serial}: {PORTS[0].device} and "
        "/dev/ttyACM9; unplug all but one"
    )


def test_a_table_without_sensor_boards_asks_for_none(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    text = boardmap.DEFAULT.read_text()
    path.write_text(text[: text.index("# Lanes run side by side")])
    case = look_at(a_pi(tmp_path, ports=lambda: ()), path)
    assert case.board is not None
    assert boards(case) == []
