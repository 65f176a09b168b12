"""The formats in which forms are written, what writes each, and digests of what forms say.

By its digest a print is known to be of the same form.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import Enum

from protocol_forms.any_form import AnyForm
from protocol_forms.grids import GridsForm, Paper
from protocol_forms.labels import Say
from protocol_forms.writers.files import form_csv, form_json, form_xlsx
from protocol_forms.writers.form_html import form_html
from protocol_forms.writers.html import words_in_two_languages
from protocol_forms.writers.pdf import several_pdf
from protocol_forms.writers.sheet import Sheet, form_sheet
from rules.errors import MatchRefused
from server.words.translation import Words

Printed = AnyForm | Sheet
"""Whatever can be printed: a form of figures, or a sheet for the hall, which is on paper only."""


FORM_COUNT = "form-count"
"""The header of a file of several forms that says how many are in it."""


class FormFormat(Enum):
    """A format, by the ending of its address and of its file."""

    HTML = "html"
    PDF = "pdf"
    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"


MEDIA_TYPES: Mapping[FormFormat, str] = {
    FormFormat.HTML: "text/html",
    FormFormat.PDF: "application/pdf",
    FormFormat.CSV: "text/csv",
    FormFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    FormFormat.JSON: "application/json",
}


PAPERS: Mapping[str, Paper] = {each.name.lower(): each for each in Paper}
"""The papers by the names they have in addresses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a form is written: in whose words, for which theme of a screen, for which paper.

    `second` are the words that stand beside the first ones, on a page whose form is in both.
    `created` is the time in UNIX seconds that a PDF says of itself.
    """

    words: Words
    second: Words | None = None
    theme: str = "auto"
    paper: Paper = Paper.A4
    created: int = 0


def written(form: Printed, form_format: FormFormat, look: Look) -> bytes:
    """The form's bytes in a format; raises MatchRefused for one in which it is not written."""
    if form_format is FormFormat.PDF:
        return several_pdf([sheet_of(form, look.words)], look.paper, look.created)
    if isinstance(form, Sheet):
        raise MatchRefused("format", form_format.value, FormFormat.PDF.value)
    return _WRITERS[form_format](form, look)


def sheet_of(form: Printed, words: Words) -> Sheet:
    """The form as it is typeset."""
    return form if isinstance(form, Sheet) else form_sheet(form, words.gettext, words.code)


def _html(form: AnyForm, look: Look) -> bytes:
    say: Say = look.words.gettext
    if look.second is not None:
        say = words_in_two_languages(say, look.second.gettext, look.second.code)
    return form_html(form, say, look.words.code, look.theme).encode()


_WRITERS: Mapping[FormFormat, Callable[[AnyForm, Look], bytes]] = {
    FormFormat.HTML: _html,
    FormFormat.CSV: lambda form, look: form_csv(form, look.words.gettext),
    FormFormat.XLSX: lambda form, look: form_xlsx(form, look.words.gettext),
    FormFormat.JSON: lambda form, _: form_json(form).encode(),
}


_LUCK = ("luck", "luck_notes")
_BEHIND = "."
"""Stands between the digest of a protocol's results and that of its luck."""


def digest_of_form(form: Printed) -> str:
    """A digest of what the form says; of a protocol that tells of luck, one of each: see below.

    How far the event has come is not part of it: that changes with every minute.
    """
    if isinstance(form, Sheet):
        return hashlib.sha256(form.values.encode()).hexdigest()
    if isinstance(form, GridsForm):
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
