"""Recordings of a table, and how they are played again.

hooks       what is recorded of the table: its journal, its chance, its positions
recording   `undertow play --record FILE`
file        the file of a recording, written and read
playback    plays a recording again, and compares it turn by turn
live        the same with its page, as fast as it was played or faster
command     `undertow replay FILE`
"""
