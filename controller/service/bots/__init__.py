"""Seats that bots play at the table, each in a process of its own.

program   runs in that process: reads what its seat may know, and answers
process   the table's end of it: exchanges lines, and ends it
thinker   sends a process what its seat was shown, and reads its answers
seat      one seat: asks, waits as long as a person would, replaces a failed bot
seats     which seats bots play at a running table, and hints for people
"""
