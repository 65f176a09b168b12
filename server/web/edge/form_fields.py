"""Fields of a posted form, tidied; characters that cannot be seen are refused."""

import contextlib
import json
import unicodedata
from collections.abc import Mapping
from typing import Annotated

from fastapi import Form, Request
from fastapi.exceptions import RequestValidationError
from pydantic_core import PydanticCustomError

from rules.errors import MatchRefused
from rules.formats.team_event.entries import amount
from rules.identities import TournamentName, unseen_codes
from rules.text import N_
from server.web.edge.command_ids import FIELD

UNSEEN = "unseen_characters"
"""Type of the error for a text with characters that cannot be seen; `codes` in its context."""

TOURNAMENT_NAME = "tournament_name"
"""Type of the error for a text that is not a tournament's short name."""

_MOST_NAMED = 8


def tidied(typed: object) -> object:
    """Return a text with composed letters and single spaces; any other value as it is."""
    if not isinstance(typed, str):
        return typed
    return " ".join(unicodedata.normalize("NFC", typed).split())


def all_seen(text: str) -> str:
    """Return the text itself; refuse one with characters that cannot be seen, naming them."""
    unseen = unseen_codes(text)
    if unseen:
        raise PydanticCustomError(
            UNSEEN,
            "{codes} cannot be seen; allowed: letters, figures, punctuation, spaces",
            {"codes": ", ".join(unseen[:_MOST_NAMED])},
        )
    return text


def tournament_name(typed: object) -> str:
    """Return a tournament's short name, in small letters with hyphens; refuse other texts."""
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
"""Type of the error for a text that is not an amount."""


def typed_amount(typed: object) -> object:
    """Return a typed amount in hundredths; refuse other texts; return other values as they are."""
    if not isinstance(typed, str):
        return typed
    try:
        return amount(typed)
    except ValueError as error:
        raise PydanticCustomError(AMOUNT, "an amount such as 1500 or 12.50") from error


Text = Annotated[str, Form(max_length=2048)]
"""A text field of a form, bounded before anything is made of it."""


async def posted(request: Request) -> Mapping[str, str]:
    """Return the text fields of a posted form but the command's id; the last of one given twice."""
    form = await request.form()
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    fields.pop(FIELD, None)
    return fields


async def check_each_once(request: Request) -> None:
    """Raise MatchRefused for a field that a posted form has twice: it is unclear which is meant."""
    seen = dict[str, object]()
    for name, value in (await request.form()).multi_items():
        if name in seen:
            raise MatchRefused(name, f"{seen[name]}, {value}", N_("one value"))
        seen[name] = value


async def check_keys_once(request: Request) -> None:
    """Refuse a body that has a field twice, as one that cannot be understood is refused."""

    def pairs(given: list[tuple[str, object]]) -> dict[str, object]:
        found = dict[str, object]()
        for name, value in given:
            if name in found:
                wrong = {"type": "doubled", "loc": ("body", name), "input": [found[name], value]}
                raise RequestValidationError([{**wrong, "msg": "Field given more than once"}])
            found[name] = value
        return found

    with contextlib.suppress(ValueError, RecursionError):  # the reader refuses other texts
        json.loads(await request.body(), object_pairs_hook=pairs)


def with_json(fields: Mapping[str, str], *names: str) -> dict[str, object]:
    """Return the fields, those of these names read as JSON.

    Text that is not JSON stays text, to be refused.
    """
    return {name: read_json(value) if name in names else value for name, value in fields.items()}


def read_json(text: str) -> object:
    """Return a form's value read as JSON; text that is not JSON stays text, to be refused."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
