"""What CycloneDX 1.6 asks of a list like ours."""

import re
from typing import Any

_COMPONENT = {"type", "bom-ref", "name", "version", "licenses", "purl"}
_PURL = re.compile(r"pkg:(pypi|deb)/[a-z0-9.-]+@[\w.%-]+")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_SERIAL = re.compile(
    r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-\w{12}"
)


def check_bill(bill: dict[str, Any]) -> None:
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["version"] == 1
    assert _SERIAL.fullmatch(bill["serialNumber"])
    assert _TIME.fullmatch(bill["metadata"]["timestamp"])
    whole = bill["metadata"]["component"]
    assert whole["type"] == "application"
    for component in (whole, *bill["components"]):
        _check_component(component)
    assert {c["type"] for c in bill["components"]} == {"library"}
    refs = [whole["bom-ref"], *(c["bom-ref"] for c in bill["components"])]
    assert len(refs) == len({*refs})
    assert sorted(row["ref"] for row in bill["dependencies"]) == sorted(refs)
    for row in bill["dependencies"]:
        assert {*row["dependsOn"]} <= {*refs}
        assert len(row["dependsOn"]) == len({*row["dependsOn"]})


def _check_component(component: dict[str, Any]) -> None:
    assert component.keys() == _COMPONENT
    assert _PURL.fullmatch(component["purl"]), component["purl"]
    (licence,) = component["licenses"]
    match licence:
        case {"expression": str(words)} if words and len(licence) == 1:
            pass
        case {"license": {"id": str(word)}} | {"license": {"name": str(word)}}:
            assert word
        case _:
            raise AssertionError(f"{component['name']}: {licence}")
