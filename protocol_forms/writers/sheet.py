"""Sheets to print: a form with all its words, ready for its template, in one or two languages."""

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from protocol_forms.any_form import AnyForm
from protocol_forms.board_drawing import BoardDrawn, board_values
from protocol_forms.form_labels import form_labels, match_play_labels
from protocol_forms.grids import DrawnPosition, Grid, PositionsForm
from protocol_forms.labels import SOURCE_LANGUAGE, Say, in_english
from protocol_forms.match_play_form import MatchPlayView
from protocol_forms.protocol_view import MatchProtocolView
from protocol_forms.qr_code import qr_svg
from rules.text import N_

_PAGE = N_("Page %(page)s of %(pages)s")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet to be printed with the Typst template `template` from `templates/`.

    `values` is JSON text with the template's values. `title` and `language` are the document's
    title and language. `foot` has the lines at the foot of each page. `page` is the text that
    numbers each page, with {page} and {pages} for the figures; it is printed beside the foot, or is
    empty. `link` is printed as a QR code by templates that have room for it.
    """

    template: str
    title: str
    language: str
    values: str
    foot: tuple[str, ...] = ()
    page: str = ""
    link: str = ""


class NotTheSameForm(ValueError):
    """Two sheets cannot be printed as one, because they are of different forms."""


def form_sheet(form: AnyForm, say: Say = in_english, language: str = SOURCE_LANGUAGE) -> Sheet:
    """Return a form as a sheet to print.

    `say` translates the labels into the language with the code `language`, in which the form's
    texts must be.
    """
    page = page_label(say)
    if isinstance(form, MatchProtocolView | MatchPlayView):
        return _sheet_of_match(form, say, language, page)
    values = {**asdict(form), "tables": [_table(each) for each in form.tables]}
    if isinstance(form, PositionsForm):
        values["positions"] = [_drawn(each, say) for each in form.positions]
    foot = (_parts(form.event, form.state),)
    return Sheet("tables", form.title, language, _text(values), foot, page, form.link)


def _sheet_of_match(
    view: MatchProtocolView | MatchPlayView, say: Say, language: str, page: str
) -> Sheet:
    if isinstance(view, MatchProtocolView):
        template, labels = "match_protocol", form_labels(view, say)
    else:
        template, labels = "match_play", match_play_labels(view, say)
    values = {**asdict(view), "labels": labels}
    if isinstance(view, MatchProtocolView):
        values["luck"] = [_table(each) for each in view.luck]
    foot = _foot_of_match(view, labels)
    return Sheet(template, labels["title"], language, _text(values), foot, page, view.link)


def _table(table: Grid) -> dict[str, Any]:
    return {**asdict(table), "rooms": [room and room.value for room in table.rooms]}


def _drawn(each: DrawnPosition, say: Say) -> dict[str, Any]:
    drawn = BoardDrawn("", position=each.position, cube=each.cube, on_turn=each.on_turn)
    dice = None
    if each.dice is not None:
        dice = {"side": each.on_turn.value, "values": [each.dice.first, each.dice.second]}
    return {
        "heading": each.heading,
        "facts": each.facts,
        "board": board_values(drawn, say),
        "dice": dice,
        "link": each.link,
        "qr": qr_svg(each.link, border=0) if each.link else "",
    }


def page_label(say: Say) -> str:
    """Return the text that numbers a page, with {page} and {pages} still to be filled in."""
    return say(_PAGE, page="{page}", pages="{pages}")


def in_two_languages(first: Sheet, second: Sheet) -> Sheet:
    """Return one sheet with the words of both sheets; the words of `second` are printed smaller.

    Words that are the same in both appear once. Raises NotTheSameForm if the two do not have the
    same template and numbers of rows and lines.
    """
    if first.template != second.template:
        raise NotTheSameForm(f"{first.template} and {second.template}")
    values = _both(json.loads(first.values), json.loads(second.values), second.language)
    return replace(first, values=_text(values))


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet's contents in the shape that its template reads."""
    return {
        **asdict(sheet),
        "values": json.loads(sheet.values),
        "qr": qr_svg(sheet.link, border=0) if sheet.link else "",
    }


def _text(values: object) -> str:
    return json.dumps(values, ensure_ascii=False)


def _parts(*words: str) -> str:
    return " · ".join(filter(None, words))


def _foot_of_match(
    view: MatchProtocolView | MatchPlayView, labels: dict[str, str]
) -> tuple[str, ...]:
    lines = (
        _parts(view.event, labels["match"]),
        _parts(labels["table"], labels["state"], view.recorded),
        labels["ledger"],
    )
    return tuple(filter(None, lines))


def _both(first: Any, second: Any, language: str) -> Any:
    if isinstance(first, dict) and isinstance(second, dict) and first.keys() == second.keys():
        return {name: _both(value, second[name], language) for name, value in first.items()}
    if isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        return [_both(*pair, language) for pair in zip(first, second, strict=True)]
    if first == second:
        return first
    if isinstance(first, str) and isinstance(second, str):
        return {"first": first, "second": second, "language": language}
    raise NotTheSameForm(f"{first!r} and {second!r}")
