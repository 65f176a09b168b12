"""Forms as JSON: the view's fields by their names."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from enum import Enum

from protocol_forms.any_form import AnyForm

_ONLY_IF_SO = ("after_deadline", "next_roll_set", "luck", "luck_notes")
"""Left out where they are not so: few forms have them."""


def form_json(form: AnyForm) -> str:
    """The view as indented JSON text, ending in a newline."""
    values = asdict(form, dict_factory=_fields)
    return json.dumps(values, ensure_ascii=False, indent=2, default=_plain) + "\n"


def _fields(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    return {name: value for name, value in pairs if name not in _ONLY_IF_SO or value}


def _plain(value: object) -> object:
    assert isinstance(value, Enum)
    return value.value
