"""The table's parts, one driver in each file.

registry     lists the fitted parts and their faults, and retries a failed driver
buttons      buttons on GPIO
strip        the strip of NeoPixels
eliminator   the Eliminator: a striker that moves only if all conditions hold
servos       two ways to drive its servo
guardian     a second process that ends the servo's pulses
speaker      the speaker
sound        mixes sounds
fitting      finds the driver of each `[[part]]` of the board map

Every other file is such a driver, like `encoder` and `buzzer`: it has a `fit`, and only
the board maps that use it list it.

A part gets its row of the board map, the pins and the clock. It uses the interface in
`hardware.backend` and does not know which backend runs it. Only `servos` and `guardian`
open devices themselves.
"""
