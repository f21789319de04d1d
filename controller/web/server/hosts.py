"""The table's own names and addresses; requests for other hosts are refused.

Otherwise a website could point its own name at this machine, and its scripts would be
served as if they were the table's own page.
"""

import re
import socket
from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

# A name, an IPv4 address or an IPv6 address in brackets, and perhaps a port.
_HOST = re.compile(r"(?:[\w.-]+|\[[\da-f:.]+\])(?::(\d*))?", re.ASCII | re.IGNORECASE)
_LAST_PORT = 65535
_FAMILIES = {4: socket.AF_INET, 6: socket.AF_INET6}


def is_well_formed(host: str) -> bool:
    """Return whether this is a `Host` as browsers send it, with any name."""
    found = _HOST.fullmatch(host)
    return found is not None and int(found[1] or 0) <= _LAST_PORT


def is_own(host: str, names: Collection[str] = ()) -> bool:
    """Return whether this `Host` names this machine, perhaps by one of `names`."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return False
    try:
        address = ip_address(name)
    except ValueError:
        return name in _own_names() or name in names
    return _is_own_address(address)


def _own_names() -> set[str]:
    full = socket.gethostname().lower()
    short = full.partition(".")[0]
    return {"localhost", full, short, f"{short}.local"} - {"", ".local"}


def _is_own_address(address: IPv4Address | IPv6Address) -> bool:
    """Return whether the kernel can bind this address, which makes it our own."""
    if address.is_unspecified or address.is_multicast:
        return False
    try:
        with socket.socket(_FAMILIES[address.version], socket.SOCK_STREAM) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True


def reachable(host: str, shared: str | None) -> str:
    """Return this `Host`, or the address at which phones reach a shared table."""
    if shared is None or not names_loopback(host):
        return host
    port = urlsplit(f"//{host}").port
    return f"{shared}:{port}" if port else shared


def names_loopback(host: str) -> bool:
    """Return whether this `Host` means the browser's own machine."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    return name == "localhost" or is_loopback(name)


def is_loopback(address: str) -> bool:
    try:
        # A link-local address ends with "%" and its interface.
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_loopback


def local_address() -> str:
    """Return this machine's address on the local network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        address: str = probe.getsockname()[0]
        return address
