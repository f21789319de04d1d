"""Connects the running table to a message broker."""

import asyncio
from functools import partial

from controller.bus.address import BadBroker, address_of
from controller.bus.bus import PART, Bus, Pause
from controller.bus.commands import CommandCallbacks
from controller.bus.discovery import device
from controller.bus.published import OutputSettings, Wording
from controller.bus.publisher import Publisher
from controller.service.assembly import RunningTable
from controller.service.settings import Settings
from controller.sound.control import SoundControl
from controller.web.server.page import version
from controller.web.server.tls import BadCertificate
from hardware.rig import Rig


def begin_bus(
    settings: Settings,
    broker: str,
    running: RunningTable,
    rig: Rig,
    pause: Pause = asyncio.sleep,
) -> Bus | None:
    """Publish this table from now on; report a wrong address as a trouble.

    `pause` waits between two attempts to connect.
    """
    try:
        address = address_of(broker, settings.broker_ca)
    except (BadBroker, BadCertificate) as error:
        rig.parts.fails(PART, str(error))
        return None
    table, sound, name = running.table, running.sound, settings.own_name
    told = device(name, f"undertow/{name}", version(), has_sound=sound is not None)
    bus = Bus(address, name, told, rig.parts, rig.backend.clock, pause)

    def output() -> OutputSettings:
        return OutputSettings(
            rig.strip.brightness, sound.state.muted if sound else None
        )

    wording = Wording(settings.language, settings.broker_names)
    publisher = Publisher(bus, rig.parts, lambda: table.now, wording, output)
    table.on_change.append(publisher.changed)
    rig.strip.on_brightness.append(publisher.look_again)
    if sound:
        sound.on_change.append(publisher.look_again)
    mute = partial(_mute, sound) if sound else None
    bus.begin(
        CommandCallbacks(
            lambda: table.now, running.ask, table.announce, publisher.begun, mute
        )
    )
    return bus


def _mute(sound: SoundControl, is_wanted: bool) -> None:
    sound.use(sound.state._replace(muted=is_wanted))
