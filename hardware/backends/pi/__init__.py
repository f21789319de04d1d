"""The real table on a Raspberry Pi: the only place that opens its pins and strip.

backend      the backend itself
checks       problems that keep parts from working on this Pi
pins         gpiozero's pins, over lgpio or RPi.GPIO
exact_pins   pins over lgpio, with exact pulses
pixels       the strip, with the driver that the board map names
spidev       the strip on SPI, through plain system calls
pin_chain    the strip on a pin of its own
power        the under-voltage alarm
alsa         sound through ALSA

Modules here may use device nodes, sysfs and the packages of the `pi` extras. They
import those packages late, because a laptop does not have them.
"""
