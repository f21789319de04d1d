"""Buttons: gpiozero's own devices, on mock pins, with a contact that bounces."""

from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.buttons import Buttons
from hardware.readings import Pressed, Reading, Released
from hardware.sim.clock import VirtualClock
from wiring.boardmap import Button

BOUNCE_S = 0.025
SEAT, OK = Button("seat:0", 4, 0), Button("ok", 24, 1)


class PinUnderAFinger(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A closed contact wins over the resistor that pulls the pin up."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


class Contacts:
    """Two buttons, their pins, and what has been read."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.pins = MockFactory()
        self.read: list[tuple[float, Reading]] = []
        self.buttons: Buttons | None = None
        self.broken = False

    def connect(self) -> None:
        self.buttons = Buttons([SEAT, OK], BOUNCE_S, self.pins, self.clock, self._post)

    def _post(self, reading: Reading) -> None:
        if self.broken:
            raise ZeroDivisionError
        self.read.append((round(self.clock.time(), 6), reading))

    def pin(self, row: Button) -> Any:
        return self.pins.pin(row.gpio)

    def down(self, row: Button = SEAT) -> None:
        self.pin(row).drive_low()
        self.clock.run_calls()

    def up(self, row: Button = SEAT) -> None:
        self.pin(row).drive_high()
        self.clock.run_calls()


@pytest.fixture
def contacts() -> Iterator[Contacts]:
    contacts = Contacts()
    yield contacts
    if contacts.buttons:
        contacts.buttons.close()
    contacts.pins.close()


def test_the_pin_is_pulled_up_so_that_a_cut_wire_is_not_pressed(
    contacts: Contacts,
) -> None:
    contacts.connect()
    assert contacts.pin(SEAT).pull == "up"
    assert contacts.read == []


def test_a_press_and_a_release_are_one_reading_each(contacts: Contacts) -> None:
    contacts.connect()
    contacts.down()
    contacts.clock.tick(1)
    contacts.up()
    contacts.clock.tick(1)
    assert contacts.read == [(0, Pressed("seat:0")), (1, Released("seat:0"))]


def test_the_first_edge_counts_at_once(contacts: Contacts) -> None:
    contacts.connect()
    contacts.down()
    assert contacts.clock.time() == 0
    assert contacts.read == [(0, Pressed("seat:0"))]


def test_five_edges_of_a_bouncing_contact_are_one_press(contacts: Contacts) -> None:
    contacts.connect()
    for edge in (contacts.down, contacts.up, contacts.down, contacts.up, contacts.down):
        edge()
        contacts.clock.tick(0.002)
    contacts.clock.tick(1)
    assert contacts.read == [(0, Pressed("seat:0"))]


def test_a_contact_that_bounces_on_release_is_one_release(contacts: Contacts) -> None:
    contacts.connect()
    contacts.down()
    contacts.clock.tick(1)
    for edge in (contacts.up, contacts.down, contacts.up, contacts.down, contacts.up):
        edge()
        contacts.clock.tick(0.002)
    contacts.clock.tick(1)
    assert contacts.read == [(0, Pressed("seat:0")), (1, Released("seat:0"))]


def test_a_press_shorter_than_the_bounce_time_still_gives_its_release(
    contacts: Contacts,
) -> None:
    contacts.connect()
    contacts.down()
    contacts.clock.tick(0.005)
    contacts.up()
    contacts.clock.tick(1)
    assert contacts.read == [
        (0, Pressed("seat:0")),
        (BOUNCE_S, Released("seat:0")),
    ]


def test_a_bounce_that_ends_in_the_other_state_is_believed_when_it_is_over(
    contacts: Contacts,
) -> None:
    contacts.connect()
    for edge in (contacts.down, contacts.up, contacts.down, contacts.up):
        edge()
        contacts.clock.tick(0.002)
    contacts.clock.tick(0.016)
    assert contacts.read == [(0, Pressed("seat:0"))]
    contacts.clock.tick(1)
    assert contacts.read == [
        (0, Pressed("seat:0")),
        (BOUNCE_S, Released("seat:0")),
    ]


def test_the_next_press_after_the_bounce_time_counts_at_once_again(
    contacts: Contacts,
) -> None:
    contacts.connect()
    for _ in range(3):
        contacts.down()
        contacts.clock.tick(0.03)
        contacts.up()
        contacts.clock.tick(0.03)
    assert contacts.read == [
        (0, Pressed("seat:0")),
        (0.03, Released("seat:0")),
        (0.06, Pressed("seat:0")),
        (0.09, Released("seat:0")),
        (0.12, Pressed("seat:0")),
        (0.15, Released("seat:0")),
    ]


def test_buttons_bounce_each_for_itself(contacts: Contacts) -> None:
    contacts.connect()
    contacts.down(SEAT)
    contacts.clock.tick(0.001)
    contacts.down(OK)
    contacts.up(OK)
    contacts.clock.tick(1)
    assert contacts.read == [
        (0, Pressed("seat:0")),
        (0.001, Pressed("ok")),
        (0.026, Released("ok")),
    ]


def test_a_button_that_is_down_at_the_start_is_pressed(contacts: Contacts) -> None:
    contacts.pins.pin(OK.gpio, pin_class=PinUnderAFinger)
    contacts.connect()
    assert contacts.read == [(0, Pressed("ok"))]
    contacts.clock.tick(1)
    contacts.up(OK)
    contacts.clock.tick(1)
    assert contacts.read == [(0, Pressed("ok")), (1, Released("ok"))]


def test_a_closed_button_reads_nothing_more_and_frees_its_pin(
    contacts: Contacts,
) -> None:
    contacts.connect()
    assert contacts.buttons
    contacts.buttons.close()
    contacts.down()
    contacts.clock.tick(1)
    assert contacts.read == []
    contacts.up()
    contacts.connect()
    contacts.down()
    assert contacts.read == [(1, Pressed("seat:0"))]


def test_a_reading_is_posted_on_the_tables_thread_and_not_in_gpiozeros_call(
    contacts: Contacts,
) -> None:
    contacts.connect()
    contacts.pin(SEAT).drive_low()
    assert contacts.read == []
    contacts.clock.run_calls()
    assert contacts.read == [(0, Pressed("seat:0"))]


def test_a_button_lives_on_when_its_reading_raised_an_exception(
    contacts: Contacts,
) -> None:
    contacts.connect()
    contacts.broken = True
    with pytest.raises(ZeroDivisionError):
        contacts.down()
    contacts.broken = False
    contacts.clock.tick(1)
    contacts.up()
    contacts.clock.tick(1)
    contacts.down()
    assert contacts.read == [(1, Released("seat:0")), (2, Pressed("seat:0"))]
