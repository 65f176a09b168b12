"""The match protocol as PDF, typeset by Typst with the project's own fonts and nothing else."""

import json
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from pathlib import Path

import typst

from protocol_forms.any_form import AnyView
from protocol_forms.form_labels import form_labels, match_play_labels
from protocol_forms.match_play_view import MatchPlayView
from protocol_forms.said import Say, in_english

FONTS = Path(__file__).parent / "fonts"


class FormNotTypeset(Exception):
    """The typesetter refused or warned, as for an unknown font (technician: see the message)."""


def match_protocol_pdf(
    view: AnyView, created: int = 0, say: Say = in_english, language: str = "en"
) -> bytes:
    """The protocol as PDF bytes; the same view and `created` (UNIX seconds) give the same bytes.

    `say` gives its labels in a language, that of the view's notes; `language` is its code, by which
    lines are broken. Raises FormNotTypeset.
    """
    if isinstance(view, MatchPlayView):
        name, labels = "match_play.typ", match_play_labels(view, say)
    else:
        name, labels = "match_protocol.typ", form_labels(view, say)
    template = _template("form_page.typ") + _template(name)
    shown = {**asdict(view), "labels": labels, "language": language}
    return typeset(template, json.dumps(shown), created)


def _template(name: str) -> bytes:
    return files("protocol_forms").joinpath("templates", name).read_bytes()


def typeset(template: bytes, view_json: str, created: int) -> bytes:
    """PDF bytes of a Typst template that reads its view from `sys.inputs.view` as JSON text.

    Names reach the template as strings, never as markup. Raises FormNotTypeset.
    """
    try:
        pdf, warnings = typst.compile_with_warnings(
            template,
            font_paths=_fonts(),
            ignore_system_fonts=True,
            format="pdf",
            sys_inputs={"view": view_json},
            timestamp=created,
        )
    except typst.TypstError as error:
        raise FormNotTypeset(error.diagnostic) from error
    if warnings:
        raise FormNotTypeset("; ".join(warning.message for warning in warnings))
    return pdf


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[FONTS])
