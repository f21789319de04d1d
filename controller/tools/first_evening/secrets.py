"""Removes what is nobody's business from a text that is sent to strangers."""

import re

_GONE = "(removed)"
_PATTERNS = (
    # Hardware and network addresses.
    r"\b(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}\b",
    r"\b(?:\d{1,3}\.){3}\d{1,3}\b",
    r"\b[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4})*::(?:[0-9a-fA-F]{1,4}:?)*",
    r"\b(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}\b",
    # Codes in links, passwords in addresses.
    r"(?<=[?&]host=)[\w-]+",
    r"(?<=[?&]code=)[\w-]+",
    r"(?<=://)[^\s/@]+(?=@)",
    # Values whose names say that they are secret; config.txt has licence keys.
    r"(?im)(?<=host_code)\s*[=:].*$",
    r"(?im)(?<=password)\s*[=:].*$",
    r"(?im)(?<=psk)\s*[=:].*$",
    r"(?im)(?<=ssid)\s*[=:].*$",
    r"(?im)(?<=serial)\s*[=:]\s*[0-9a-f]{16}$",
    r"(?im)^decode_.*$",
    r"(?<=/home/)[^/\s\"']+",
)
_ALL = tuple(map(re.compile, _PATTERNS))


def without_secrets(text: str, *names: str) -> str:
    """Return the text without addresses, codes and passwords, and without these names.

    `names` are those of this machine and its users.
    """
    for pattern in _ALL:
        text = pattern.sub(_GONE, text)
    for name in filter(None, names):
        text = re.sub(rf"\b{re.escape(name)}\b", _GONE, text)
    return text
