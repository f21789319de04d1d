"""Finds other tables in the local network by mDNS, and announces this one."""

import asyncio
import re
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress

from zeroconf import Error, InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from controller.web.room import NearbyTable

KIND = "_undertow._tcp.local."
# Anyone on the network can announce anything.
MOST_TABLES = 20
LONGEST_NAME = 40
ANSWER_MS = 3000


class Nearby:
    def __init__(
        self,
        name: str,
        version: str,
        scheme: str,
        port: int,
        interfaces: Sequence[str] | None = None,
        *,
        has_guests: bool = False,
    ) -> None:
        """Search these interfaces, by address; None means all."""
        self.name, self._port = name, port
        guests = "yes" if has_guests else "no"
        self._told = {"version": version, "scheme": scheme, "guests": guests}
        self._interfaces = interfaces or InterfaceChoice.All
        self._found: dict[str, NearbyTable] = {}
        self._own: AsyncServiceInfo | None = None
        self._asking: set[asyncio.Task[None]] = set()
        self._zeroconf: AsyncZeroconf
        self._browser: AsyncServiceBrowser
        # Called for every table that comes or goes.
        self.on_change: list[Callable[[], object]] = []

    @property
    def tables(self) -> tuple[NearbyTable, ...]:
        return tuple(sorted(self._found.values()))

    async def begin(self) -> None:
        """Look for other tables; raise OSError or RuntimeError without a network."""
        only = IPVersion.V4Only
        try:
            self._zeroconf = AsyncZeroconf(self._interfaces, ip_version=only)
        except OSError:
            # The service's sandbox allows nobody to list the interfaces.
            usual = InterfaceChoice.Default
            self._zeroconf = AsyncZeroconf(usual, ip_version=only)
        self._browser = AsyncServiceBrowser(
            self._zeroconf.zeroconf, KIND, handlers=[self._changed]
        )

    async def announce(self, address: str | None, host: str | None = None) -> None:
        """Announce this table at this address, or with None stop announcing it.

        Its certificate is for the name `host`.
        """
        own, self._own = self._own, None
        if own:
            await self._zeroconf.async_unregister_service(own)
        if address is None:
            return
        self._own = AsyncServiceInfo(
            KIND,
            f"{self.name}.{KIND}",
            addresses=[socket.inet_aton(address)],
            port=self._port,
            properties=self._told | ({"host": host} if host else {}),
            server=f"{self.name}-undertow.local.",
        )
        # mDNS renames one of two tables with the same name.
        await self._zeroconf.async_register_service(self._own, allow_name_change=True)

    async def close(self) -> None:
        for task in self._asking:
            task.cancel()
        with suppress(Error, OSError):
            await self.announce(None)
        await self._browser.async_cancel()
        await self._zeroconf.async_close()

    def _changed(
        self,
        zeroconf: Zeroconf,
        service_type: str,
        name: str,
        state_change: ServiceStateChange,
    ) -> None:
        if state_change is ServiceStateChange.Removed:
            if self._found.pop(name, None):
                self._notify()
        elif len(self._asking) < MOST_TABLES:
            task = asyncio.ensure_future(self._ask(zeroconf, name))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def _ask(self, zeroconf: Zeroconf, name: str) -> None:
        if self._own is not None and name == self._own.name:
            return
        # The announced name may not be a valid one.
        with suppress(Error):
            info = AsyncServiceInfo(KIND, name)
            if await info.async_request(zeroconf, ANSWER_MS):
                self._add(name, table_of(info))

    def _add(self, name: str, table: NearbyTable | None) -> None:
        if table and (name in self._found or len(self._found) < MOST_TABLES):
            self._found[name] = table
            self._notify()

    def _notify(self) -> None:
        for listener in self.on_change:
            listener()


def table_of(info: AsyncServiceInfo) -> NearbyTable | None:
    """Return the table in an announcement; None if that makes no sense."""
    name = info.name.removesuffix(f".{KIND}")
    addresses, told = info.parsed_addresses(), info.decoded_properties
    if not addresses or not name.isprintable() or len(name) > LONGEST_NAME:
        return None
    scheme = "https" if told.get("scheme") == "https" else "http"
    version = (told.get("version") or "")[:LONGEST_NAME]
    host = told.get("host") or ""
    place = host if re.fullmatch(r"[\w.-]{1,200}", host, re.ASCII) else addresses[0]
    url = f"{scheme}://{place}:{info.port}/"
    return NearbyTable(name, url, version, told.get("guests") == "yes")
