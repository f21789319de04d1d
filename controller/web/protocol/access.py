"""The three kinds of page, and who may open them.

host        from this very machine, or with the host code: games, seats and links; on
            the simulated table it is the table itself
seat        with its own code: sees its hand and decides for it
spectator   anybody else: sees what lies open, and can ask for a seat
"""

from collections.abc import Callable
from hmac import compare_digest
from typing import Literal, TypeAlias

from starlette.requests import HTTPConnection

from controller.basics.errors import UndertowError
from controller.rules.game import Viewer
from controller.session.restore import new_code
from controller.web.server.hosts import is_loopback, names_loopback

# A seat, by its number.
Kind: TypeAlias = int | Literal["host", "spectator"]

# Headers of proxies: a client behind one is not on this machine.
_FORWARDED = ("forwarded", "via", "x-real-ip", "cf-connecting-ip", "true-client-ip")


class WrongCode(UndertowError):
    """A code that opens nothing; the key says what it should have opened."""


class Access:
    def __init__(self, codes: Callable[[], tuple[str, ...]], host_code: str) -> None:
        """Set up with the seats' current codes and the host's."""
        self._codes = codes
        self._host_code = host_code
        # By seat: a code that works until the seat is open, and the seat's own code.
        self._tickets: dict[int, tuple[str, str]] = {}

    def kind(self, asked: HTTPConnection) -> Kind:
        """Return which page a request opens; raise WrongCode for a wrong code."""
        query = asked.query_params
        if seat := query.get("seat"):
            code = query.get("code", "")
            found = self.seat(seat, self.exchange(seat, code) or code)
            if found is None:
                raise WrongCode("closed.wrong-code")
            self._tickets.pop(found, None)
            return found
        if self.is_host(asked):
            return "host"
        if query.get("host"):
            raise WrongCode("closed.wrong-host-code")
        return "spectator"

    def is_host(self, asked: HTTPConnection) -> bool:
        """Return whether the request comes from this machine, or has the host code."""
        given = asked.query_params.get("host", "")
        return is_local(asked) or _is_same(self._host_code, given)

    def seat(self, seat: str, code: str) -> int | None:
        """Return the seat that this code opens, if any."""
        for number, right in enumerate(self._codes()):
            if seat == str(number):
                return number if _is_same(right, code) else None
        return None

    def ticket(self, seat: int) -> str:
        """Return a code that stands for the seat's own until the seat is open.

        A phone that loses the answer can ask again.
        """
        ticket = new_code()
        self._tickets[seat] = ticket, self._codes()[seat]
        return ticket

    def exchange(self, seat: str, ticket: str) -> str | None:
        """Return the seat's own code in exchange for its ticket."""
        for number, (right, code) in self._tickets.items():
            if seat == str(number) and _is_same(right, ticket):
                return code
        return None


def viewer(kind: Kind) -> Viewer:
    """Return the viewer whose view a page of this kind gets."""
    return kind if isinstance(kind, int) else "table"


def is_local(asked: HTTPConnection) -> bool:
    """Return whether a browser on this machine asks, judged by its socket's other end.

    Headers can only disprove it: a proxy on this machine names its client in one, or
    passes on the requested host name.
    """
    names = asked.headers.keys()
    if any(n in _FORWARDED or n.startswith("x-forwarded") for n in names):
        return False
    peer = asked.client.host if asked.client else ""
    return is_loopback(peer) and names_loopback(asked.headers.get("Host", ""))


def _is_same(right: str, code: str) -> bool:
    return compare_digest(right.encode(), code.encode(errors="replace"))
