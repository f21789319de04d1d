"""The rules kernel: what a game is and how one is played, without I/O or clock.

`game` says what a game has to give, `records` how actions and events are written,
`match` plays one game and keeps its log, `views` tells who may see what.
"""
