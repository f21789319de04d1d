"""Sounds: recipes of a few lines, and the cues that are made of them.

recipes   `recipes.toml`, checked
synth     a recipe becomes samples; whole numbers only, so every machine makes the same
making    writes the files in `cues/`, and checks them
cues      these files, by name
player    plays them, and music, as loud as they may be; `control` is for the host
spoken    what waits to be said; `speech` says it by a program of its own
voices    which voices that program has, asked when somebody wants to choose
"""
