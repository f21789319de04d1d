"""Seats that bots play at the table, each in a process of its own.

program   what runs in that process: hears what its seat may know, and answers
process   the table's end of it: lines to it and from it, and its end
thinker   tells a process what its seat was shown, and reads its answers
seat      one seat: asks, waits as a person would, replaces a bot that fails
seats     which seats bots play at a running table, and hints for people
"""
