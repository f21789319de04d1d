"""A request while it comes in: how much of it is read, and why it is refused."""

from http import HTTPStatus

from websockets.http11 import Response

from controller.web.files import LONGEST_VERB, VERBS, refusal, wrong_verb

LONGEST_REQUEST = 16 * 1024
# How a request ends.
_END = b"\r\n\r\n"


class Asking:
    def __init__(self) -> None:
        # How the request begins, how long it is so far, and how its last bite ended.
        self._head = b""
        self._length = 0
        self._last = b""

    def refused(self, bite: bytes) -> Response | None:
        """Refuses what the library cannot read: other verbs and endless requests."""
        self._head += bite[: LONGEST_VERB - len(self._head)]
        self._length += len(bite)
        verb, space, _ = self._head.partition(b" ")
        if verb not in VERBS and (space or len(self._head) == LONGEST_VERB):
            return wrong_verb()
        if self._length > LONGEST_REQUEST:
            status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            return refusal(status, "this request is too long")
        return None

    def until_the_end(self, bite: bytes) -> bytes:
        """What of this is the request; the library takes the rest for frames."""
        known = len(self._last)
        seen = self._last + bite
        self._last = seen[-len(_END) + 1 :]
        end = seen.find(_END)
        return bite if end < 0 else bite[: end + len(_END) - known]
