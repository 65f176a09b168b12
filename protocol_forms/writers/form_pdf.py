"""Forms as tagged PDF, one or many in a file."""

from collections.abc import Sequence
from functools import lru_cache

from protocol_forms.any_form import AnyForm
from protocol_forms.form_texts import Say, in_english
from protocol_forms.paper import Paper
from protocol_forms.writers.sheet import Sheet, form_sheet
from protocol_forms.writers.typesetter import typeset


def form_pdf(
    form: AnyForm,
    paper: Paper = Paper.A4,
    created: int = 0,
    say: Say = in_english,
    language: str = "en",
) -> bytes:
    """A form as PDF/UA-1 bytes; the same form and `created` (UNIX seconds) give the same bytes.

    `say` gives its labels in the language with that code, that of its texts. Raises FormNotTypeset.
    """
    return several_pdf([form_sheet(form, say, language)], paper, created)


def several_pdf(sheets: Sequence[Sheet], paper: Paper = Paper.A4, created: int = 0) -> bytes:
    """Sheets in one PDF, each on pages of its own with numbers of its own.

    The newest are kept: after a round a whole hall asks for the same ones. Raises FormNotTypeset.
    """
    return _typeset(tuple(sheets), paper, created)


@lru_cache(maxsize=16)
def _typeset(sheets: tuple[Sheet, ...], paper: Paper, created: int) -> bytes:
    return typeset(sheets, paper, created)
