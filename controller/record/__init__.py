"""Recordings of a table, and how they are played again.

unrecorded   what the service does where nobody records
noted        what of the table is noted: its journal, its chance, its positions
recording    `undertow play --record FILE`
file         the file itself, written and read
checks       what may stand in it
playing      a recording played again, and compared turn by turn
showing      the same with its page, at the pace of a clock
command      `undertow replay FILE`
"""
