"""The table's parts, one file each: how a part is driven, and what happens if it fails.

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
listed nowhere but in the board maps that use it.

A part gets its row of the board map, the pins and the clock. It uses the interface in
`hardware.backend` and does not know which backend is below. Only `servos` and
`guardian` open devices themselves.
"""
