"""`make bench`: each figure beside a yardstick measured in the same run.

figures     a figure, its yardstick and its bar
rules       how many actions a second the rules take
replayed    what the rules alone cost, as a program of its own
press       from a finger to the strip, through the whole table
storage     what it costs that an action is on disk before it is shown
frames      what one frame costs
running     a whole table as a process: its start, its rest, its memory
pages       from a phone to the table, and what is sent at rest
ready       how soon a page is there, on slower lines
pressing    a page that presses and waits for the lamp
hostile     a table under attack
attackers   those who attack it (used by `hostile`)
compiled    `make compiled`: the rules built to C, and what that gains
ladder      `make bots-table`: how strong the levels of bots are

Machines differ and are noisy, so what counts is the ratio of the two.
"""
