"""What a game gives to the table, and what several games say alike.

staging    a game's light, pieces and cards
gestures   by which its actions are meant
places     of a table, by name
pictures   signs on the grid, rows of a lane, seats' lamps
effects    blinking, waves
effect_sheet  what each event looks and sounds like, from the game's `effects.toml`
lesson     what is dealt, said and wanted at first; `lesson_sheet` reads it
teaching   what a lesson says and wants after a log
"""
