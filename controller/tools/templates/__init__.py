"""Templates for games: each folder is a playable game, copied under a new name.

bot     common sense for bots, with `--bot`
"""
