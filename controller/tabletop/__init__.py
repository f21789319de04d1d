"""What a game gives to the table, and what several games share for that.

staging        a game's light, pieces, cards and gestures, in one record
plain          the same for a game that brings none of it
gestures       press, hold, count, card and carry
decisions      what a seat is asked, in words
places         the names of all places of a table
pictures       signs on the grid, the row of a lane, seats' lamps
effects        blinking, and a wave
effect_sheet   reads `effects.toml`: what each event looks and sounds like
lesson         a game's lesson as a value
lesson_sheet   reads `lesson.toml`
teaching       what a lesson says and wants at this point of the log
printing       what a game gives to `undertow print`
"""
