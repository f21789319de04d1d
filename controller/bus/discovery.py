"""How Home Assistant finds the table: one retained message with all its entities.

Home Assistant announces each start on `STATUS`, and needs this message again then.
"""

import json
from typing import Any

PREFIX = "homeassistant"
STATUS = f"{PREFIX}/status"
BORN = b"online"

Entity = dict[str, Any]


def topic(table: str) -> str:
    return f"{PREFIX}/device/undertow-{table}/config"


def device(table: str, base: str, version: str, *, has_sound: bool) -> Entity:
    """Return this table's discovery message; its topics begin with `base`."""
    entities = _sensors(f"{base}/state") | _buttons()
    entities["problem"] = _problem(f"{base}/parts")
    entities["brightness"] = _brightness(f"{base}/state")
    if has_sound:
        entities["mute"] = _mute(f"{base}/state")
    for name, entity in entities.items():
        entity["unique_id"] = f"undertow-{table}-{name}"
        if entity["platform"] in ("button", "number", "switch"):
            entity["command_topic"] = f"{base}/command"
    return {
        "device": {
            "identifiers": [f"undertow-{table}"],
            "name": f"Undertow {table}",
            "model": "Game table",
            "sw_version": version,
        },
        "origin": {"name": "Undertow", "sw_version": version},
        "availability_topic": f"{base}/availability",
        "components": entities,
    }


def _sensors(state_topic: str) -> dict[str, Entity]:
    # Home Assistant rejects states longer than 255 letters.
    rows = (
        ("turn", "Whose turn", "turn[:255]", "account-clock"),
        ("prompt", "What to do", "prompt[:255]", "comment-question"),
        ("game", "Game", "title", "dice-multiple"),
        ("last_winner", "Last winner", "last_winner[:255]", "trophy"),
    )
    return {
        name: {
            "platform": "sensor",
            "name": label,
            "icon": f"mdi:{icon}",
            "state_topic": state_topic,
            "value_template": f"{{{{ value_json.{value} }}}}",
        }
        for name, label, value, icon in rows
    }


def _buttons() -> dict[str, Entity]:
    rows = (
        ("rematch", "Play again", "again", "replay"),
        ("resume", "Resume the saved game", "continue", "play"),
        ("away", "Put the saved game away", "away", "archive"),
    )
    return {
        name: {
            "platform": "button",
            "name": label,
            "icon": f"mdi:{icon}",
            "payload_press": json.dumps({"id": name, "type": command}),
        }
        for name, label, command, icon in rows
    }


def _problem(state_topic: str) -> Entity:
    return {
        "platform": "binary_sensor",
        "name": "Problem",
        "device_class": "problem",
        "state_topic": state_topic,
        "value_template": "{{ 'ON' if value_json else 'OFF' }}",
    }


def _brightness(state_topic: str) -> Entity:
    command = '{"id": "brightness", "type": "brightness", "percent": %s}'
    return {
        "platform": "number",
        "name": "Brightness",
        "min": 1,
        "max": 100,
        "unit_of_measurement": "%",
        "state_topic": state_topic,
        "value_template": "{{ value_json.brightness }}",
        "command_template": command % "{{ value | int }}",
    }


def _mute(state_topic: str) -> Entity:
    return {
        "platform": "switch",
        "name": "Mute",
        "state_topic": state_topic,
        "value_template": "{{ value_json.muted }}",
        "state_on": "True",
        "state_off": "False",
        "payload_on": json.dumps({"id": "mute", "type": "mute", "on": True}),
        "payload_off": json.dumps({"id": "mute", "type": "mute", "on": False}),
    }
