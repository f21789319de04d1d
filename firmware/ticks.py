"""Milliseconds on a clock that goes round: 2 to the 30th of them, twelve days."""


def passed_ms(now_ms: int, then_ms: int) -> int:
    return (now_ms - then_ms) & 0x3FFFFFFF
