"""What a player has to do himself, though there is but one way to do it."""

from typing import Any

import pytest

from controller.games import find
from controller.rules.records import type_name
from tests.support.ours import OURS

ALWAYS = {"play", "choose", "done", "end", "harpoon", "endure", "draw"}


@pytest.mark.parametrize("name", OURS)
def test_what_has_to_be_asked_is_asked_even_where_there_is_one_choice(
    name: str,
) -> None:
    actions: tuple[Any, ...] = find(name).actions
    known = {type_name(action) for action in actions}
    asked = {type_name(a) for a in actions if a in find(name).never_automatic}
    assert asked & ALWAYS == known & ALWAYS
