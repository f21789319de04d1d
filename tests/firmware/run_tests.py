"""Runs the tests of one file without pytest, and prints a line for each.

micropython -m tests.firmware.run_tests tests.firmware.test_board
"""

import sys


def main(name: str) -> None:
    __import__(name)
    module = sys.modules[name]
    for test in sorted(dir(module)):
        if test.startswith("test_"):
            try:
                getattr(module, test)()
                print("passed", test)  # noqa: T201  # read by test_micropython
            except Exception as error:  # noqa: BLE001  # whatever it is, it is told
                print("failed", test, repr(error))  # noqa: T201  # as above


if __name__ == "__main__":
    main(sys.argv[1])
