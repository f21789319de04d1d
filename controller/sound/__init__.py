"""The table's sounds and its voice.

recipes   reads `recipes.toml`: a few lines for each sound
synth     makes samples of a recipe, the same on every machine
making    writes the files in `cues/`, and says which are stale
cues      these files, by name
player    plays cues and music, as loud as they may be now
control   volume, music and speech, as the host sets them
spoken    what waits to be said
speech    says it, by a program of its own
voices    which voices that program has
"""
