"""While `why` is held, what hands do is judged and not played.

tries      begins and ends it, and passes presses, cards and pieces on
trial      what has been tried in one position, and the answer to it
attempts   everything that could be tried now, legal or not
"""
