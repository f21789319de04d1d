"""The real table on a Raspberry Pi: the only place that opens its pins and strip.

backend      the backend itself
checks       what keeps the parts from working on this Pi
pins         gpiozero's pins, over lgpio or RPi.GPIO
exact_pins   pins over lgpio, with exact pulses
pixels       the strip, by the driver that the board map names
spidev       the strip on SPI, by plain system calls
pin_chain    the strip on a pin of its own
power        whether the supply is too weak
alsa         sound through ALSA

It may touch device nodes, sysfs and the packages of the `pi` extras, which are imported
where they are used, because no laptop has them.
"""
