"""Bots at a running table: they hear what it shows, and decide as pages do."""

import asyncio
from random import SystemRandom
from typing import TYPE_CHECKING

from controller.session.inlet import Ask
from controller.session.roster import Roster
from controller.session.table import Table

if TYPE_CHECKING:
    from controller.service.bots.seats import BotSeats


def bots_at(table: Table, ask: Ask, roster: Roster) -> "BotSeats":
    """Let bots play at this table; what they decide goes to `ask`.

    Bots live outside the table, in real time, also where its turns are recorded.
    """
    # Loaded here: buttons work before it.
    from controller.service.bots.process import BotProcess
    from controller.service.bots.seat import Hooks
    from controller.service.bots.seats import BotSeats

    loop = asyncio.get_running_loop()
    hooks = Hooks(ask, table.announce, lambda: table.now.placement.step is not None)
    bots = BotSeats(
        lambda: table.now,
        roster,
        hooks,
        lambda on_line: BotProcess(loop, on_line),
        loop,
        dice=SystemRandom(),
    )
    table.on_change.append(bots.changed)
    bots.changed(table.now)
    return bots
