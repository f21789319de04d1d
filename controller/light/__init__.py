"""What the lamps show. Only `lights` sends anything to the strip.

colour      colours, their rhythms, and the keyframes of an effect
palette     the colours that mean something, the same for lamps and pages
keyframes   plays keyframes in order; the number of a ruling as blinks
rhythms     makes lamps wink for a while
legend      how a game says what its lamps mean
lights      lays all layers over each other and sends the frame
"""
