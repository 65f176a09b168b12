"""The text fields of posted forms: tidying them, and refusing invisible characters."""

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
"""Error type for a text with invisible characters; the error's context has them as `codes`."""

TOURNAMENT_NAME = "tournament_name"
"""Error type for a text that is not a short name of a tournament."""

_MOST_NAMED = 8


def tidied(typed: object) -> object:
    """Return a text in Unicode form NFC with single spaces; return any other value unchanged."""
    if not isinstance(typed, str):
        return typed
    return " ".join(unicodedata.normalize("NFC", typed).split())


def all_seen(text: str) -> str:
    """Return the text. Raises PydanticCustomError naming the characters that are invisible."""
    unseen = unseen_codes(text)
    if unseen:
        raise PydanticCustomError(
            UNSEEN,
            "{codes} cannot be seen; allowed: letters, figures, punctuation, spaces",
            {"codes": ", ".join(unseen[:_MOST_NAMED])},
        )
    return text


def tournament_name(typed: object) -> str:
    """Return a tournament's short name in small letters, with hyphens for spaces.

    Raises PydanticCustomError if the text is no short name.
    """
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
"""Error type for a text that is not an amount of money."""


def typed_amount(typed: object) -> object:
    """Return a typed amount in hundredths; return a value that is not a text unchanged.

    Raises PydanticCustomError for a text that is not an amount.
    """
    if not isinstance(typed, str):
        return typed
    try:
        return amount(typed)
    except ValueError as error:
        raise PydanticCustomError(AMOUNT, "an amount such as 1500 or 12.50") from error


Text = Annotated[str, Form(max_length=2048)]
"""A text field of a form, whose length is limited before anything else is checked."""


async def posted(request: Request) -> Mapping[str, str]:
    """Return the text fields of a posted form except the command's id.

    Of a field that is given twice, the last value counts.
    """
    form = await request.form()
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    fields.pop(FIELD, None)
    return fields


async def check_each_once(request: Request) -> None:
    """Raise MatchRefused if a posted form has a field twice: it is unclear which one is meant."""
    seen = dict[str, object]()
    for name, value in (await request.form()).multi_items():
        if name in seen:
            raise MatchRefused(name, f"{seen[name]}, {value}", N_("one value"))
        seen[name] = value


async def check_keys_once(request: Request) -> None:
    """Raise RequestValidationError if a JSON body has a field twice."""

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
    """Return the fields, with those named in `names` read as JSON.

    A text that is not JSON stays unchanged, so that it is refused later.
    """
    return {name: read_json(value) if name in names else value for name, value in fields.items()}


def read_json(text: str) -> object:
    """Return a form's value read as JSON, or the text itself if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
