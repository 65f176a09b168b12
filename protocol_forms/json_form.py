"""The match protocol as JSON: the view's fields by their names."""

import json
from dataclasses import asdict

from protocol_forms.protocol_view import MatchProtocolView


def match_protocol_json(view: MatchProtocolView) -> str:
    """The view as indented JSON text, ending in a newline."""
    return json.dumps(asdict(view), ensure_ascii=False, indent=2) + "\n"
