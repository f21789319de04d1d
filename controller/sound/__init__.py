"""The table's sounds and its voice.

synth     makes the files in `cues/` from `recipes.toml`, the same on every machine
cues      these files, by name
control   plays cues and music, as loud as they may be now
spoken    what waits to be said
speech    says it by a program of its own
"""
