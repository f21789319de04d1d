"""A fault for the table: SIGUSR2 hangs its event loop for good, as a mistake would."""

import signal
import time


def hang(*_: object) -> None:
    while True:
        time.sleep(1)


signal.signal(signal.SIGUSR2, hang)
