"""Digests of what forms say, by which a print is known to be of the same form."""

import hashlib
import json
from dataclasses import asdict, replace

from protocol_forms.table_form import TablesForm
from protocol_forms.writers.sheet import Sheet
from server.prints.formats import Printed


def digest_of_form(form: Printed) -> str:
    """A digest of what the form says.

    How far the event has come is not part of it: that changes with every minute.
    """
    if isinstance(form, TablesForm):
        form = replace(form, state="", link="")
    said = form.values if isinstance(form, Sheet) else json.dumps(asdict(form), default=str)
    return hashlib.sha256(said.encode()).hexdigest()
