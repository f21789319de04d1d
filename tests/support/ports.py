"""A port that another program has: a table gets as far as its page, and no further."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def taken_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]
