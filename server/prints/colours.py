"""What the side that the rules call Red is called on paper: its printed name is a setting.

Source: ruling 5. The same side is "Black" in the document's example and "Red" on the final's form.
"""

from collections.abc import Mapping
from dataclasses import replace
from gettext import NullTranslations

from rules.text import N_
from server.settings import SecondColour
from server.words.translation import Words

IN_BLACK: Mapping[str, str] = {
    "Red": N_("Black"),
    "Red in the open room": N_("Black in the open room"),
    "Trous of Red": N_("Trous of Black"),
    "White : Red": N_("White : Black"),
    "≠ Red's turn %(turn)s: the rooms' dice differ, %(open)s in the open room and %(closed)s "
    "in the closed.": N_(
        "≠ Black's turn %(turn)s: the rooms' dice differ, %(open)s in the open room and %(closed)s "
        "in the closed."
    ),
    "Game %(game)s, Red's turn %(turn)s: the rooms' dice differ, %(dice)s in the open room "
    "and %(relayed)s in the closed room; ruled by %(by)s, %(when)s: %(reason)s": N_(
        "Game %(game)s, Black's turn %(turn)s: the rooms' dice differ, %(dice)s in the "
        "open room and %(relayed)s in the closed room; ruled by %(by)s, %(when)s: "
        "%(reason)s"
    ),
    "Game %(game)s, Red's turn %(turn)s: the rooms' dice differ, %(dice)s in the closed "
    "room and %(relayed)s in the open room; ruled by %(by)s, %(when)s: %(reason)s": N_(
        "Game %(game)s, Black's turn %(turn)s: the rooms' dice differ, %(dice)s in the "
        "closed room and %(relayed)s in the open room; ruled by %(by)s, %(when)s: "
        "%(reason)s"
    ),
}
"""The texts of forms that name that side, and what they are where it is black."""


def printed_words(words: Words, colour: SecondColour) -> Words:
    """The words of a language as forms say them; pages and programs keep to the rules' names."""
    if colour == "red":
        return words
    return replace(words, translations=_InBlack(words.translations))


class _InBlack(NullTranslations):
    """A catalogue in which that side is black."""

    def __init__(self, own: NullTranslations) -> None:
        super().__init__()
        self._own = own

    def gettext(self, message: str) -> str:
        return self._own.gettext(IN_BLACK.get(message, message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._own.ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return self._own.pgettext(context, message)
