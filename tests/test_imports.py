"""Which package may import which, checked in the source itself.

Data flows hardware → controller → hardware, but imports only go downwards:
controller → hardware → wiring, and rules import nothing but rules.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from graphlib import TopologicalSorter
from pathlib import Path

from tests.support import ROOT, nodes

OURS = ("controller", "firmware", "hardware", "wiring", "tests")

# The parts of the standard library that rules may use: none of them does I/O.
PURE = {
    "__future__",
    "collections",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "itertools",
    "json",
    "math",
    "operator",
    "re",
    "types",
    "typing",
}
# The files of a game that meet the table or a file; all others are rules.
NOT_RULES = {
    "__init__",
    "bot",
    "data",
    "gestures",
    "layout",
    "printing",
    "prompts",
    "scene",
    "testing",
}
# What a game needs to read its house data.
READING = ("pathlib", "controller.basics.sheet", "controller.chance.house")
# What a game's bots need to imagine positions by chance.
IMAGINING = ("random", "controller.bots")
# For changing a map without touching its comments, and for looking up the header.
# DXF, PDF and solids are written by extras, which are imported where they are needed.
WIRING_MAY_USE = {
    "wiring.amend": "tomlkit",
    "wiring.papers.solids": "build123d",
    "wiring.papers.cutting.files": "ezdxf",
    "wiring.papers.harness.header": "gpiozero",
    "wiring.papers.cutting.pdf": "fpdf",
}
# Everything may import it; it imports only itself.
BASICS = "controller.basics"
# The modules of it that rules may import, because they read no files.
PURE_BASICS = tuple(f"{BASICS}.{name}" for name in ("errors", "record", "sentence"))
MAY_USE_THE_SIMULATOR = (
    "controller.replay",
    "controller.testing",
    "hardware.choose",
    "hardware.backends.sim",
    "hardware.backends.replay",
)


# The packages of `controller/`, lowest first: each may import itself and those before.
PACKAGES = (
    "basics",
    "rules",
    "words",
    "light",
    "sound",
    "tabletop",
    "bots",
    "games",
    "storage",
    "chance",
    "pieces",
    "input",
    "engine",
    "session",
    "web",
    "guest",
    "bus",
    "club",
    "service",
    "replay",
    "testing",
    "tools",
    "cli",
)


# The packages of `hardware/`; the two backends do not know each other.
HARDWARE = (
    ("readings",),
    ("health",),
    ("pi_model",),
    ("backend",),
    ("parts",),
    ("boards",),
    ("backends.pi", "backends.sim"),
    ("backends.replay",),
    ("choose",),
    ("rig",),
)


def modules() -> dict[str, Path]:
    """Return every module of the program by its dotted name."""
    found = {}
    for package in ("controller", "hardware", "wiring"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            if not is_test_of_a_game(name):
                found[name] = path
    return found


def is_test_of_a_game(module: str) -> bool:
    """Tell whether it is below `tests` in a game's folder."""
    parts = module.split(".")
    return parts[:2] == ["controller", "games"] and "tests" in parts[3:]


MODULES = modules()


def imported(nodes: Iterable[ast.AST], module: str, is_package: bool) -> Iterator[str]:
    """Yield the full names of everything that the file imports."""
    package = module.split(".") if is_package else module.split(".")[:-1]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                # `from controller import games` imports a module, not a name.
                whole = f"{base}.{alias.name}"
                yield whole if whole in MODULES else base


@cache
def imports_of(module: str) -> frozenset[str]:
    path = MODULES[module]
    return frozenset(imported(nodes(path), module, path.name == "__init__.py"))


def is_in(module: str, *packages: str) -> bool:
    return any(module == p or module.startswith(f"{p}.") for p in packages)


def is_third_party(module: str) -> bool:
    top = module.split(".")[0]
    return top not in sys.stdlib_module_names and top not in OURS


def is_rules(module: str) -> bool:
    parts = module.split(".")
    if parts[:2] == ["controller", "games"] and len(parts) == 4:
        return parts[3] not in NOT_RULES
    return is_in(module, "controller.rules")


def is_in_a_game(module: str) -> bool:
    own = ".".join(module.split(".")[:3])
    return is_in(module, "controller.games") and (
        MODULES.get(own, Path()).name == "__init__.py" and own != "controller.games"
    )


def wrong(module: str, allowed: Callable[[str], bool]) -> list[str]:
    return [
        f"{module} may not import {name}"
        for name in sorted(imports_of(module))
        if not allowed(name)
    ]


def of_each(
    modules: Iterable[str],
) -> Callable[[Callable[[str], list[str]]], Callable[[], None]]:
    """Check all these modules in one test."""
    looked_at = list(modules)

    def as_test(check: Callable[[str], list[str]]) -> Callable[[], None]:
        def test() -> None:
            assert looked_at
            assert [said for module in looked_at for said in check(module)] == []

        test.__doc__ = check.__doc__
        return test

    return as_test


@of_each([m for m in MODULES if is_rules(m)])
def test_rules_import_nothing_but_rules(module: str) -> list[str]:
    own = module.rpartition(".")[0]

    def allowed(name: str) -> bool:
        if is_in(name, "controller.games.api"):
            return True
        if is_in(name, "controller.games"):
            return is_rules(name) and name.rpartition(".")[0] == own
        ours = is_in(name, "controller.rules", *PURE_BASICS)
        return ours or name.split(".")[0] in PURE

    return wrong(module, allowed)


def may_import(module: str, name: str) -> bool:
    """Tell whether a module of a game may import this."""
    own = ".".join(module.split(".")[:3])
    ours = is_in(
        name,
        own,
        *PURE_BASICS,
        "controller.rules",
        "controller.tabletop",
        "controller.light.colour",
        "controller.light.palette",
        # What the games of other packages import.
        "controller.games.api",
    )
    # A game tells the suite what its lamps mean.
    ours = ours or (module == f"{own}.testing" and name == "controller.light.legend")
    reads = module == f"{own}.data" and name in READING
    imagines = module == f"{own}.bot" and is_in(name, *IMAGINING)
    return ours or reads or imagines or name.split(".")[0] in PURE


@of_each([m for m in MODULES if is_in_a_game(m)])
def test_a_game_knows_its_own_folder_and_the_two_things_it_gives(
    module: str,
) -> list[str]:
    return wrong(module, partial(may_import, module))


def test_what_new_games_import_is_allowed_in_our_own_folder() -> None:
    for path in (ROOT / "controller/tools/templates").glob("*/*.py"):
        module = f"controller.games.{path.parent.name}.{path.stem}"
        for name in imported(nodes(path), module, is_package=False):
            assert may_import(module, name), (path, name)


@of_each([m for m in MODULES if is_in(m, "controller.bots")])
def test_bots_know_the_rules_and_nothing_of_the_table(module: str) -> list[str]:
    def allowed(name: str) -> bool:
        ours = is_in(name, "controller.bots", "controller.rules", *PURE_BASICS)
        return ours or name.split(".")[0] in {*PURE, "random"}

    return wrong(module, allowed)


@of_each([m for m in MODULES if is_in(m, "hardware")])
def test_hardware_knows_the_board_map_and_nothing_above_it(module: str) -> list[str]:
    def allowed(name: str) -> bool:
        ours = is_in(name, "hardware", "wiring", "firmware", BASICS)
        return ours or not is_in(name, *OURS)

    return wrong(module, allowed)


@of_each([m for m in MODULES if is_in(m, "wiring")])
def test_wiring_knows_itself_and_the_standard_library(module: str) -> list[str]:
    def allowed(name: str) -> bool:
        if is_third_party(name):
            return name.split(".")[0] == WIRING_MAY_USE.get(module)
        return is_in(name, "wiring", BASICS) or not is_in(name, *OURS)

    return wrong(module, allowed)


@of_each([m for m in MODULES if not is_in(m, *MAY_USE_THE_SIMULATOR)])
def test_only_those_who_build_a_table_know_the_simulator(module: str) -> list[str]:
    return wrong(module, lambda name: not is_in(name, "hardware.backends.sim"))


@of_each([m for m in MODULES if is_in(m, "controller") and "." in m])
def test_a_room_knows_only_the_rooms_below_it(module: str) -> list[str]:
    package = module.split(".")[1]
    below = [f"controller.{name}" for name in PACKAGES[: PACKAGES.index(package) + 1]]

    def allowed(name: str) -> bool:
        return is_in(name, *below) or not is_in(name, "controller")

    return wrong(module, allowed)


@of_each(
    [
        m
        for m in MODULES
        if is_in(m, "hardware") and m not in ("hardware", "hardware.backends")
    ]
)
def test_hardware_imports_only_the_layers_below(
    module: str,
) -> list[str]:
    layers = [[f"hardware.{each}" for each in layer] for layer in HARDWARE]
    [layer] = [at for at, layer in enumerate(layers) if is_in(module, *layer)]
    own = [each for each in layers[layer] if is_in(module, each)]
    below = own + [each for lower in layers[:layer] for each in lower]

    def allowed(name: str) -> bool:
        return is_in(name, *below) or not is_in(name, "hardware")

    return wrong(module, allowed)


def test_the_basics_import_nothing_else_of_ours() -> None:
    for module in MODULES:
        if is_in(module, BASICS):
            ours = {name for name in imports_of(module) if is_in(name, *OURS)}
            assert all(is_in(name, BASICS) for name in ours), module


def test_no_imports_go_round_in_a_circle() -> None:
    """Those for type checking are counted too."""
    known = {module: imports_of(module) & MODULES.keys() for module in MODULES}
    TopologicalSorter({m: names - {m} for m, names in known.items()}).prepare()


@of_each(MODULES)
def test_nothing_imports_its_tests(module: str) -> list[str]:
    return wrong(module, lambda name: not is_in(name, "tests"))


@of_each([m for m in MODULES if not is_in(m, "controller.games")])
def test_no_game_is_known_by_name_outside_its_folder(module: str) -> list[str]:
    """A new game is one new folder and nothing else."""

    def allowed(name: str) -> bool:
        about = ("", ".api", ".packages", ".broken", ".checks")
        ours = [f"controller.games{own}" for own in about]
        return name in ours or not is_in(name, "controller.games")

    return wrong(module, allowed)


# If simulated


SIMULATED = re.compile(r"_?(is_)?sim(_\w*|[A-Z]\w*)?|Sim\w*|.*simulat.*")


def asks_if_simulated(nodes: Iterable[ast.AST]) -> list[int]:
    """Yield the lines whose condition asks where the program runs."""
    lines = []
    for node in nodes:
        conditions: list[ast.expr] = []
        if isinstance(node, ast.If | ast.IfExp | ast.While | ast.Assert):
            conditions = [node.test]
        elif isinstance(node, ast.Compare | ast.BoolOp):
            conditions = [node]
        elif isinstance(node, ast.Match):
            conditions = [node.subject]
        for condition in conditions:
            if any(SIMULATED.fullmatch(word) for word in words_of(condition)):
                lines.append(condition.lineno)
    return sorted(set(lines))


def words_of(condition: ast.expr) -> Iterator[str]:
    for node in ast.walk(condition):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@of_each([m for m in MODULES if not is_in(m, "hardware.backends.sim")])
def test_nothing_asks_whether_it_is_simulated(module: str) -> list[str]:
    lines = asks_if_simulated(nodes(MODULES[module]))
    return [f"{module} asks in line {line}" for line in lines]
