"""What the lamps show, as numbers and in time.

layers    lamps and their colours as one layer of a frame
stills    pictures that are shown one after another, each for its time
rhythms   lamps that wink in their rhythm for a while
"""
