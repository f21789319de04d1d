"""The cables between the parts.

cables       cables, connectors and pieces of strip, the basis of all drawings
pi_side      the cables between Pi, supply, pixels, buttons, striker and optional parts
sensor_side  the cables of the sensor boards
power        currents, fuses and wires
header       the Pi's 40-pin header
sheets       drawings of the harness, cable by cable
"""
