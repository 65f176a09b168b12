"""Digests of what forms say, by which a print is known to be of the same form."""

import hashlib
import json
from dataclasses import asdict, replace

from protocol_forms.table_form import TablesForm
from protocol_forms.writers.sheet import Sheet
from server.prints.formats import Printed

_LUCK = ("luck", "luck_notes")
_BEHIND = "."
"""Stands between the digest of a protocol's results and that of its luck."""


def digest_of_form(form: Printed) -> str:
    """A digest of what the form says; of a protocol that tells of luck, one of each: see below.

    How far the event has come is not part of it: that changes with every minute.
    """
    if isinstance(form, Sheet):
        return hashlib.sha256(form.values.encode()).hexdigest()
    if isinstance(form, TablesForm):
        form = replace(form, state="", link="")
    values = asdict(form)
    luck = [values.pop(name, ()) for name in _LUCK]
    digests = [_digest(values)] + ([_digest(luck)] if any(luck) else [])
    return _BEHIND.join(digests)


def without_luck(digest: str) -> str:
    """The digest of what a form says of results: luck, judged when it suits, replaces none."""
    return digest.partition(_BEHIND)[0]


def _digest(values: object) -> str:
    return hashlib.sha256(json.dumps(values, default=str).encode()).hexdigest()
