"""From hands, cards and pieces to what is asked of the game; no I/O here.

intents     what people ask of the game, as values
situation   what is on the table now, as one value
held        the buttons that are down, and which presses count meanwhile
narrowing   which scripts still fit what has been done (used by `gestures`)
pointer     points at one thing after another, as `next` does
router      a Reading becomes Intents and Notices
tries       what is tried while `why` is held, and the answer to it
"""
