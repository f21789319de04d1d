"""Speaks, for tests: a WAV with as many samples as the sentence has letters.

Given "slow" it waits until it is killed; given "broken" it writes something else, and
given "endless" it never stops writing.
"""

import sys
import time

from controller.sound.synth import as_wav

how, said = sys.argv[1], sys.stdin.read().strip()
if how == "slow" and said.startswith("wait"):
    time.sleep(600)
while how == "endless":
    sys.stdout.buffer.write(bytes(1 << 16))
made = as_wav(len(said).to_bytes(2, "little") * 4)
# As espeak-ng does it when it does not know the length yet.
lying = made[:4] + b"\xff\xff\xff\x7f" + made[8:40] + b"\xff\xff\xff\x7f" + made[44:]
sys.stdout.buffer.write(b"Hello" if how == "broken" else lying)
