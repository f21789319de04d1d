"""Backends: where input and output go.

pi         a real table on a Raspberry Pi
sim        a simulated table, in memory
replay     a table that is recorded or replayed

Each implements `hardware.backend.Backend`. Only `hardware.choose`, replays and
benchmarks import a particular one.
"""
