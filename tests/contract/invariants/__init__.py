"""What always holds, game by game: `<game_with_underscores>.py` gives four names.

`longest(seats, options)`  no game takes more actions than that, chance's included
`broken(position)`         a sentence for each invariant that does not hold
`SECRETS`                  action type -> the fields that only the acting seat knows
                           until one of the game's reveals
`lookalikes(position, viewer)`  other positions that look the same to that viewer
"""
