"""Modules put together: each once, after what it imports, and with its own names."""

import pytest

from controller.web.bundle import BadModule, bundle, slim

FILES = {
    "/a.js": 'import { b, two as second } from "./deep/b.js";\n'
    "export const said = `${b()} ${second}`;\n",
    "/deep/b.js": 'import { C } from "/c.js";\n'
    "const own = 1;\nexport function b() {\n  return new C().say(own);\n}\n"
    "export const two = 2;\n",
    "/c.js": "const own = 3;\nexport class C {\n  say(n) {\n"
    "    return `C${n}${own}`;\n  }\n}\n",
}


def test_what_is_imported_comes_first_and_once() -> None:
    made = bundle(["/a.js", "/deep/b.js"], FILES.__getitem__)
    places = [made.index(f"modules['{name}'] ??=") for name in ("/c.js", "/deep/b.js")]
    assert places == sorted(places)
    assert made.index("modules['/a.js'] ??=") > places[-1]
    assert made.count("class C") == 1
    assert "import" not in made
    assert "export" not in made


def test_a_name_that_two_modules_have_is_each_ones_own() -> None:
    made = bundle(["/a.js"], FILES.__getitem__)
    assert "const { b, two: second } = modules['/deep/b.js'];" in made
    assert "return { said };" in made


def test_what_a_page_has_already_is_not_made_again() -> None:
    made = bundle(["/a.js"], {"/a.js": "export const a = 1;\n"}.__getitem__)
    assert "modules['/a.js'] ??= " in made


def test_comments_and_indentation_are_left_out() -> None:
    text = "/* What it\n * is. */\n\nfunction f() {\n  // Why.\n  return 'a // b';\n}\n"
    assert slim(text) == "function f() {\nreturn 'a // b';\n}\n"


def test_a_text_over_several_lines_keeps_its_indentation() -> None:
    text = "  // Why.\nconst a = `\n  b`;\n"
    assert slim(text) == text


@pytest.mark.parametrize(
    "line", ['import x from "./b.js";', 'export * from "./b.js";', "export default 1;"]
)
def test_another_kind_of_import_or_export_is_refused(line: str) -> None:
    with pytest.raises(BadModule, match="cannot be bundled"):
        bundle(["/a.js"], {"/a.js": f"{line}\n"}.__getitem__)
