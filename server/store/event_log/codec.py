"""Events to and from the bytes that stay on disk: a kind, a version and canonical JSON.

Canonical: keys sorted, no blanks, UTF-8, so that the same event always has the same bytes and the
ledger's hash can be made again from an export. A field may be added to an event with a default;
payloads from before then read with that default.
"""

import json
from typing import NamedTuple, cast, get_args

from rules.events import Event
from server.store.event_log.value_forms import Form, form_of

VERSION = 1
"""The form of every payload written; one that must change otherwise than by adding gets 2."""


class EncodedEvent(NamedTuple):
    """An event as it is stored: the class's name, the form's version, JSON."""

    kind: str
    version: int
    payload: bytes


class EventUnreadable(Exception):
    """A stored event this program cannot read.

    Operator: start the version of Yalta that wrote it, or a later one. `sequence` is its place in
    its stream, 0 while nobody has said.
    """

    def __init__(self, kind: str, version: int, why: str) -> None:
        super().__init__(
            f"stored event {kind!r}, version {version}: {why}. It was written by a later Yalta or"
            " damaged since: start the version that wrote it, or restore a backup"
        )
        self.kind = kind
        self.version = version
        self.sequence = 0


def encode(event: Event) -> EncodedEvent:
    """Give an event's kind, version and bytes; raises ValueError for text that is not Unicode."""
    kind = type(event).__name__
    return EncodedEvent(kind, VERSION, _FORMS[kind].write(event).encode())


def decode(kind: str, version: int, payload: bytes) -> Event:
    """Give the event back; raises EventUnreadable."""
    if kind not in _FORMS:
        raise EventUnreadable(kind, version, "this program knows no such kind")
    if version != VERSION:
        raise EventUnreadable(kind, version, f"this program reads version {VERSION}")
    try:
        return cast(Event, _FORMS[kind].read(json.loads(payload)))
    except Exception as error:  # a damaged payload fails its reader in ways of every kind
        raise EventUnreadable(kind, version, str(error)) from error


_FORMS: dict[str, Form] = {event.__name__: form_of(event) for event in get_args(Event)}
