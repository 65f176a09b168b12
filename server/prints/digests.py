"""Digests of what forms say, by which a print is known to be of the same form."""

import hashlib
import json
from dataclasses import asdict, replace

from protocol_forms.table_form import TablesForm
from protocol_forms.writers.sheet import Sheet
from server.prints.formats import Printed

_LUCK = ("luck", "luck_notes")


def digest_of_form(form: Printed) -> str:
    """A digest of what the form says.

    How far the event has come is not part of it: that changes with every minute. Nor is luck, which
    is judged when it suits.
    """
    if isinstance(form, Sheet):
        return hashlib.sha256(form.values.encode()).hexdigest()
    if isinstance(form, TablesForm):
        form = replace(form, state="", link="")
    values = {name: value for name, value in asdict(form).items() if name not in _LUCK}
    said = json.dumps(values, default=str)
    return hashlib.sha256(said.encode()).hexdigest()
