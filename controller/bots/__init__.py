"""Bots: seats that a program plays, knowing what such a seat may know.

`sense` is what a game may give its bots, `seen` what a seat has been shown, `memory`,
`card_memory` and `particles` make whole positions that fit it, `search` tries actions
out on them, and `levels` chooses one.
"""
