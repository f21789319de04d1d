"""What a game gives to the table, and what several games share for that.

staging        a game's light, pieces, cards, gestures and prompts, in one record
plain          the same for a game that brings none of it
gestures       press, hold, count, card and carry
places         the names of all places of a table
pictures       signs on the grid, the row of a lane, seats' lamps, blinking, a wave
effect_sheet   reads `effects.toml`: what each event looks and sounds like
house_data     declares what `data.toml` holds, and within which bounds
lesson         a game's lesson, and what it says and wants at a point of the log
lesson_sheet   reads `lesson.toml`
printing       what a game gives to `undertow print`
"""
