"""What each event of a game looks and sounds like: its `effects.toml`, checked.

The scene defines and draws figures. For each event the file says which figure to show,
how long, how often, in which fixed colours, and with which sound. Every event has its
section, which may be dark and silent. A figure's own geometry, and colours that tell
owners apart, stay in the scene.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from controller.basics.sheet import Bounds, Sheet, SheetError, nearest, number, whole
from controller.light import palette
from controller.light.colour import DARK, WHITE, Colour, Keyframe, Tint
from controller.rules.codec import type_name
from controller.rules.game import State
from controller.sound import cues
from controller.sound.cues import SILENT
from controller.tabletop import places

FILE = "effects.toml"
NO_LIGHT = "none"
# Figures that need no scene: the lamp of the event's `seat`, or its `tile`, blinks, or
# a light runs along the row of that tile.
SEAT_LAMP, FLASH_TILE, SWEEP_ROW = "seat", "flash-tile", "sweep-row"
COLOURS: Mapping[str, Colour] = {
    "white": WHITE,
    "dark": DARK,
    **{n.lower(): c for n, c in vars(palette).items() if isinstance(c, Tint)},
}
_LONGEST_S = 5


class Figure(NamedTuple):
    """Something that a scene can draw for an event, and the values it needs."""

    name: str
    seconds: int = 1  # the number of durations, one for each part
    colours: int = 0  # the number of fixed colours
    repeats: bool = False  # whether it can be shown several times


# Figures for any event of any game, which need no scene.
_OF_ALL = {
    NO_LIGHT: Figure(NO_LIGHT, 0),
    SEAT_LAMP: Figure(SEAT_LAMP, 2, 1, True),
    FLASH_TILE: Figure(FLASH_TILE, 2, 1, True),
    SWEEP_ROW: Figure(SWEEP_ROW, 1, 1),
}


class Effect(NamedTuple):
    """What one event looks and sounds like."""

    light: str
    seconds: tuple[float, ...]
    times: int
    colours: tuple[Colour, ...]
    sound: str

    @property
    def for_s(self) -> float:
        """How long to show each part, for a figure of one part."""
        return self.seconds[0]

    @property
    def colour(self) -> Colour:
        return self.colours[0]


DARK_AND_SILENT = Effect(NO_LIGHT, (), 1, (), SILENT)


def _is_seconds(value: Any) -> bool:
    listed = value if isinstance(value, list) else [value]
    return all(number(0, _LONGEST_S).fits(v) and v >= 0.02 for v in listed)


def _is_colour(value: object) -> bool:
    if not isinstance(value, str):
        return False
    return value in COLOURS or re.fullmatch("#[0-9a-f]{6}", value) is not None


_SECONDS = Bounds(
    f"seconds from 0.02 to {_LONGEST_S}, one number or a list", _is_seconds
)
_COLOUR_LIST = Bounds(
    f'a list of colours such as "#ff5a00" or one of {", ".join(COLOURS)}',
    lambda v: isinstance(v, list) and all(map(_is_colour, v)),
)
_NAME = Bounds("a name, in quotes", lambda v: isinstance(v, str))


class _Section(NamedTuple):
    light: Annotated[str, _NAME]
    sound: Annotated[str, _NAME]
    seconds: Annotated[Any, _SECONDS] = ()
    times: Annotated[int, whole(1, 10)] = 1
    colours: Annotated[Sequence[str], _COLOUR_LIST] = ()


class _Nothing(NamedTuple):
    """The keys above the sections: none."""


class EffectSheet:
    """The effects of a game, by the name of an event or of one kind of it.

    They are read when the first one is needed: finding a game opens no file.
    """

    def __init__(
        self,
        read: Callable[[], Mapping[str, Effect]] = dict,
        kind: Callable[[State], str] = lambda event: str(event["type"]),
    ) -> None:
        self._read = read
        self._kind = kind

    @cached_property
    def _effects(self) -> Mapping[str, Effect]:
        return self._read()

    def check(self) -> None:
        """Raise SheetError now, rather than in the middle of a game."""
        _ = self._effects

    def __getitem__(self, name: str) -> Effect:
        return self._effects[name]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._effects)

    def name(self, event: State) -> str:
        """Return the name of this event's section: its kind, or its type."""
        kind = self._kind(event)
        return kind if kind in self._effects else str(event["type"])

    def of(self, event: State) -> Effect:
        """Return an event's effect; without a section it is dark and silent."""
        return self._effects.get(self.name(event), DARK_AND_SILENT)

    def sounds_without_light(self, events: Iterable[State]) -> tuple[str, ...]:
        """Return the sounds of events that show nothing, each sound once."""
        effects = [self.of(event) for event in events]
        dark = [e.sound for e in effects if e.light == NO_LIGHT and e.sound != SILENT]
        return tuple(dict.fromkeys(dark))

    def keyframes(
        self, events: Sequence[State], draw: Callable[[State], Iterable[Keyframe]]
    ) -> tuple[Keyframe, ...]:
        """Return the keyframes of all events, each event's sound with its first one.

        An event with a light that shows nothing this time is silent. Sounds of events
        that never have a light play with the next light, or with the last.
        """
        keyframes: list[Keyframe] = []
        waiting: tuple[str, ...] = ()
        for index, event in enumerate(events):
            # The scene must follow events that are not shown, too.
            lit = self._shown(self.of(event), event, list(draw(event)))
            waiting += self.sounds_without_light([event])
            if lit:
                own = self.of(event).sound
                lit[0] = _heard(lit[0], (*waiting, *([own] if own != SILENT else [])))
                waiting = ()
            keyframes += [keyframe._replace(event=index) for keyframe in lit]
        if keyframes and waiting:
            keyframes[-1] = _heard(keyframes[-1], waiting)
        return tuple(keyframes)

    def _shown(
        self, effect: Effect, event: State, drawn: list[Keyframe]
    ) -> list[Keyframe]:
        if effect.light == NO_LIGHT:
            return []
        return _ready(effect, event) if effect.light in _OF_ALL else drawn

    def ready(self, _before: Any, events: Sequence[State]) -> tuple[Keyframe, ...]:
        """Return the keyframes of a game that draws no figures itself."""
        return self.keyframes(events, lambda _event: ())


def _ready(effect: Effect, event: State) -> list[Keyframe]:
    """Draw a figure that needs no scene; nothing for an event without seat or tile."""
    is_seat = effect.light == SEAT_LAMP
    number = event.get("seat" if is_seat else "tile")
    if not isinstance(number, int):
        return []
    lit = places.seat(number) if is_seat else places.TILES[number]
    if effect.light == SWEEP_ROW:
        row = [place for place in places.TILES if place[:-1] == lit[:-1]]
        return [Keyframe(effect.for_s, {place: effect.colour}) for place in row]
    on_s, off_s = effect.seconds[:2]
    pair = [Keyframe(on_s, {lit: effect.colour}), Keyframe(off_s, {lit: DARK})]
    return pair * effect.times


def _heard(keyframe: Keyframe, sounds: Iterable[str]) -> Keyframe:
    return keyframe._replace(sounds=tuple(dict.fromkeys((*keyframe.sounds, *sounds))))


def load(
    scene: str,
    title: str,
    figures: Mapping[str, Figure | None],
    kind: Callable[[State], str] | None = None,
) -> EffectSheet:
    """Return the sheet beside a game's scene, given the figure of each event.

    `kind` finds a separate section for some events of a type.
    """
    beside, above = Path(scene).with_name(FILE), Path(scene).parent.with_name(FILE)
    return read(above if above.exists() else beside, title, figures, kind)


def ready_effects(module: str, title: str, *events: Any) -> EffectSheet:
    """Return the sheet beside a module, for these events and without a scene."""
    return load(module, title, dict.fromkeys(type_name(event) for event in events))


def read(
    path: Path,
    title: str,
    figures: Mapping[str, Figure | None],
    kind: Callable[[State], str] | None = None,
) -> EffectSheet:
    def effects() -> Mapping[str, Effect]:
        sheet = Sheet(path, f"the effects of {title}")
        sheet.top(_Nothing, tuple(figures))
        return {name: _checked(sheet, name, fig) for name, fig in figures.items()}

    return EffectSheet(effects, kind) if kind else EffectSheet(effects)


def _checked(sheet: Sheet, name: str, figure: Figure | None) -> Effect:
    section = sheet.one(name, _Section)
    if section is None:
        raise sheet.error(
            (),
            f"the event {name} has no section; add [{name}] with its light and sound "
            f'("{NO_LIGHT}" and "{SILENT}" if it has none)',
        )
    if section.sound != SILENT and section.sound not in cues.names():
        known = (*cues.names(), SILENT)
        words = f"there is no sound {section.sound[:40]!r}"
        raise sheet.error((name, "sound"), words + nearest(section.sound, known))
    effect = _with_light(sheet, name, section, _figure(sheet, name, section, figure))
    return _padded(effect, figure) if figure else effect


def _padded(effect: Effect, figure: Figure) -> Effect:
    """Add the values of a hidden figure, because the scene draws it anyway."""
    seconds = effect.seconds + (0.0,) * (figure.seconds - len(effect.seconds))
    colours = effect.colours + (DARK,) * (figure.colours - len(effect.colours))
    return effect._replace(seconds=seconds, colours=colours)


def _figure(
    sheet: Sheet, name: str, section: _Section, figure: Figure | None
) -> Figure:
    known = {**_OF_ALL, **({figure.name: figure} if figure else {})}
    if section.light not in known:
        words = f"{name} has no light {section.light[:40]!r}"
        raise sheet.error((name, "light"), words + nearest(section.light, known))
    return known[section.light]


def _with_light(sheet: Sheet, name: str, section: _Section, figure: Figure) -> Effect:
    given = section.seconds
    seconds = tuple(given) if isinstance(given, list | tuple) else (given,)
    for key, found, wanted in (
        ("seconds", len(seconds), figure.seconds),
        ("colours", len(section.colours), figure.colours),
    ):
        if found != wanted:
            raise _wrong_count(sheet, (name, key), figure, found, wanted)
    if section.times != 1 and not figure.repeats:
        words = f"the light {figure.name} is shown once; remove {name}.times"
        raise sheet.error((name, "times"), words)
    colours = tuple(_colour(colour) for colour in section.colours)
    return Effect(section.light, seconds, section.times, colours, section.sound)


def _wrong_count(
    sheet: Sheet, where: tuple[str, str], figure: Figure, found: int, wanted: int
) -> SheetError:
    name, key = where
    words = (
        f"the light {figure.name} takes {wanted or 'no'} {key}, and {name} has "
        f"{found or 'none'}; write {wanted or 'none'}"
    )
    return sheet.error((name, key) if found else (name,), words)


def _colour(said: str) -> Colour:
    if said in COLOURS:
        return COLOURS[said]
    red, green, blue = bytes.fromhex(said[1:])
    return red, green, blue
