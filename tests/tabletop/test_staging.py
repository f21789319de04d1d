"""The defaults of a game's staging."""

from typing import Any

from controller.light.colour import DARK, dim
from controller.light.palette import BLUE, GREEN, RED
from controller.tabletop.staging import RESTING, seat_lamps


def view(**changes: Any) -> dict[str, Any]:
    return {"result": None, "pending": {"seats": [1]}, "seats": 3, **changes}


def test_a_seats_lamp_is_bright_while_it_is_asked_and_dark_where_nobody_plays() -> None:
    lamps = seat_lamps(view())
    assert [lamps[f"seat:{seat}"] for seat in range(6)] == [
        *(dim(RED, RESTING), BLUE, dim(GREEN, RESTING)),
        *(DARK, DARK, DARK),
    ]


def test_at_the_end_who_has_won_is_bright() -> None:
    lamps = seat_lamps(view(result={"winners": (0,)}))
    assert lamps["seat:0"] == RED
    assert lamps["seat:1"] == dim(BLUE, RESTING)
