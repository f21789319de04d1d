"""A club's evening: several tables on one broker, one list of names, one ranking.

pairing   who plays whom: pods by score, few repeats, fair seats, byes in turn
evening   the evening so far, and its file
tables    the tables on the broker: what they show, and starting a game there
director  starts rounds, takes results, and continues after a kill
page      the standings for a television, and the evening's report
command   `undertow club`

It is a separate program and talks to the tables only over the broker.
"""
