"""A club's evening: several tables on one broker, one list of names, one standing.

pairing   who plays whom: pods by score, few repeats, fair seats, byes in turn
evening   the evening so far, from the file that it is kept in
tables    the tables on the broker: what they show, and starting a game there
director  starts rounds, takes results, and goes on after a kill
page      the standings for a television, and the evening's report
command   `undertow club`

It is a program of its own and talks to the tables over the broker alone.
"""
