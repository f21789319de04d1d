"""Buttons: gpiozero's own devices on mock pins, with a bouncing contact."""

from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero import GPIODevice
from gpiozero.pins.mock import MockFactory, MockPin

from controller.basics.sentence import say
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.buttons import (
    QUIET_S,
    STUCK_S,
    Buttons,
)
from hardware.parts.registry import PATIENCE_S, DriverContext, Parts
from hardware.readings import Pressed, Reading, Released
from tests.support import broken
from wiring.boardmap import Button

BOUNCE_S = 0.025
SEAT, OK = Button("seat:0", 4, 0), Button("ok", 24, 1)


class PinUnderAFinger(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin whose closed contact wins over its pull-up."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


class Contacts:
    """Two buttons, their pins, and what has been read."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.pins = MockFactory()
        self.parts = Parts()
        self.read: list[tuple[float, str]] = []
        self.buttons: Buttons | None = None
        self.broken = False

    def connect(self, bounce_s: float = BOUNCE_S, **more: Any) -> None:
        context = DriverContext(self.pins, self.clock, self._post, self.parts, bounce_s)
        self.buttons = Buttons([SEAT, OK], context, **more)

    def _post(self, reading: Reading) -> None:
        if self.broken:
            raise ZeroDivisionError
        assert isinstance(reading, Pressed | Released)
        words = f"{type(reading).__name__} {reading.control}"
        self.read.append((round(self.clock.time(), 6), words))

    def pin(self, row: Button) -> Any:
        return self.pins.pin(row.gpio)

    def down(self, row: Button = SEAT) -> None:
        self.pin(row).drive_low()
        self.clock.run_calls()

    def up(self, row: Button = SEAT) -> None:
        self.pin(row).drive_high()
        self.clock.run_calls()

    def flap(self, edges: int, every_s: float, row: Button = SEAT) -> None:
        """Let a wire make and break, beginning with the next edge."""
        for _ in range(edges):
            (self.down if self.pin(row).state else self.up)(row)
            self.clock.tick(every_s)

    @property
    def readings(self) -> list[str]:
        return [reading for _, reading in self.read]

    @property
    def trouble(self) -> list[str]:
        return broken(self.parts)


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


def test_five_edges_of_a_bouncing_contact_are_one_press(contacts: Contacts) -> None:
    contacts.connect()
    for edge in (contacts.down, contacts.up, contacts.down, contacts.up, contacts.down):
        edge()
        contacts.clock.tick(0.002)
    contacts.clock.tick(1)
    assert contacts.read == [(0, "Pressed seat:0")]


def test_a_press_shorter_than_the_bounce_time_still_gives_its_release(
    contacts: Contacts,
) -> None:
    contacts.connect()
    contacts.down()
    contacts.clock.tick(0.005)
    contacts.up()
    contacts.clock.tick(1)
    assert contacts.read == [
        (0, "Pressed seat:0"),
        (BOUNCE_S, "Released seat:0"),
    ]


def test_a_button_that_is_down_at_the_start_is_pressed(contacts: Contacts) -> None:
    contacts.pins.pin(OK.gpio, pin_class=PinUnderAFinger)
    contacts.connect()
    assert contacts.read == [(0, "Pressed ok")]
    contacts.clock.tick(1)
    contacts.up(OK)
    contacts.clock.tick(1)
    assert contacts.read == [(0, "Pressed ok"), (1, "Released ok")]


def test_a_reading_is_posted_on_the_tables_thread_and_not_in_gpiozeros_call(
    contacts: Contacts,
) -> None:
    contacts.connect()
    contacts.pin(SEAT).drive_low()
    assert contacts.read == []
    contacts.clock.run_calls()
    assert contacts.read == [(0, "Pressed seat:0")]


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
    assert contacts.read == [(1, "Released seat:0"), (2, "Pressed seat:0")]


# Stuck


BUTTON = ["seat:0's button"]


def test_a_button_down_longer_than_a_hand_would_is_named_and_counts_as_released(
    contacts: Contacts,
) -> None:
    contacts.connect()
    contacts.down()
    contacts.clock.tick(STUCK_S - 0.001)
    assert contacts.readings == ["Pressed seat:0"]
    assert contacts.trouble == []
    contacts.clock.tick(0.001)
    assert contacts.read[1:] == [(STUCK_S, "Released seat:0")]
    assert contacts.trouble == BUTTON
    # Makers are told of its wire, players what to do.
    (told,) = (part.told for part in contacts.parts.all() if part.trouble)
    assert told == say("trouble.held", control="seat:0")


def test_a_stuck_button_is_taken_back_when_it_has_come_up(contacts: Contacts) -> None:
    contacts.connect()
    contacts.down()
    contacts.clock.tick(STUCK_S)
    contacts.up()
    assert contacts.trouble == BUTTON
    contacts.clock.tick(BOUNCE_S)
    assert contacts.trouble == []
    # It had been released already, and works as it did before.
    assert len(contacts.read) == 2
    contacts.down()
    contacts.clock.tick(1)
    contacts.up()
    assert contacts.readings[2:] == ["Pressed seat:0", "Released seat:0"]


def test_a_key_switch_may_stay_on_for_hours(contacts: Contacts) -> None:
    contacts.connect(stays={"ok"})
    contacts.down(OK)
    contacts.down(SEAT)
    contacts.clock.tick(7200)
    assert contacts.trouble == BUTTON
    contacts.up(OK)
    assert contacts.readings == [
        "Pressed ok",
        "Pressed seat:0",
        "Released seat:0",
        "Released ok",
    ]


# Chattering


def test_a_loose_wire_is_named_and_ignored(contacts: Contacts) -> None:
    contacts.connect()
    contacts.flap(110, 0.03)
    assert contacts.trouble == BUTTON
    read = len(contacts.read)
    assert contacts.readings[-1] == "Released seat:0"
    contacts.flap(500, 0.03)
    assert len(contacts.read) == read


def test_a_wire_that_has_come_to_rest_works_again(contacts: Contacts) -> None:
    contacts.connect()
    contacts.flap(130, 0.03)
    assert contacts.trouble
    read = len(contacts.read)
    contacts.clock.tick(2 * QUIET_S)
    assert contacts.trouble == []
    contacts.down()
    contacts.clock.tick(1)
    contacts.up()
    assert contacts.readings[read:] == ["Pressed seat:0", "Released seat:0"]


def test_a_wire_that_comes_to_rest_on_ground_is_stuck_and_not_pressed(
    contacts: Contacts,
) -> None:
    contacts.connect()
    contacts.flap(131, 0.03)
    read = len(contacts.read)
    contacts.clock.tick(2 * QUIET_S)
    assert contacts.trouble == BUTTON
    assert len(contacts.read) == read
    contacts.up()
    contacts.clock.tick(1)
    assert contacts.trouble == []
    contacts.down()
    assert contacts.readings[read:] == ["Pressed seat:0"]


def test_nine_presses_a_second_are_still_a_hand(contacts: Contacts) -> None:
    contacts.connect()
    contacts.flap(9 * 2 * 20, 1 / 18)
    assert contacts.trouble == []
    assert len(contacts.read) == 9 * 2 * 20


# A pin that does not open


def test_a_pin_in_use_takes_its_button_out_until_it_is_free(
    contacts: Contacts,
) -> None:
    other = GPIODevice(SEAT.gpio, pin_factory=contacts.pins)
    contacts.connect()
    assert contacts.trouble == BUTTON
    contacts.down(OK)
    assert contacts.readings == ["Pressed ok"]
    other.close()
    contacts.clock.tick(PATIENCE_S[0])
    assert contacts.trouble == []
    contacts.down()
    assert contacts.readings == ["Pressed ok", "Pressed seat:0"]


class PinWithoutEdges(MockPin):  # type: ignore[misc]  # gpiozero has no types
    broken = True

    def _set_edges(self, value: str) -> None:
        if self.broken:
            raise PermissionError(13, "Permission denied")
        super()._set_edges(value)


class PressedPinWithoutEdges(PinWithoutEdges, PinUnderAFinger):
    """A pin that opens late, while its button is down."""


def test_a_button_that_is_down_when_its_pin_opens_at_last_is_pressed(
    contacts: Contacts,
) -> None:
    pin = contacts.pins.pin(SEAT.gpio, pin_class=PressedPinWithoutEdges)
    contacts.connect()
    pin.broken = False
    # What a reading causes is not the pin's fault.
    contacts.broken = True
    with pytest.raises(ZeroDivisionError):
        contacts.clock.tick(PATIENCE_S[0])
    assert contacts.trouble == []
    contacts.broken = False
    contacts.up()
    contacts.clock.tick(1)
    assert contacts.readings == ["Released seat:0"]


def test_closed_buttons_are_not_opened_again_and_tell_nothing(
    contacts: Contacts,
) -> None:
    other = GPIODevice(SEAT.gpio, pin_factory=contacts.pins)
    contacts.connect()
    contacts.pin(OK).drive_low()
    assert contacts.buttons
    contacts.buttons.close()
    other.close()
    contacts.clock.tick(200)
    contacts.down()
    assert contacts.readings == []
