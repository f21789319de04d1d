"""A test may be slow: how long it takes on a busy machine says nothing about it."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests import budget

settings.register_profile(
    "patient", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")


@pytest.fixture(scope="session", autouse=True)
def no_frame_draws_more_than_the_supply_gives() -> Iterator[None]:
    with budget.watched():
        yield
