"""The sensor boards: from the bytes of their wire to readings.

ports      serial ports; knows nothing of what is said on them
link       the table's end of the wire to one board; no port and no clock
question   how a board is asked that may still be starting (used by `link`)
sensors    what a board's bits and tags mean; no port and no clock
driver     brings them together: finds boards, and looks again when one goes
"""
