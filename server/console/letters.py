"""Letters the printed forms have: Latin, Cyrillic and Greek; others print as boxes."""

from unicodedata import category, name

_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "MODIFIER", "FEMININE", "MASCULINE", "MICRO", "COMBINING")


def unprintable(text: str) -> str:
    """The letters and pictures in a text that its printed form will not show, each once."""
    return "".join(dict.fromkeys(sign for sign in text if not _printable(sign)))


def _printable(sign: str) -> bool:
    kind = category(sign)
    if kind in ("So", "Cs", "Co", "Cn", "Cf", "Cc"):
        return False
    return kind[0] not in "LM" or name(sign, "").startswith(_SCRIPTS)
