"""The simulated table: mock pins, pixels in memory, sensor boards that can fail.

backend       the backend itself
boards        the sensor boards, with hands and faults
chips         a board's chip as a process of MicroPython
memory_chip   a board's chip inside this process
memory        the strip, the supply and the servo in memory
clock         a clock that tests tick
speaker       a speaker that keeps its samples

It may start a MicroPython process for a board's firmware, but it uses no device.
Only this backend can cause faults on purpose.
"""
