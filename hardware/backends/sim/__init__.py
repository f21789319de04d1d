"""The simulated table: mock pins, pixels in memory, sensor boards that can fail.

backend       all of it, as a backend
boards        the sensor boards, with hands at them and faults in them
chips         a board's chip as a process of MicroPython
memory_chip   a board's chip inside this process
line          a serial line that can be made bad
memory        the strip, the supply and the servo in memory
clock         a clock that tests tick
speaker       a speaker that keeps what it would have played

It may start a process of MicroPython for a board's firmware, and touches no device.
Faults to try belong here alone.
"""
