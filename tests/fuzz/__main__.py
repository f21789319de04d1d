"""`make fuzz`: every fuzzer, 100,000 inputs each.

python -m tests.fuzz [NAME ...] [--inputs 100000] [--seed TEXT] [--round NUMBER]
"""

import argparse
import logging
import os
import resource
import secrets
import sys
import tempfile
import traceback
from random import Random
from time import monotonic

from tests.fuzz import Fuzzer, Hang
from tests.fuzz.configuration import Configuration
from tests.fuzz.engine import Lines
from tests.fuzz.joining import Joining
from tests.fuzz.pages import Pages
from tests.fuzz.recordings import Recordings
from tests.fuzz.wire import Wire

FUZZERS: dict[str, Fuzzer] = {
    fuzzer.name: fuzzer
    for fuzzer in (Pages(), Lines(), Wire(), Configuration(), Recordings(), Joining())
}
INPUTS = 100_000
# Stop after this many failures, because these are enough to fix.
ENOUGH = 10
# How many inputs pass between two progress lines.
_TOLD = 10_000
# An input that makes the program grow without end is found as well.
_MEMORY_BYTES = 4 << 30
_IN_MEMORY = "/dev/shm"


def main() -> int:
    wish = _wish()
    # No disk is worn out by journals that nobody needs a moment later.
    if os.access(_IN_MEMORY, os.W_OK):
        tempfile.tempdir = _IN_MEMORY
    # What is wrong is the answer's to say; a server's errors are heard all the same.
    logging.getLogger().addHandler(logging.NullHandler())
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    failures = 0
    for name in wish.names or FUZZERS:
        failures += _run(FUZZERS[name], wish)
    return 1 if failures else 0


def _run(fuzzer: Fuzzer, wish: argparse.Namespace) -> int:
    _say(f"{fuzzer.name}: {wish.inputs} inputs, seed {wish.seed}")
    began, inputs, failures, number, told = monotonic(), 0, 0, wish.round or 0, 0
    while inputs < wish.inputs and failures < ENOUGH:
        try:
            inputs += fuzzer.play(Random(f"{wish.seed} {fuzzer.name} {number}"))
        except (Exception, Hang) as error:  # noqa: BLE001 # all of them are findings
            failures += 1
            inputs += 1
            _tell(fuzzer, number, wish.seed, error)
        if wish.round is not None:
            break
        number += 1
        if inputs // _TOLD > told:
            told = inputs // _TOLD
            _say(f"{fuzzer.name}: {inputs} so far")
    _say(f"{fuzzer.name}: {inputs} inputs in {monotonic() - began:.0f} s, "
         f"{failures} failures")  # fmt: skip
    return failures


def _tell(fuzzer: Fuzzer, number: int, seed: str, error: BaseException) -> None:
    traceback.print_exception(error)
    again = f"make fuzz ARGS='{fuzzer.name} --seed {seed} --round {number}'"
    _say(f"{fuzzer.name}: {type(error).__name__} in round {number}; again: {again}")


def _wish() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("names", nargs="*", choices=[[], *FUZZERS])
    parser.add_argument("--inputs", type=int, default=INPUTS)
    parser.add_argument("--seed", default=secrets.token_hex(4))
    parser.add_argument("--round", type=int)
    return parser.parse_args()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
