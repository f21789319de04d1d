"""What stays as it is until somebody means to change it: kept as files, and made anew.

Playthroughs, perft counts, recordings, drawings and inputs that once broke something.
"""
