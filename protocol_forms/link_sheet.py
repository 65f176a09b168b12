"""A sheet of links to print and cut: a card each, with its QR code and address."""

import json
from dataclasses import asdict, dataclass

from protocol_forms.labels import Say
from protocol_forms.qr_code import qr_svg
from protocol_forms.table_form import Paper
from protocol_forms.writers.pdf import typeset
from protocol_forms.writers.sheet import Sheet, page_label


@dataclass(frozen=True, slots=True)
class LinkCard:
    """A card: all texts in the sheet's language; `address` stands there as a QR code, too.

    `heading` says what it is for, `whose` whose it is or which table, `match` which match it is of,
    `use` what its holder does with it. `room` is open, closed or empty.
    """

    heading: str
    whose: str
    match: str
    use: str
    address: str
    room: str = ""


@dataclass(frozen=True, slots=True)
class LinkSheet:
    """The cards of a sheet, under a title and a note on what to do with them."""

    title: str
    note: str
    cards: tuple[LinkCard, ...]


def link_sheet_pdf(links: LinkSheet, say: Say, language: str) -> bytes:
    """The sheet as PDF bytes, which nothing here keeps; the same sheet gives the same bytes.

    `say` gives the page's number in the language with that code. Raises FormNotTypeset.
    """
    cards = [{**asdict(card), "qr": qr_svg(card.address, border=0)} for card in links.cards]
    values = json.dumps({"note": links.note, "cards": cards}, ensure_ascii=False)
    page = page_label(say)
    sheet = Sheet("link_sheet", links.title, language, values, (links.title,), page)
    return typeset([sheet], Paper.A4, 0)
