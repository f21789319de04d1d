"""What the lamps show. Only `lights` sends anything to the strip.

colour      colours, their rhythms, and the keyframes of effects
palette     the colours with a meaning, the same for lamps and pages
playback    plays keyframes, winks lamps, and blinks a ruling's number
legend      how a game declares what its lamps mean
lights      merges all layers and sends the frame
"""
