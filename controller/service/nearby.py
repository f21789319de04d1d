"""Lists other tables in the local network on this table's page."""

import asyncio

from controller.bus.nearby import Nearby
from controller.service.settings import Settings
from controller.web.pages import Pages
from controller.web.server.hosts import local_address
from controller.web.server.page import version
from hardware.parts.registry import NEARBY, Parts


async def begin_nearby(
    settings: Settings, page: Pages, scheme: str, port: int, parts: Parts
) -> Nearby | None:
    """Find other tables, and announce this one while phones can join it."""
    nearby = Nearby(
        settings.own_name, version(), scheme, port, has_guests=settings.guests
    )
    try:
        await nearby.begin()
    except (OSError, RuntimeError) as error:
        # A RuntimeError means that no interface has an address.
        why = getattr(error, "strerror", None) or str(error)
        parts.fails(NEARBY, f"mDNS does not work here: {why}")
        return None
    parts.fitted(NEARBY, f"mDNS, as {nearby.name}")
    nearby.on_change.append(lambda: page.room.nearby.show(nearby.tables))
    announcing = asyncio.Lock()

    async def announce(place: str | None) -> None:
        # Pages may be served by name, because the certificate is for a name.
        name = place if place in settings.host_names else None
        async with announcing:
            await nearby.announce(local_address() if name else place, name)

    def moved(address: str | None) -> None:
        task = asyncio.ensure_future(announce(address))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    tasks: set[asyncio.Task[None]] = set()
    page.room.on_address.append(moved)
    moved(page.room.address)
    return nearby
