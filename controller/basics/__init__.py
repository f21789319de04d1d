"""Pure modules that every package may import; they import only each other.

errors      the exceptions, as one tree
record      records of two kinds are never equal
sentence    a sentence as a key and its values, rendered only where a person reads it
sheet       a TOML file read into NamedTuples; refusals name file and line
files       refuses pipes and devices; writes files that are surely on disk
locate      the line on which a TOML file says something
"""
