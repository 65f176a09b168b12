"""A sheet for the entrance: where each player finds table, colour and opponent, as a QR code."""

import json

from protocol_forms.form_texts import N_, Say, in_english
from protocol_forms.writers.sheet import Sheet

_NOTE = N_(
    "Scan the code with the camera of your phone, or type the address. Room, table, colour and "
    "opponent are shown as soon as both line-ups are in."
)


def where_sheet(event: str, address: str, say: Say = in_english, language: str = "en") -> Sheet:
    """One page to hang up with the address of *Where do I play?* as text and as a QR code."""
    title = say(N_("Where do I play?"))
    values = {"title": title, "event": event, "address": address, "note": say(_NOTE)}
    shown = json.dumps(values, ensure_ascii=False)
    return Sheet("where_sheet", title, language, shown, link=address)
