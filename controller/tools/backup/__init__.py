"""`undertow backup` and `undertow restore`: all of a table's data in one file.

contents   which files belong to a table, and where they are
restore    puts the files of a backup back in their places
archive    the backup file: written as a whole, and checked before use
command    both commands
"""
