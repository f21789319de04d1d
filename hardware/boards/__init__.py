"""The sensor boards: turn the bytes on their wire into readings.

ports      serial ports, regardless of what they carry
link       the table's end of the wire to one board; no port and no clock
question   the question to a board that may still be starting
sensors    what a board's bits and tags mean; no port and no clock
driver     finds boards, and searches again for those that disappear
"""
