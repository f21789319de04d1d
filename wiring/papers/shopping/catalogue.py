"""Parts by their manufacturers' numbers, with alternatives and price classes.

Prices were estimated once: see `PRICED`.
"""

from typing import NamedTuple

PRICED = "2026-11"
PENNIES, SMALL, MIDDLE, LARGE, MOST = (
    "under 1 EUR",
    "1 to 5 EUR",
    "5 to 20 EUR",
    "20 to 60 EUR",
    "over 60 EUR",
)


class Ware(NamedTuple):
    number: str
    instead: str
    price: str  # of one, or of a metre


WARES = {
    "pi": Ware("Raspberry Pi 4 Model B, 2 GB", "3 B+, 5 or Zero 2 W", LARGE),
    "card": Ware("SanDisk Ultra microSDHC 32 GB, A1", "any of class A1", MIDDLE),
    "pi supply": Ware("Raspberry Pi 15W USB-C", "Raspberry Pi 27W for a Pi 5", MIDDLE),
    "strip": Ware("BTF-LIGHTING WS2812B, IP30", "SK6812 RGB, not RGBW", MIDDLE),
    "supply": Ware("Mean Well, desktop, 5 V", "any with a safety mark", MOST),
    "jack": Ware("Adafruit 368", "cut off the plug and solder", SMALL),
    "fuse": Ware(
        "Littelfuse 218 series, 5 × 20 mm", "an automotive blade fuse", PENNIES
    ),
    "fuse holder": Ware("Bulgin FX0321", "a holder for blade fuses", SMALL),
    "rails": Ware("WAGO 221-415", "a screw terminal block", PENNIES),
    "breadboard": Ware("BusBoard BB830", "any with two rails", MIDDLE),
    "shifter": Ware("TI SN74AHCT125N", "SN74HCT125N; not HC, not AHC", PENNIES),
    "330 Ω": Ware("Yageo MFR-25FRF52-330R", "any of 1/4 W", PENNIES),
    "10 kΩ": Ware("Yageo MFR-25FRF52-10K", "any of 1/4 W", PENNIES),
    "electrolytic": Ware("Panasonic EEU-FR1A102", "any of 105 °C", PENNIES),
    "capacitor": Ware("Vishay K104K15X7RF5TH5", "any X7R", PENNIES),
    "seat": Ware("Sanwa OBSC-30", "Seimitsu PS-14-KN", SMALL),
    "control": Ware("Sanwa OBSC-24", "Seimitsu PS-14-DN-K", SMALL),
    "push button": Ware("Daier PBS-33B", "a 6 × 6 mm one on the breadboard", SMALL),
    "servo": Ware("FEETECH FS90", "Tower Pro SG90, if analogue", SMALL),
    "key": Ware(
        "Schneider Electric XB4BG21 with a second contact, ZBE101",
        "any with two separate poles; buttons.key_hole_mm is its hole",
        LARGE,
    ),
    "magnet 8 × 3": Ware("supermagnete S-08-03-N", "another: see [piece]", PENNIES),
    "magnet 6 × 2": Ware("supermagnete S-06-02-N", "another: see [puck]", PENNIES),
    "other magnet": Ware("any of that size and grade", "none weaker", PENNIES),
    "pca9685": Ware("Adafruit 815", "any PCA9685 board", MIDDLE),
    "amplifier": Ware("Adafruit 3006", "any MAX98357A board", MIDDLE),
    "speaker": Ware("Visaton K 50 WP, 8 Ω", "any of that size", MIDDLE),
    "usb speaker": Ware("Adafruit 3369", "any that `aplay -L` lists", MIDDLE),
    "active speaker": Ware("Logitech Z120", "any with a 3.5 mm plug", MIDDLE),
    "part": Ware("as its driver says", "any that its driver is for", SMALL),
    "pico": Ware("Raspberry Pi Pico (SC0915)", "Pico 2 (SC1631)", SMALL),
    "usb": Ware("StarTech UUSBHAUB3", "any data cable", SMALL),
    "hub": Ware("TP-Link UH700", "not needed for a Pi 4 or 5", LARGE),
    "multiplexer": Ware(
        "SparkFun BOB-09056", "any CD74HC4067 board; not HCT, which needs 5 V", SMALL
    ),
    "stripboard": Ware("Rademacher H25SR160, cut", "any, holes 2.54 mm apart", SMALL),
    "socket strip": Ware("Samtec SSW-120-01-G-S", "any to solder", SMALL),
    "contact": Ware("Harwin M20-1180042 in M20-1060100", "solder the wires", PENNIES),
    "hall": Ware("TI DRV5032AJLPG", "DRV5032AJDBZR on a SOT-23 adapter", PENNIES),
    "other hall": Ware("as named", "any with these figures", PENNIES),
    "switch": Ware("Omron B3F-1020", "any 6 × 6 mm, 5 mm high", PENNIES),
    "reader": Ware("Elechouse PN532 NFC module V3", "any PN532 with HSU", MIDDLE),
    "sticker": Ware("NXP NTAG213, 25 mm", "NTAG215 or 216", PENNIES),
    "box header": Ware("Würth 612{pins:03}21621 and 612{pins:03}23021", "any", SMALL),
    "JST-SM 3": Ware("JST SMP-03V-BC and SMR-03V-B", "any that fit", PENNIES),
    "JST-XH 2": Ware("JST XHP-2 and B2B-XH-A", "any that fit", PENNIES),
    "JST-XH 4": Ware("JST XHP-4 and B4B-XH-A", "any that fit", PENNIES),
    "JST": Ware("JST, as named", "any that fit each other", PENNIES),
    "servo plug": Ware("Harwin M20-9990345", "any three pins, 2.54 mm", PENNIES),
    "other plug": Ware("as named", "any that fit each other", PENNIES),
    "jumper": Ware("Adafruit 758", "any jumper wires", SMALL),
    "plug of the strip": Ware(
        "JST SMP-03V-BC, as on the strip named above", "solder the wires on", PENNIES
    ),
    "wire": Ware(
        "Alpha Wire 3049 to 3057", "any stranded copper, PVC or silicone", PENNIES
    ),
    "ribbon": Ware("3M 3365/{ways:02}", "any of 28 AWG, 1.27 mm", SMALL),
    "wood": Ware("birch plywood, EN 636-1", "MDF", MIDDLE),
    "batten": Ware("birch plywood, EN 636-1", "MDF", SMALL),
    "foam": Ware("EPDM cellular rubber, self-adhesive", "foam tape, cut", PENNIES),
    "acrylic": Ware(
        "ACRYLITE 2447 white", "any opal with about 50 % transmission", MIDDLE
    ),
    "dowel": Ware("beech, turned, 1 m", "any round rod", PENNIES),
    "short screw": Ware("DIN 7985, M3", "any M3 with a flat end", PENNIES),
    "screw": Ware("DIN 976 rod, DIN 934 nuts", "any M3 that is long enough", PENNIES),
}

# Supplies in closed cases with a wall plug, by their current.
SUPPLIES = {
    2.0: Ware("Adafruit 276 (2 A)", "any with a safety mark and a plug", MIDDLE),
    4.0: Ware("Adafruit 1466 (4 A)", "any with a safety mark and a plug", MIDDLE),
    10.0: Ware("Adafruit 658 (10 A)", "any with a safety mark and a plug", LARGE),
}
FUSES = {
    0.5: "Littelfuse 0218.500MXP",
    1.0: "Littelfuse 0218001.MXP",
    2.0: "Littelfuse 0218002.MXP",
    4.0: "Littelfuse 0218004.MXP",
    5.0: "Littelfuse 0218005.MXP",
    10.0: "Littelfuse 0218010.MXP",
}
WIRES = {
    26: "Alpha Wire 3049",
    24: "Alpha Wire 3050",
    22: "Alpha Wire 3051",
    20: "Alpha Wire 3053",
    18: "Alpha Wire 3055",
    16: "Alpha Wire 3057",
}


def supply(amps: float) -> Ware:
    """Return the smallest supply that gives this current."""
    return next((SUPPLIES[a] for a in sorted(SUPPLIES) if a >= amps), WARES["supply"])
