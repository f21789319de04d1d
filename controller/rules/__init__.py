"""The rules kernel: what a game is and how one is played, without I/O or clock.

`game` says what a game has to give, `steps` and `kinds` what may be done and why not,
`record` keeps records of two kinds apart, `records` says how they are written, `match`
plays one game and keeps its log, `views` tells who may see what, `deals` has what
several games share.
"""
