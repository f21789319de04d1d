"""The sensor boards: from the bytes of their wire to readings.

ports      serial ports, whatever is sent over them
link       the table's end of the wire to one board; no port and no clock
question   the question to a board that may still be starting
sensors    what a board's bits and tags mean; no port and no clock
driver     finds boards, and looks again for those that disappear
"""
