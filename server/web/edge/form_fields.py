"""The fields of a posted form."""

import contextlib
import json
from collections.abc import Mapping
from typing import Annotated

from fastapi import Form, Request
from fastapi.exceptions import RequestValidationError

from rules.errors import MatchRefused
from rules.text import N_
from server.web.edge.command_ids import FIELD

Text = Annotated[str, Form(max_length=2048)]
"""A text field of a form, bounded before anything is made of it."""


async def posted(request: Request) -> Mapping[str, str]:
    """The text fields of a posted form but the command's id; the last counts of one given twice."""
    form = await request.form()
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    fields.pop(FIELD, None)
    return fields


async def check_each_once(request: Request) -> None:
    """Raise MatchRefused for a field that a posted form has twice: nobody knows which is meant."""
    seen = dict[str, object]()
    for name, value in (await request.form()).multi_items():
        if name in seen:
            raise MatchRefused(name, f"{seen[name]}, {value}", N_("one value"))
        seen[name] = value


async def check_keys_once(request: Request) -> None:
    """Refuse a body that has a field twice, as a body is refused that cannot be understood."""

    def pairs(given: list[tuple[str, object]]) -> dict[str, object]:
        found = dict[str, object]()
        for name, value in given:
            if name in found:
                wrong = {"type": "doubled", "loc": ("body", name), "input": [found[name], value]}
                raise RequestValidationError([{**wrong, "msg": "Field given more than once"}])
            found[name] = value
        return found

    with contextlib.suppress(ValueError, RecursionError):  # no JSON is refused by who reads it
        json.loads(await request.body(), object_pairs_hook=pairs)


def with_json(fields: Mapping[str, str], *names: str) -> dict[str, object]:
    """The fields, those of these names read as JSON; what is none stays text, to be refused."""
    return {name: read_json(value) if name in names else value for name, value in fields.items()}


def read_json(text: str) -> object:
    """A value that a form carries as JSON; what is none stays text, to be refused."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
