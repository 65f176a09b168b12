"""Texts as the project's own fonts can draw them: a form is printed whatever people are called.

The fonts have Latin, Greek and Cyrillic (protocol_forms/fonts/manifest.json), and a PDF that is to
be read aloud may hold nothing that has no glyph.
"""

import re
from typing import Any

_UNDRAWN = re.compile(
    "[^\n -~\u00a0-\u024f\u02b0-\u0377\u037a-\u037f\u0384-\u03e1\u03f0-\u052f\u1e00-\u1fff"
    "\u2000-\u200c\u200e-\u2064\u2066-\u2071\u2074-\u20bf\u2100-\u214f\u2212\u25cc\ufb00-\ufb04]+"
)


def drawable(values: Any) -> Any:
    """The same values, in their texts a question mark for letters that have no glyph."""
    match values:
        case str():
            return _UNDRAWN.sub("?", values)
        case dict():
            return {name: drawable(value) for name, value in values.items()}
        case list() | tuple():
            return [drawable(value) for value in values]
        case _:
            return values
