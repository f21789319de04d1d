"""What all tests share.

A test may be slow: how long it takes on a busy machine says nothing about it. The same
tree gives the same verdict: examples are drawn anew only with
`--hypothesis-profile=searching` (`make search`).
"""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support import budget

settings.register_profile(
    "searching", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("steady", settings.get_profile("searching"), derandomize=True)
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def no_frame_draws_more_than_the_supply_gives() -> Iterator[None]:
    with budget.watched():
        yield
