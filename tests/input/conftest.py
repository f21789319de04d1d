"""The table of these tests: GET BIT! has begun, always the same game."""

import pytest

from tests.support.simtable import SimTable


@pytest.fixture
def table(table: SimTable) -> SimTable:
    table.start(seed=1)
    return table
