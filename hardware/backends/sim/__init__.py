"""The simulated table: mock pins, pixels in memory, sensor boards that can fail.

backend       all of it, as a backend
boards        the sensor boards, with hands at them and faults in them
chips         a board's chip as a process of MicroPython
memory_chip   a board's chip inside this process
line          a serial line that can be made bad
clock         a clock that tests tick
pixels        a strip in memory
speaker       a speaker that keeps what it would have played
striker       a servo in memory
planted       a table with faults planted in it, for tests of the selftest

It may start a process of MicroPython for a board's firmware, and touches no device.
Faults to try belong here alone.
"""
