"""Recordings of a table, and their replay.

hooks       records the table's journal, chance and positions
recording   `undertow play --record FILE`
file        the file of a recording, written and read
playback    replays a recording and compares it turn by turn
command     `undertow replay FILE`
"""
