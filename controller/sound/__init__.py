"""The table's sounds and its voice.

recipes   reads `recipes.toml`: a few lines for each sound
synth     makes samples and the files in `cues/`, the same on every machine
cues      these files, by name
player    plays cues and music, as loud as they may be now
control   volume, music and speech, as the host sets them
spoken    what waits to be said
speech    says it by a program of its own, in one of that program's voices
"""
