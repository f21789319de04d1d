"""The sensor boards: from the bytes of their wire to readings.

`link` and `sensors` know the wire and the board map but no port and no clock; `ports`
knows serial ports and nothing of what is said on them; `driver` brings them together.
"""
