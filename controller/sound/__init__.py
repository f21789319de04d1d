"""The table's sounds and its voice.

synth     makes the files in `cues/` from `recipes.toml`, identically on every machine
cues      these files, by name
control   plays cues and music at the volume allowed now
spoken    the queue of sentences to say
speech    speaks them with an external program
"""
