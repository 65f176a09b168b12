"""Amounts of money as people write them, kept in hundredths of whatever the currency is."""

import re

MOST = 10**11
"""Hundredths: no amount is so large."""
_WRITTEN = re.compile(r"([0-9]+)(?:[.,]([0-9]{1,2}))?")


def amount(text: str) -> int:
    """Hundredths of "1500", "1 500", "12.5" or "12,50", 0 of an empty text.

    Raises ValueError for anything else, also "1,500", which may mean either.
    """
    plain = "".join(text.split())
    written = _WRITTEN.fullmatch(plain)
    if not plain:
        return 0
    if written is None or len(plain) > 12:
        raise ValueError(f"{text!r} is no amount such as 1500 or 12.50")
    return int(written[1]) * 100 + int((written[2] or "").ljust(2, "0"))


def written(hundredths: int) -> str:
    """The shortest way to write it: "1500", "12.50"."""
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)
