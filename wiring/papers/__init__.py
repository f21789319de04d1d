"""What a builder needs on paper, made from the board map alone.

command       `undertow wiring`
folder        all papers of a map in a folder, and which of them are stale
contents      the first page, and the page of the harness
text          Markdown that the papers share
pinout        which pin goes where
header        the Pi's 40-pin header
pico          the rim of a Pico
bits          which input each sensor is on
budget        the power budget
power         how much current flows where; fuses and wires
parts         the parts list
pi_parts      what to buy for Pi, strip, supply, buttons, striker and speaker
sensor_parts  what to buy for the sensor boards
wooden_parts  what to buy of wood, acrylic and screws
cable_parts   what to buy of plugs and wire
items         a line of that list; the list as a table and as CSV
catalogue     parts by their makers' numbers, and about what they cost
measures      the table's sizes
steps         in which order a table is built
checklist     the same with its pictures, to tick off
ticks         the same on a sheet or two of paper
scenery       a picture for each step
breadboard    a small table's electronics on a breadboard
chain         the number of every pixel, and the way of the chain
pieces        the chain in pieces of uncut strip
chip          the level shifter and its pins
exploded      the table taken apart, seen from a corner
cables        cables and connectors, of which drawings and lists are made
pi_side       the cables between Pi, supply, pixels, buttons and striker
board_side    the cables of the sensor boards
multiplexed   the cables of a sensor board with multiplexers
own_parts     the cables of each `[[part]]`
wireviz       drawings of the harness
split         wide drawings, as several that fit a sheet
battens       strips of wood along the seams of a layer
drawings      files to cut, drill and print by
plan          a drawing in millimetres
svg           a plan as SVG
dxf           a plan as DXF
template      a plan at 1:1 on sheets of paper
pdf           PDF pages in millimetres
cad           parts to print as STEP and STL
stl           what an STL file holds
"""
