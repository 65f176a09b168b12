"""Values that a page's form was made from, as the form carries them."""

import json
from typing import Any

from server.matches.table_form import plain


def seen_values(value: Any) -> str:
    """A value of the rules as JSON in one line, always the same for the same value."""
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))
