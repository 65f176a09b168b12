"""Pictures for shared addresses as PNG."""

from protocol_forms.sheets.share_card import ShareCard, card_json
from protocol_forms.writers.typesetter import picture

WIDTH, HEIGHT = 1200, 630
"""Pixels, as link previews of every size are cut from (Open Graph, 1.91 : 1)."""
_SCALE = 2


def card_png(card: ShareCard) -> bytes:
    """A picture of WIDTH by HEIGHT pixels; the same card gives the same bytes.

    Raises FormNotTypeset.
    """
    return picture("share_card", card_json(card), _SCALE)
