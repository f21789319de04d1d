"""The guest's side: readings go home, frames and sounds come back.

Nothing can be played here without the home. The buttons glow, the page reports the
trouble, and as soon as the home answers again this table shows what home shows.

The host's code opens the home, and so does the ticket from this table's last visit.
Without either, somebody at home must let it in.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from http.client import NOT_FOUND
from ssl import SSLCertVerificationError, SSLContext
from typing import Any
from urllib.parse import quote, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from controller.basics.errors import MISSHAPEN, UndertowError
from controller.guest.wire import Hello, hello, reading_messages
from controller.input.seat_requests import Requester, SeatRequest, Word, WordLamps
from controller.light.lights import Lights
from controller.pieces.sensors import sensed
from controller.web.server.limits import WRONG_CODE
from hardware.parts.registry import PATIENCE_S
from hardware.readings import LinkDown, LinkUp, Occupied, Reading
from hardware.rig import Rig

PART = "home table"
CONNECT_S = 5.0
# The table notices within two of these that the home has gone.
PING_S = 2.5
# How long to wait between attempts; the last value repeats.
AGAIN_S = PATIENCE_S[:3]
# Must stay below the time limit for stopping, even if the home does not answer.
CLOSE_S = 1.0


class NotAdmitted(UndertowError):
    """The home does not let this table in, and it should not ask again."""


class Refused(ConnectionError):
    """The home knows this table but cannot play with it; the text says why."""


class SensorFeed:
    """What this table senses, and the readings not yet sent home."""

    def __init__(self) -> None:
        self._occupied: dict[str, bool] = {}
        self._up: set[str] = set()
        self._news: list[Reading] = []
        self._happened = asyncio.Event()
        # Readings are not kept while the home is away; `begin` sends the state afresh.
        self.is_wanted = False

    def reading(self, reading: Reading) -> None:
        """Note a reading, to be sent home."""
        match reading:
            case Occupied(place, present):
                self._occupied[place] = present
            case LinkUp(board):
                self._up.add(board)
            case LinkDown(board):
                self._up.discard(board)
        if self.is_wanted:
            self._news.append(reading)
            self._happened.set()

    def begin(self) -> None:
        """Send all present state as new, except fingers that are down."""
        boards = map(LinkUp, self._up)
        self._news = [*boards, *(Occupied(*each) for each in self._occupied.items())]
        self.is_wanted = True
        self._happened.set()

    async def news(self) -> list[Reading]:
        """Wait for something new."""
        await self._happened.wait()
        self._happened.clear()
        news, self._news = self._news, []
        return news


class GuestClient:
    def __init__(
        self,
        rig: Rig,
        home: str,
        name: str,
        version: str,
        *,
        play: Callable[[tuple[str, ...]], object],
        wait: Callable[[], object],
        end: Callable[[], object],
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        tls: SSLContext | None = None,
        gives_up: bool = False,
    ) -> None:
        """Set up the guest; `home` is the link of a page of the home.

        The link of the host's page opens the home. `play` plays sounds, `wait` shows
        that the home is away, `end` is called once somebody has switched this table
        off, and `pause` waits between attempts. Without `tls`, this machine's
        certificate authorities verify an https home. A table that `gives_up` raises
        NotAdmitted instead of waiting to be let in later.
        """
        self._rig, self._home = rig, home
        self._play, self._wait, self._end = play, wait, end
        self._pause, self._gives_up = pause, gives_up
        board, clock, place = rig.board, rig.backend.clock, urlsplit(home)
        self._netloc = place.netloc
        self._tls = (tls or True) if place.scheme == "https" else None
        # Codes that open the home, best first.
        self._codes = [place.query] if place.query else []
        self._word = WordLamps(Lights(rig.strip, board.pixels, clock), clock)
        # Whether people at home are being asked, and whether to reconnect at once.
        self._is_asking = self._comes_again = False
        self._hello = hello(
            Hello(version, name, rig.strip.pixels, board.pixels, sensed(board))
        )
        self.feed = SensorFeed()
        rig.listen(self.feed.reading)

    async def run(self) -> None:
        """Stay connected until the task is cancelled; raises NotAdmitted."""
        self._rig.parts.fitted(PART, f"at {self._netloc}")
        tries = 0
        while True:
            self._comes_again = False
            try:
                async with connect(
                    socket_address(self._home, *self._codes[:1]),
                    ssl=self._tls,
                    open_timeout=CONNECT_S,
                    close_timeout=CLOSE_S,
                    ping_interval=PING_S,
                    ping_timeout=PING_S,
                    proxy=None,
                ) as connection:
                    tries = 0
                    await self._talk(connection)
            except (OSError, WebSocketException, *MISSHAPEN) as error:
                self._failed(error)
            self.feed.is_wanted = False
            self._ask({})
            if not self._comes_again:
                self._wait()
                await self._pause(AGAIN_S[min(tries, len(AGAIN_S) - 1)])
                tries += 1

    def _failed(self, error: Exception) -> None:
        """Report what is wrong, unless this table can try another way in."""
        closed = error.rcvd if isinstance(error, ConnectionClosed) else None
        if closed and closed.code == WRONG_CODE and self._codes:
            del self._codes[0]
            self._comes_again = True
        if not self._comes_again:
            trouble = _trouble(self._netloc, error)
            if self._gives_up:
                raise NotAdmitted(trouble)
            self._rig.parts.fails(PART, trouble)

    async def _talk(self, connection: ClientConnection) -> None:
        await connection.send(self._hello)
        self.feed.begin()
        sending = asyncio.create_task(self._send(connection))
        try:
            async for message in connection:
                self._take(message)
        finally:
            sending.cancel()
            with suppress(asyncio.CancelledError, WebSocketException):
                await sending
        raise ConnectionError("the home has closed the connection")

    async def _send(self, connection: ClientConnection) -> None:
        while True:
            for message in reading_messages(await self.feed.news()):
                await connection.send(message)

    def _take(self, message: str | bytes) -> None:
        """Handle a message from home; a frame means that all is well."""
        if isinstance(message, bytes):
            self._gives_up = False
            self._rig.parts.works(PART)
            if len(message) == 3 * self._rig.strip.pixels:
                self._rig.strip.show(message)
            return
        data: dict[str, Any] = json.loads(message)
        match data:
            case {"type": "heard", "sounds": [*sounds]}:
                self._play(tuple(map(str, sounds)))
            case {"type": "off"}:
                self._end()
            case {"type": "asking", "seat": int(seat), "word": [first, second]}:
                self._ask({seat: (first, second)})
            case {"type": "welcome", "ticket": str(ticket)}:
                others = [code for code in self._codes if code.startswith("host=")]
                self._codes = [f"guest={quote(ticket)}", *others]
                self._comes_again = self._is_asking
                if self._is_asking:
                    raise ConnectionError("it comes back with its ticket")
            case {"type": "declined"}:
                raise NotAdmitted(f"nobody at {self._netloc} let this table in")
            case {"type": "refused", "why": str(why)}:
                raise Refused(why)

    def _ask(self, asked: Mapping[int, Word]) -> None:
        """Show the word by which people at home recognise this table, or none."""
        if not (asked or self._is_asking):
            return
        self._is_asking = bool(asked)
        who = Requester(0, "")
        self._word.show([SeatRequest(who, seat, word) for seat, word in asked.items()])
        for first, second in asked.values():
            self._rig.parts.fails(
                PART,
                f"{self._netloc} asks whether this table may join; let it in on the "
                "host's page there, or hold the first seat's button there until its "
                f"lamp shows {first} and {second}, as it does here",
            )


def socket_address(home: str, code: str = "") -> str:
    """Return where guests connect, given the link of a page of the home."""
    parts = urlsplit(home)
    scheme = {"http": "ws", "https": "wss"}[parts.scheme]
    return f"{scheme}://{parts.netloc}/station?{code}".rstrip("?")


def _trouble(home: str, error: Exception) -> str:
    """Describe what is wrong in one sentence, without a code."""
    match error:
        case Refused():
            return f"{home} does not let this table in: {str(error)[:200]}"
        case SSLCertVerificationError():
            return (
                f"the certificate of {home} is not trusted ({error.verify_message}); "
                "name its authority with `join_ca`"
            )
        case InvalidStatus() if error.response.status_code == NOT_FOUND:
            return f"{home} takes no guests; start it with --guests"
    return (
        f"{home} cannot be reached; this table is back in the game as soon as it can. "
        "Check the link, and that the home table is on and open to this network"
    )
