"""Runs this table as a guest of another one: `undertow play --join LINK`."""

import asyncio
from collections.abc import Callable

from controller.guest.client import GuestClient
from controller.light.lights import Lights
from controller.service.assembly import wake
from controller.service.sd_notify import Notify
from controller.service.settings import Settings
from controller.service.sound import sound_of
from controller.service.watchdog import light, sensors, supervised
from controller.web.server.page import version
from controller.web.server.tls import trusting_context
from hardware.rig import Rig


async def run_guest(
    settings: Settings,
    home: str,
    rig: Rig,
    notify: Notify,
    stop: asyncio.Event,
    end: Callable[[], object],
) -> None:
    """Play the home table's game until this one is stopped; raise NotAdmitted."""
    # It only passes sounds on, because the frames come from home.
    lights = Lights(rig.strip, rig.board.pixels, rig.backend.clock)
    sound_of(settings, rig, lights)
    away = GuestClient(
        rig,
        home,
        settings.own_name,
        version(),
        play=lights.sound,
        wait=lambda: wake(rig, settings),
        end=end,
        tls=trusting_context("join_ca", settings.join_ca) if settings.join_ca else None,
        gives_up=settings.goes_home,
    )
    visiting = asyncio.create_task(away.run())
    visiting.add_done_callback(lambda _: stop.set())
    # The frames come from home, so this table cannot make the current one again.
    asked = {"sensors": sensors(rig), "light": light(rig, lambda: None)}
    with supervised(rig, notify, asked):
        try:
            await stop.wait()
        finally:
            visiting.cancel()
            (ended,) = await asyncio.gather(visiting, return_exceptions=True)
    if isinstance(ended, Exception):
        raise ended
