"""Names, remarks and amounts as they are typed: tidied, without characters that cannot be seen."""

import unicodedata

from pydantic_core import PydanticCustomError

from rules.formats.team_event.entries import amount
from rules.identities import TournamentName, unseen_codes

UNSEEN = "unseen_characters"
"""The type of the error a name with such characters is refused with; `codes` in its context."""

TOURNAMENT_NAME = "tournament_name"
"""The type of the error of what is no short name of a tournament."""

_MOST_NAMED = 8


def tidied(typed: object) -> object:
    """A text with composed letters and single spaces; anything else as it is."""
    if not isinstance(typed, str):
        return typed
    return " ".join(unicodedata.normalize("NFC", typed).split())


def all_seen(text: str) -> str:
    """The text itself; a refusal that names the characters in it which cannot be seen."""
    unseen = unseen_codes(text)
    if unseen:
        raise PydanticCustomError(
            UNSEEN,
            "{codes} cannot be seen; allowed: letters, figures, punctuation, spaces",
            {"codes": ", ".join(unseen[:_MOST_NAMED])},
        )
    return text


def tournament_name(typed: object) -> str:
    """A tournament's short name, as small letters with hyphens for spaces; else a refusal."""
    text = "-".join(str(tidied(typed)).lower().split())
    try:
        return TournamentName(text).text
    except ValueError as error:
        raise PydanticCustomError(
            TOURNAMENT_NAME,
            "1 to 30 small Latin letters, figures and hyphens between them, a letter first, such as"
            " odesa-2008",
        ) from error


AMOUNT = "amount"
"""The type of the error of what is no amount."""


def typed_amount(typed: object) -> object:
    """Hundredths of a typed amount; what is no text as it is, what is no amount refused."""
    if not isinstance(typed, str):
        return typed
    try:
        return amount(typed)
    except ValueError as error:
        raise PydanticCustomError(AMOUNT, "an amount such as 1500 or 12.50") from error
