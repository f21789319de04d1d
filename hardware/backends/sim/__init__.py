"""The simulated table: mock pins, pixels in memory and sensor boards that can fail.

It may start a process of MicroPython for a board's firmware, and touches no device.
Faults to try belong here alone.
"""
