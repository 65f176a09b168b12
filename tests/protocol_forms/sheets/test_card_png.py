"""Pictures for shared addresses: their size, and names of every kind."""

import struct
from dataclasses import replace

import pytest

from protocol_forms.board_drawing import BoardDrawn
from protocol_forms.sheets.share_card import (
    HEIGHT,
    LARGEST_LIST,
    WIDTH,
    CardRow,
    ShareCard,
    card_png,
)
from rules.dice import Cube
from rules.games.backgammon import BACKGAMMON
from rules.position import Side

MATCH = ShareCard(
    language="en",
    title="Fair Backgammon",
    stage="Match 3 · game 4 of 6",
    rows=(
        CardRow("Kharkov", "14", "Jakob Garal", Side.WHITE),
        CardRow("Moscow", "12", "Sergei Chertkov", Side.RED),
    ),
    notes=("IMP after 3 of 6 games", "VP 16 – 14"),
    address="yalta.example.org",
    board=BoardDrawn("", position=BACKGAMMON.start(), cube=Cube(2, Side.RED)),
    has_cube=True,
    dice=(Side.WHITE, (5, 1)),
    turn=(Side.RED, "Red to play"),
    room="Open room",
    latest="White 5-1: 13/8 24/23*",
)
LIST = ShareCard(
    language="uk",
    title="Кубок гавані",
    stage="Ялта, 1–5 жовтня",
    rows=tuple(CardRow(f"Команда {place}", str(40 - place)) for place in range(LARGEST_LIST)),
    notes=("ПО після третього туру",),
    address="yalta.example.org",
)


def size_of(png: bytes) -> tuple[int, int]:
    """Pixels across and down, as its header has them (PNG, 11.2.2)."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    across, down = struct.unpack(">II", png[16:24])
    return across, down


@pytest.mark.parametrize("card", [MATCH, LIST], ids=["match", "list"])
@pytest.mark.parametrize(
    "name",
    ["A", "#{panic()} *bold* $x$ @here <b>", "Донаудампфшиффартсгезельшафт" * 3, "اليرموك 棋", ""],
)
def test_a_picture_is_of_one_size_whatever_people_are_called(card: ShareCard, name: str) -> None:
    rows = tuple(replace(row, name=name, player=name, sum="−114") for row in card.rows)
    named = replace(card, rows=rows, title=name, latest=name, stage=name, notes=(name,) * 3)
    assert size_of(card_png(named)) == (WIDTH, HEIGHT)


def test_the_same_card_is_the_same_picture_and_another_throw_is_another() -> None:
    shown = card_png(MATCH)
    assert card_png(replace(MATCH)) == shown
    assert card_png(replace(MATCH, dice=(Side.RED, (5, 1)))) != shown
    assert card_png(replace(MATCH, has_cube=False)) != shown
