"""The rim of a Pico or Pico 2: which place of it each GPIO has."""

# GP0 to GP22; in between every fifth place is ground.
RIM = dict(enumerate(place for place in range(1, 30) if place % 5 != 3))
POWER, GROUND = "36", "38"  # 3.3 V out, and a ground beside it
RIM_PINS = (
    *((str(place), f"GP{gpio}") for gpio, place in RIM.items()),
    (POWER, "3V3 out"),
    (GROUND, "GND"),
)
