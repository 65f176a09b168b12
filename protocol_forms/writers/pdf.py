"""Forms as tagged PDF, one or several in a file, and pictures of one page.

Typst makes them from sheets, with the project's own fonts and templates and nothing else. The fonts
have Latin, Greek, Cyrillic, Armenian, Georgian and Hebrew (protocol_forms/fonts/manifest.json). An
accessible PDF may contain no letter without a glyph, so letters that the fonts lack are replaced; a
form with any name can be printed.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import typst

from protocol_forms.any_form import AnyForm
from protocol_forms.grids import Paper
from protocol_forms.labels import SOURCE_LANGUAGE, Say, in_english
from protocol_forms.writers.sheet import Sheet, form_sheet, sheet_json

_UNDRAWN = re.compile(
    "[^\n -~\u00a0-\u024f\u02b0-\u0377\u037a-\u037f\u0384-\u03e1\u03f0-\u052f\u1e00-\u1fff"
    "\u2000-\u200c\u200e-\u2064\u2066-\u2071\u2074-\u20bf\u2100-\u214f\u2212\u25cc\ufb00-\ufb04"
    "\u0531-\u0556\u0559-\u058a\u058d-\u058f\ufb13-\ufb17"  # Armenian
    "\u10a0-\u10c5\u10c7\u10cd\u10d0-\u10ff\u1c90-\u1cba\u1cbd-\u1cbf"  # Georgian
    "\u2d00-\u2d25\u2d27\u2d2d"
    "\u0591-\u05c7\u05d0-\u05ea\u05ef-\u05f4"  # Hebrew
    "\ufb1d-\ufb36\ufb38-\ufb3c\ufb3e\ufb40\ufb41\ufb43\ufb44\ufb46-\ufb4f]+"
)
_UNSEEN = re.compile("[\u200d\ufe00-\ufe0f\ufeff]")
"""Characters that are never seen themselves, such as the zero-width joiner; they are left out."""
_RIGHT_TO_LEFT = re.compile(
    "[\u0591-\u05f4\ufb1d-\ufb4f]+(?:[ '’\"-]+[\u0591-\u05f4\ufb1d-\ufb4f]+)*"
)


def undrawn(text: str) -> str:
    """Return the characters of a text for which forms show a question mark, each once."""
    return "".join(dict.fromkeys("".join(_UNDRAWN.findall(_UNSEEN.sub("", text)))))


def drawable(values: Any) -> Any:
    """Return the values with a question mark for letters that the fonts cannot draw.

    A name in Hebrew gets marks around it that keep it apart: two names beside each other stay in
    their order, and so do the figures between them.
    """
    match values:
        case str():
            drawn = _UNDRAWN.sub("?", _UNSEEN.sub("", values))
            return _RIGHT_TO_LEFT.sub("\u2068\\g<0>\u2069", drawn)
        case dict():
            return {name: drawable(value) for name, value in values.items()}
        case list() | tuple():
            return [drawable(value) for value in values]
        case _:
            return values


FOLDER: Final = Path(__file__).parents[1]
FONTS: Final = FOLDER / "fonts"
_MAIN: Final = FOLDER / "templates" / "sheets.typ"
_POINTS_AN_INCH: Final = 72


class FormNotTypeset(Exception):
    """The typesetter failed or gave a warning, such as one about an unknown font.

    The message states the cause and is for the technician.
    """


def typeset(sheets: Sequence[Sheet], paper: Paper, created: int) -> bytes:
    """Return the sheets as PDF/UA-1 bytes, each on new pages with their own page numbers.

    Names are passed to the templates as strings, never as markup, and letters that cannot be drawn
    are replaced. `created` is the document's time in UNIX seconds. Raises FormNotTypeset.
    """
    shown = json.dumps([drawable(sheet_json(sheet)) for sheet in sheets])
    return compiled(_MAIN, shown, paper, created)


def compiled(main: Path, sheets: str, paper: Paper, created: int) -> bytes:
    """Return PDF/UA-1 bytes of the Typst file `main`, which reads the JSON text `sheets`.

    The file finds the text in `sys.inputs.sheets`. `created` is the document's time in UNIX
    seconds. Raises FormNotTypeset.
    """
    inputs = {"sheets": sheets, "paper": paper.value}
    return _made(main, inputs, format="pdf", pdf_standards=["ua-1"], timestamp=created)


def picture(template: str, values: Mapping[str, object], scale: int) -> bytes:
    """Return PNG bytes of the only page of the Typst template `template`, filled with `values`.

    The template finds `values` as JSON text in `sys.inputs.card`. `scale` is in pixels per
    typographic point. Letters that cannot be drawn are replaced, and texts are never read as
    markup. Raises FormNotTypeset.
    """
    main = FOLDER / "templates" / f"{template}.typ"
    inputs = {"card": json.dumps(drawable(values))}
    return _made(main, inputs, format="png", ppi=float(scale * _POINTS_AN_INCH))


def _made(main: Path, inputs: dict[str, str], **output: Any) -> bytes:
    try:
        made, warnings = typst.compile_with_warnings(
            main,
            root=main.parent,
            font_paths=_fonts(),
            ignore_system_fonts=True,
            sys_inputs=inputs,
            **output,
        )
    except typst.TypstError as error:
        raise FormNotTypeset(error.diagnostic) from error
    if warnings:
        raise FormNotTypeset("; ".join(warning.message for warning in warnings))
    if not isinstance(made, bytes):
        raise FormNotTypeset(f"{main.name}: pages; allowed: one")
    return made


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[FONTS])


def form_pdf(
    form: AnyForm,
    paper: Paper = Paper.A4,
    created: int = 0,
    say: Say = in_english,
    language: str = SOURCE_LANGUAGE,
) -> bytes:
    """Return a form as PDF/UA-1 bytes; the same form and time give the same bytes.

    `created` is the document's time in UNIX seconds. `say` translates the labels into the language
    with the code `language`, in which the form's texts must be. Raises FormNotTypeset.
    """
    return several_pdf([form_sheet(form, say, language)], paper, created)


def several_pdf(sheets: Sequence[Sheet], paper: Paper = Paper.A4, created: int = 0) -> bytes:
    """Return the sheets as one PDF, each on new pages with their own page numbers.

    `created` is the document's time in UNIX seconds. The 16 PDFs used last are cached, because
    after a round the whole hall asks for the same sheets. Raises FormNotTypeset.
    """
    return _typeset(tuple(sheets), paper, created)


@lru_cache(maxsize=16)
def _typeset(sheets: tuple[Sheet, ...], paper: Paper, created: int) -> bytes:
    return typeset(sheets, paper, created)
