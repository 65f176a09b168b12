"""A bracket to hang up: a tree from left to right, with at most eight matches of a round per page.

It has as many pages as it needs.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from protocol_forms.labels import SOURCE_LANGUAGE, Say, in_english
from protocol_forms.writers.sheet import Sheet, page_label
from rules.text import N_

MOST_MATCHES = 8
"""Number of matches that fit below each other on a page with names legible from a step away."""
_POINTS = N_("to %(length)s points")
_NOTHING = N_("No bracket is drawn yet.")


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match in a bracket.

    `name` is a player's name or, before the player is known, a description such as "winner of match
    3". `points` may be empty.
    """

    name: str
    points: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A match in a bracket.

    `label` is the match's number, or empty. `note` is a remark such as "bye" or "walkover".
    """

    label: str
    white: BracketSide
    red: BracketSide
    note: str = ""


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """A round of a bracket; `length` is the number of points to which its matches are played.

    After the first round, each match is between the winners of two matches of the round before.
    """

    name: str
    length: int
    matches: tuple[BracketBox, ...]


def bracket_sheet(
    event: str,
    brackets: Sequence[tuple[str, Sequence[BracketColumn]]],
    say: Say = in_english,
    language: str = SOURCE_LANGUAGE,
) -> Sheet:
    """Return a sheet with brackets, each under its name and on as many pages as it needs.

    `brackets` are pairs of a bracket's name and its rounds.
    """
    title = say(N_("Bracket"))
    pages = [
        {"heading": name, "rounds": [_column(each, say) for each in rounds]}
        for name, columns in brackets
        for rounds in _pages(columns)
    ]
    values = {"title": title, "event": event, "pages": pages, "nothing": say(_NOTHING)}
    text = json.dumps(values, ensure_ascii=False)
    return Sheet("bracket", title, language, text, (event,), page_label(say))


def _column(column: BracketColumn, say: Say) -> dict[str, object]:
    matches = [asdict(match) for match in column.matches]
    return {"name": column.name, "length": say(_POINTS, length=column.length), "matches": matches}


def _pages(columns: Sequence[BracketColumn]) -> Iterator[list[BracketColumn]]:
    """Yield the rounds that each page shows, page by page.

    If the first round has too many matches for one page, the early rounds are divided: each of the
    first pages has one part of the bracket. The pages after them have the later rounds.
    """
    rest = list(columns)
    while rest:
        first = len(rest[0].matches)
        blocks = max(first // MOST_MATCHES, 1)
        here = [each for each in rest if len(each.matches) >= blocks]
        for block in range(blocks):
            yield [_part(each, block, blocks) for each in here]
        rest = rest[len(here) :]


def _part(column: BracketColumn, block: int, blocks: int) -> BracketColumn:
    size = len(column.matches) // blocks
    matches = column.matches[block * size : (block + 1) * size]
    return BracketColumn(column.name, column.length, matches)
