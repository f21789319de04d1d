"""The game on the table: what is asked of it, and what is shown of it.

session   an Intent becomes a Change: planned, on disk, accepted
undo      what may be undone
present   a Change becomes lamps
table     wires session, input, pieces and light together; nothing else knows it
"""
