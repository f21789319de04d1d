"""`undertow bench`: each figure beside a yardstick measured in the same run.

report      measures everything, and prints it
figures     a figure, its yardstick and its bar
rules       how many actions a second the rules take
replayed    what the rules alone cost, as a program of its own
press       from a finger to the strip, through the whole table
edges       from the edge of a pin to the table's thread
frames      what one frame costs
light       presses during an animation, and a slow strip
storage     what it costs that an action is on disk before it is shown
wire        the wire to the sensor boards
pages       what pages cost
readers     pages that only read (used by `pages`)
pressing    a page that presses and waits for the lamp
hostile     a table under attack
attackers   those who attack it (used by `hostile`)
thinking    presses while bots think
sound       what sound and speech cost
running     a whole table as a process: its start, its rest, its memory

Machines differ and are noisy, so what counts is the ratio of the two.
"""
