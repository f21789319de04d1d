"""KiCad's text: lists in brackets, and names that stay the same from run to run."""

from uuid import NAMESPACE_URL, uuid5

# A word, a number, text in quotes (a tuple of one), or a list of these.
Expression = str | float | tuple[str] | list["Expression"]


def quoted(text: str) -> tuple[str]:
    return (text,)


def identity(*words: object) -> Expression:
    """KiCad's name for a thing: the same for the same words."""
    name = str(uuid5(NAMESPACE_URL, "undertow:" + ":".join(map(str, words))))
    return ["uuid", quoted(name)]


def written(expression: Expression, depth: int = 0) -> str:
    if isinstance(expression, tuple):
        text = expression[0].replace("\\", "\\\\").replace('"', '\\"')
        return f'"{text}"'
    if isinstance(expression, str):
        return expression
    if isinstance(expression, int | float):
        return f"{round(expression, 4):g}"
    inside = [written(one, depth + 1) for one in expression]
    if depth == 0:
        return "(" + "\n  ".join(inside) + "\n)\n"
    return f"({' '.join(inside)})"
