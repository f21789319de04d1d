"""`undertow backup` and `undertow restore`: everything of a table in one file.

contents   which files belong to a table, and where they lie
restore    puts the files of a backup back in their places
archive    the file of a backup: written whole, and checked before it is used
command    both commands
"""
