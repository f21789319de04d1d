"""What a game gives to the table, and helpers that several games share.

staging        a game's light, pieces, cards, gestures and prompts, in one record
plain          the staging of a game without its own
gestures       press, hold, count, card and carry
places         the names of all places of a table
pictures       signs on the grid, the row of a lane, seats' lamps, blinking, a wave
effect_sheet   reads `effects.toml`: what each event looks and sounds like
house_data     declares what `data.toml` holds, and within which bounds
lesson         a game's lesson: what it says and wants at each point of the log
lesson_sheet   reads `lesson.toml`
printing       what a game gives to `undertow print`
"""
