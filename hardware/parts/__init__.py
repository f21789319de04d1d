"""The table's parts, one file each: how it is driven and how its failure is met.

registry     what is fitted, what is wrong with it, and how a driver is retried
buttons      buttons on GPIO
strip        the strip of NeoPixels
eliminator   the Eliminator: a striker that moves only if all conditions hold
servos       three ways to drive its servo
guardian     a second process that ends the servo's pulses
speaker      the speaker
sound        mixes sounds
fitting      finds the driver of each `[[part]]` of the board map

Every other file is such a driver, like `encoder` and `buzzer`: it has a `fit` and is
listed nowhere but in the board map of who has that part.

A part is given its row of the board map, the pins and the clock. It may touch pins and
the sink of the strip's bytes, through the seam in `hardware.backend`; which backend is
below, it does not know. Only `servos` and `guardian` open devices themselves.
"""
