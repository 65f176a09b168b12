"""Typst with the project's own fonts and templates and nothing else: sheets in, tagged PDF out.

Pictures come from it as well, a page each.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import typst

from protocol_forms.paper import Paper
from protocol_forms.writers.drawable import drawable
from protocol_forms.writers.sheet import Sheet, sheet_json

FOLDER: Final = Path(__file__).parents[1]
FONTS: Final = FOLDER / "fonts"
_MAIN: Final = FOLDER / "templates" / "sheets.typ"
_POINTS_AN_INCH: Final = 72


class FormNotTypeset(Exception):
    """The typesetter refused or warned, as for an unknown font (technician: see the message)."""


def typeset(sheets: Sequence[Sheet], paper: Paper, created: int) -> bytes:
    """PDF/UA-1 bytes of the sheets, each beginning a page and numbered by itself.

    Names reach the templates as strings, never as markup, and as far as they can be drawn.
    `created` is the document's time in UNIX seconds. Raises FormNotTypeset.
    """
    shown = json.dumps([drawable(sheet_json(sheet)) for sheet in sheets])
    return compiled(_MAIN, shown, paper, created)


def compiled(main: Path, sheets: str, paper: Paper, created: int) -> bytes:
    """PDF/UA-1 bytes of a Typst file that reads `sys.inputs.sheets`. Raises FormNotTypeset."""
    inputs = {"sheets": sheets, "paper": paper.value}
    return _made(main, inputs, format="pdf", pdf_standards=["ua-1"], timestamp=created)


def picture(template: str, values: Mapping[str, object], scale: int) -> bytes:
    """PNG bytes of the one page of a template that reads `sys.inputs.card`, `scale` pixels a point.

    Texts are shown as far as they can be drawn, and never as markup. Raises FormNotTypeset.
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
