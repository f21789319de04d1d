"""Every button, the Eliminator's key and `fire`: asks for each by name."""

from controller.basics.locate import Where
from controller.tools.selftest.bench import Bench, Spot
from controller.tools.selftest.report import Result, offer, row
from controller.tools.selftest.rounds import (
    Names,
    crossed,
    faults,
    rewired_spots,
    touch_all,
)
from wiring.amend import Changes
from wiring.boardmap import BoardMap

# By then, a button that is down at the start has been noticed.
SETTLE_S = 0.5


async def buttons(bench: Bench) -> Result:
    gpios = pins(bench.board)
    if not gpios:
        return Result("buttons", "the board map has none")
    bench.say(
        "Buttons. Press each as it is named; one of them is lit, but the name counts: "
        "lamps come later. (n at the terminal: nothing happens)"
    )
    await bench.wait(SETTLE_S)
    spots = [Spot("button", control) for control in gpios]
    walked = await touch_all(bench, spots, _please)
    names = Names(
        "button",
        "buttons",
        lambda spot: f"GPIO{gpios[spot.place]}",
        stuck="is its wire on ground, or the button jammed?",
        dead="check its wire, its ground and its switch",
        coupled="their wires touch somewhere",
    )
    came = rewired_spots(walked)
    bench.spots |= came
    changes: Changes = {
        _where(bench.board, spot.place): gpios[heard.place]
        for heard, spot in came.items()
    }
    fixed = await offer(bench, crossed(walked, names), changes)
    says = f"{walked.well} of {walked.all} heard"
    return Result("buttons", says, [*faults(walked, names), *fixed])


def pins(board: BoardMap) -> dict[str, int]:
    """Return each control's GPIO, the Eliminator's two last."""
    gpios = {button.control: button.gpio for button in board.buttons}
    if board.eliminator:
        gpios |= {"arm": board.eliminator.arm, "fire": board.eliminator.fire}
    return gpios


def _please(spot: Spot) -> str:
    if spot.place == "arm":
        return "Turn the key to arm, and back."
    return f"Press {spot.place.replace('seat:', 'seat ')}'s button."


def _where(board: BoardMap, control: str) -> Where:
    if control in ("arm", "fire"):
        return "eliminator", control
    return *row(board, control), "gpio"
