"""The fields of a posted form."""

import json
from collections.abc import Mapping
from typing import Annotated

from fastapi import Form, Request

from server.web.edge.command_ids import FIELD

Text = Annotated[str, Form(max_length=2048)]
"""A text field of a form, bounded before anything is made of it."""


async def posted(request: Request) -> Mapping[str, str]:
    """The text fields of a posted form but the command's id; the last counts of one given twice."""
    form = await request.form()
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    fields.pop(FIELD, None)
    return fields


def with_json(fields: Mapping[str, str], *names: str) -> dict[str, object]:
    """The fields, those of these names read as JSON; what is none stays text, to be refused."""
    return {name: _read(value) if name in names else value for name, value in fields.items()}


def _read(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
