"""`make bench`: each figure beside a yardstick measured in the same run.

figures     a figure, its yardstick and its bar
rules       how many actions per second the rules process
replayed    the cost of the rules alone, as a separate program
press       the time from a finger to the strip, through the whole table
storage     the cost of writing an action to disk before showing it
frames      the cost of one frame
running     a whole table as a process: start-up, idling, memory
pages       the time from a phone to the table, and the traffic at rest
ready       the time until a page is ready, on slower lines
pressing    a page that presses and waits for the lamp
hostile     a table under attack
attackers   the attackers (used by `hostile`)
compiled    `make compiled`: the rules compiled to C, and the speed-up
ladder      `make bots-table`: the strength of the bots' levels

Machines differ and are noisy, so only the ratio of the two counts.
"""
