"""The picture that link previews show for a shared address, a PNG of 1200 by 630 pixels.

For a match it shows the board with names and score, for anything else a title with a short list.
"""

from dataclasses import dataclass

from protocol_forms.board_drawing import BoardDrawn, board_numbers
from protocol_forms.writers.pdf import picture
from rules.position import Side

LARGEST_LIST = 4
"""Largest number of rows in a picture's list."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A team or player with a figure, in `unit` if it has one.

    `player` is the name of a team's player, and `side` the side they play.
    """

    name: str
    sum: str = ""
    player: str = ""
    side: Side | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class ShareCard:
    """The contents of a picture; all texts are in the language with the code `language`.

    `title` is the subject, such as a match or an event, and `stage` says how far it has got. `rows`
    are names with figures, `told` is a sentence on them, `notes` are lines beneath, `motto` is a
    slogan for the subject, `address` the shared address. The picture of a match also has the
    table's `board`, in whose place large dice stand if it has no position, its `room` (empty if the
    match has one room), the `latest` action there, `dice` (the latest throw and its side), and
    `turn` (the side on turn, also in words). `has_cube` is True if the game is played with a cube.
    """

    language: str
    title: str
    stage: str = ""
    rows: tuple[CardRow, ...] = ()
    told: str = ""
    notes: tuple[str, ...] = ()
    motto: str = ""
    address: str = ""
    board: BoardDrawn | None = None
    has_cube: bool = False
    dice: tuple[Side, tuple[int, int]] | None = None
    turn: tuple[Side, str] | None = None
    room: str = ""
    latest: str = ""


def card_json(card: ShareCard) -> dict[str, object]:
    """Return a card's contents in the shape that its template reads."""
    return {
        "language": card.language,
        "title": card.title,
        "stage": card.stage,
        "rows": [
            {
                "name": row.name,
                "sum": row.sum,
                "unit": row.unit,
                "player": row.player,
                "side": row.side.value if row.side else "",
            }
            for row in card.rows
        ],
        "told": card.told,
        "notes": list(card.notes),
        "motto": card.motto,
        "address": card.address,
        "board": _board(card),
        "dice": None if card.dice is None else _dice(*card.dice),
        "turn": None if card.turn is None else {"side": card.turn[0].value, "words": card.turn[1]},
        "room": card.room,
        "latest": card.latest,
    }


def _board(card: ShareCard) -> dict[str, object] | None:
    """Return the values for the template's `board`, or None; a cube of 0 is not drawn.

    Without a position these values are the cube alone.
    """
    if card.board is None:
        return None
    cube = card.board.cube
    return {
        **({} if card.board.position is None else board_numbers(card.board)),
        "recorded": card.board.position is not None,
        "cube": cube.value if card.has_cube else 0,
        "owner": cube.owner.value if cube.owner else "",
    }


def _dice(side: Side, dice: tuple[int, int]) -> dict[str, object]:
    return {"side": side.value, "values": list(dice)}


WIDTH, HEIGHT = 1200, 630
"""Size of a picture in pixels, from which link previews are cut (Open Graph, 1.91 : 1)."""
_SCALE = 2


def card_png(card: ShareCard) -> bytes:
    """Return a card's picture as PNG bytes, WIDTH by HEIGHT pixels.

    The same card gives the same bytes. Raises FormNotTypeset.
    """
    return picture("share_card", card_json(card), _SCALE)
