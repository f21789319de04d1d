"""The Eliminator's key switches the servo's 5 V in every drawing."""

from pathlib import Path

from tests.wiring import MAPS, bundled, papers
from wiring import boardmap
from wiring.papers.harness import header
from wiring.papers.harness.cables import Drawing, End
from wiring.papers.harness.power import FUSE_M


def eliminators(folder: Path) -> list[Drawing]:
    """Draw the servo with each supply."""
    mark_1 = boardmap.DEFAULT.read_text()
    own = folder / "own.toml"
    own.write_text(mark_1)
    shared = folder / "shared.toml"
    few = mark_1.replace("supply_ma = 4000", "supply_ma = 400")
    shared.write_text(f'{few}\n[harness]\nsupply = "pi"\ndrop_mv = 1000\n')
    found = [
        drawing
        for path in (own, shared)
        for drawing in bundled(path).drawings
        if drawing.name == "eliminator"
    ]
    assert len(found) == 2
    return found


def reached(drawing: Drawing, start: set[End], *, key_on: bool) -> set[End]:
    """Return what these ends connect to through wires, fuse and closed switches."""
    joints = [wire.ends for _, wire in drawing.wires]
    joints.append((End("F2", "1"), End("F2", "2")))
    if key_on:
        joints.append((End("arm", "1"), End("arm", "2")))
        joints.append((End("arm", "3"), End("arm", "4")))
    found = set(start)
    while more := {
        there
        for one, other in joints
        for here, there in ((one, other), (other, one))
        if here in found and there not in found
    }:
        found |= more
    return found


def plus(drawing: Drawing) -> set[End]:
    """Return where this drawing's 5 V comes from."""
    feeds = {wire.start for _, wire in drawing.wires}
    return feeds & {End("PS1", "+"), End("J8", "2"), End("J8", "4")}


def test_the_servo_has_5_v_only_while_the_key_is_on(tmp_path: Path) -> None:
    for drawing in eliminators(tmp_path):
        servo = End("servo", "2")
        assert servo in reached(drawing, plus(drawing), key_on=True)
        assert servo not in reached(drawing, plus(drawing), key_on=False)


def test_the_servo_has_no_5_v_but_through_its_fuse(tmp_path: Path) -> None:
    for drawing in eliminators(tmp_path):
        fuse = [c for c in drawing.cables if c.wires[0].end == End("F2", "1")]
        (before,) = fuse
        assert before.length_m == FUSE_M
        assert [wire.start for wire in before.wires] == list(plus(drawing))
        without = drawing._replace(
            cables=tuple(c for c in drawing.cables if c is not before)
        )
        all_on = reached(without, plus(drawing), key_on=True)
        assert End("servo", "2") not in all_on


def test_the_other_pole_tells_the_pi_and_touches_no_5_v(tmp_path: Path) -> None:
    pin = str(header.position(16))
    for drawing in eliminators(tmp_path):
        told = reached(drawing, {End("J8", pin)}, key_on=True)
        assert End("arm", "2") in told
        assert not told & reached(drawing, plus(drawing), key_on=True)
        alone = reached(drawing, {End("J8", pin)}, key_on=False)
        assert alone == {End("J8", pin), End("arm", "1")}


def test_a_stalled_servo_does_not_take_the_lamps_out(tmp_path: Path) -> None:
    for drawing in eliminators(tmp_path):
        assert not [part for part in drawing.connectors if part.name in ("D1", "F1")]


def test_inputs_that_nobody_drives_are_pulled_down(tmp_path: Path) -> None:
    for drawing in eliminators(tmp_path):
        (servo,) = [part for part in drawing.connectors if part.name == "servo"]
        assert (
            servo.notes
            == "R3: 10 kΩ from 1 to 3; C3: 470 µF from 2 to 3, its stripe at 3"
        )
        assert servo.kind == "FEETECH FS90, an analogue servo"
    for path in MAPS.values():
        (strip,) = [d for d in bundled(path).drawings if d.name == "strip"]
        (shifter,) = [part for part in strip.connectors if part.name == "U1"]
        assert shifter.notes.endswith("R2: 10 kΩ from 2 to 7")
        said = papers(path)["parts.md"]
        assert "| 1 | resistor 10 kΩ | R2: from U1's input to ground |" in said
