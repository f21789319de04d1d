"""Stands for MicroPython's own module `micropython`: which byte stops a program."""

from tests.firmware.standin.played_chip import Played


def kbd_intr(byte: int) -> None:
    Played.interrupt = byte
