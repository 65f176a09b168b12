"""Signed-in devices as people tell them apart: by browser and system, and by when."""

from dataclasses import dataclass
from datetime import datetime

from server.web.accounts.session_api import DeviceOut
from server.words.translation import Words

_BROWSERS = (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """A device in a list; `device` is empty when it says nothing of itself."""

    session_id: int
    device: str
    address: str
    opened: str
    seen: str
    this: bool


def device_line(device: DeviceOut, now: datetime, words: Words) -> DeviceLine:
    """The device as a line of a list; times are told in the zone of the server's machine."""
    return DeviceLine(
        session_id=device.session_id,
        device=browser_and_system(device.device),
        address=device.address,
        opened=words.time(device.opened_at.astimezone(), now),
        seen=words.time(device.seen_at.astimezone(), now),
        this=device.this,
    )


def browser_and_system(user_agent: str) -> str:
    """A browser's user agent made short, such as "Firefox, Android"; cut off where unknown."""
    known = [
        next((name for mark, name in names if mark in user_agent), "")
        for names in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(filter(None, known)) or user_agent[:40]
