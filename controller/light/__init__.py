"""What the lamps show. Only `lights` sends anything to the strip.

colour      colours, their rhythms, and the keyframes of an effect
palette     the colours that mean something, the same for lamps and pages
playback    plays keyframes in order, and lets lamps wink; a ruling's number as blinks
legend      how a game says what its lamps mean
lights      lays all layers over each other and sends the frame
"""
