"""Seats that bots play at the table, each in a process of its own.

program   what runs in that process: it is told what its seat may know, and answers
process   the table's end of it: lines to it and from it, and its end
thinker   tells a process what its seat was shown, and makes something of its answers
seat      one seat: asks, waits as a person would, puts another bot there if one fails
seats     which seats those are, and hints for people
at_table  all of it at a running table
"""
