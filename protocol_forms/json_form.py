"""The match protocol as JSON: the view's fields by their names."""

import json
from dataclasses import asdict

from protocol_forms.any_form import AnyView


def match_protocol_json(view: AnyView) -> str:
    """The view as indented JSON text, ending in a newline."""
    return json.dumps(asdict(view), ensure_ascii=False, indent=2) + "\n"
