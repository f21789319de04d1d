"""A board as a process on a pty, with a pipe for hands."""

import os
import pty
import select
import subprocess
import tty
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from firmware.messages import Message, unpack
from firmware.wire import Decoder, frame

_PATIENCE_S = 30  # then the board counts as hung; nothing waits that long


class Process:
    def __init__(self, line: int, hands: int, child: "subprocess.Popen[str]") -> None:
        self.child = child
        self._line = line
        self.hands = hands
        self._decoder = Decoder()
        self._sequence = 0
        self._messages: list[Message] = []
        self._waits = 0  # lines that it has still to ask for
        self.lamp = ""

    def do(self, *deeds: str) -> None:
        self._waits += len(deeds)
        os.write(self.hands, "".join(f"{deed}\n" for deed in deeds).encode())

    def until_done(self) -> None:
        """Wait until it has handled everything that hands did."""
        assert self.child.stderr is not None
        while self._waits >= 0:
            line = self.child.stderr.readline()
            assert line == "waiting\n" or line.startswith("lamp "), line
            if line == "waiting\n":
                self._waits -= 1
            else:
                self.lamp = line[5:-1]

    def say(self, message: Message) -> None:
        self.send(frame(self._sequence, message.pack()))
        self._sequence = (self._sequence + 1) & 0xFF

    def send(self, data: bytes) -> None:
        os.write(self._line, data)

    def hear(self) -> Message:
        """Return the next message that the board sends."""
        assert self.has_said(_PATIENCE_S), "the board says nothing"
        return self._messages.pop(0)

    def has_said(self, patience_s: float) -> bool:
        """Return whether a message is there, after waiting for more bytes."""
        while not self._messages:
            ready, _, _ = select.select([self._line], [], [], patience_s)
            if not ready:
                return False
            raw = self._decoder.feed(os.read(self._line, 4096))
            for message in map(unpack, raw):
                assert message is not None, raw
                self._messages.append(message)
        return True

    def answer(self, message: Message, kind: type[Message]) -> Message:
        """Return its answer; skip other messages before it."""
        self.say(message)
        while True:
            heard = self.hear()
            if isinstance(heard, kind):
                return heard

    def end(self) -> int:
        """Close the hands' pipe, which ends the program."""
        if self.hands >= 0:
            os.close(self.hands)
            self.hands = -1
        return self.child.wait(_PATIENCE_S)


@contextmanager
def started(
    command: Sequence[str], environment: Mapping[str, str]
) -> Iterator[Process]:
    """Run `command`, in which {} stands for the path of the pipe."""
    line, plug = pty.openpty()
    tty.setraw(plug)
    ears, hands = os.pipe()
    child = subprocess.Popen(
        [word.replace("{}", f"/dev/fd/{ears}") for word in command],
        env={**environment, "UNDERTOW_HANDS": f"/dev/fd/{ears}"},
        stdin=plug,
        stdout=plug,
        stderr=subprocess.PIPE,
        text=True,
        pass_fds=(ears,),
    )
    os.close(ears)
    process = Process(line, hands, child)
    try:
        yield process
    finally:
        child.kill()
        child.communicate()
        if process.hands >= 0:
            os.close(process.hands)
        os.close(plug)
        os.close(line)
