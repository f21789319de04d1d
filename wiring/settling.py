"""How long a multiplexer's signal needs after a select line has changed.

A sensor at rest lets go of the line. Then only the Pico's pull-up R charges what hangs
on it, C, from 0 V at worst, where the channel before had a magnet:

    t = R · C · ln(V / (V - VIH))

The other way round a sensor pulls it down through the multiplexer, which takes a
thousandth of that.
"""

from math import log

SUPPLY_V = 3.3
HIGH_V = 2.0  # what an RP2040 takes for a one, at the latest
PULL_UP_OHM = 80_000  # the weakest that its maker allows; the strongest is 50 kΩ
COMMON_PF = 50  # of a CD74HC4067's common pin
CHANNEL_PF = 5  # of the channel that is switched through
PIN_PF = 10  # of the Pico's pin and its pad, rounded up
CABLE_PF_M = 60  # a wire of a flat cable between two others
MARGIN = 1.5  # boards wait so many times as long as was worked out


def capacity_pf(length_m: float) -> float:
    """Of a signal: `length_m` of flat cable and of wire from there to the sensor."""
    return CABLE_PF_M * length_m + COMMON_PF + CHANNEL_PF + PIN_PF


def settle_us(length_m: float) -> float:
    rise = log(SUPPLY_V / (SUPPLY_V - HIGH_V))
    return PULL_UP_OHM * capacity_pf(length_m) * 1e-6 * rise
