"""A score sheet and a match protocol to fill in by hand, with a row for each game of the match.

Source: the match protocol of Fair Backgammon Duplicated Team Tournament (Garal, 2008); rulings 5
(sides), 14 and 25 (figures that the other games compare) and 15 (confirmations and signatures).
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from protocol_forms.labels import FULL_NAME, SHORT_NAME, SOURCE_LANGUAGE, Say, in_english, shortened
from protocol_forms.scoring_tables import scoring_tables_for_the_back
from protocol_forms.writers.sheet import Sheet, page_label
from rules.position import Side
from rules.room import Room
from rules.scoring.teams import PerTeam, TeamPlace, side_of
from rules.scoring.terms import ScoringTerms
from rules.text import N_

_ROOMS = {Room.OPEN: N_("Open room"), Room.CLOSED: N_("Closed room")}
_LETTERS = {Room.OPEN: N_("O"), Room.CLOSED: N_("C")}
_SIDES = {Side.WHITE: N_("White"), Side.RED: N_("Red")}
_NARROW, _MIDDLE, _WIDE = 2, 3, 6
"""Widths of columns in shares of the page's width."""


@dataclass(frozen=True, slots=True)
class BlankMatch:
    """A match that has not been played yet.

    `number` is the printed label of the match, `games` the number of games per room.
    """

    event: str
    number: str
    teams: PerTeam[str]
    games: int
    terms: ScoringTerms


@dataclass(frozen=True, slots=True)
class _Column:
    title: str
    width: int
    group: str = ""


@dataclass(frozen=True, slots=True)
class _Grid:
    """A grid to write in: each row has the texts of its first cells; its other cells are empty."""

    columns: tuple[_Column, ...]
    rows: tuple[tuple[str, ...], ...]
    rooms: tuple[str, ...] = ()
    sums: tuple[str, ...] = ()
    """Labels of the rows at the foot; each of these rows ends in one cell for each team."""


def score_sheets(
    match: BlankMatch, rooms: Sequence[Room], say: Say = in_english, language: str = SOURCE_LANGUAGE
) -> Sheet:
    """Return one page per room, with cells for the results and both players' confirmations."""
    match = _with_room_for(match)
    pages = [_score_page(match, room, say) for room in rooms]
    return _sheet(say(N_("Score sheet")), match, pages, say, language)


def blank_protocol(
    match: BlankMatch, say: Say = in_english, language: str = SOURCE_LANGUAGE
) -> Sheet:
    """Return an empty match protocol: two rows per game, the sums, the results and signatures."""
    match = _with_room_for(match)
    teams = [shortened(name, SHORT_NAME) for name in (match.teams.home, match.teams.away)]
    grid = _counted_grid(teams, say) if match.terms.scored.counted else _scored_grid(teams, say)
    rows = tuple(
        (str(game) if room is Room.OPEN else "", say(_LETTERS[room]))
        for game in range(1, match.games + 1)
        for room in Room
    )
    page: dict[str, object] = {
        "heading": say(N_("Match protocol")),
        "room": "",
        "facts": _seats(match, say),
        "grid": asdict(replace(grid, rows=rows, rooms=tuple(room.value for room in Room))),
        "signatures": [
            f"{say(N_('Captain'))}, {match.teams.home}",
            f"{say(N_('Captain'))}, {match.teams.away}",
            say(N_("Director")),
        ],
    }
    return _sheet(say(N_("Match protocol")), match, [page], say, language)


def _with_room_for(match: BlankMatch) -> BlankMatch:
    teams = (shortened(name, FULL_NAME) for name in (match.teams.home, match.teams.away))
    return replace(match, teams=PerTeam(*teams), event=shortened(match.event, FULL_NAME))


def _sheet(
    title: str, match: BlankMatch, pages: list[dict[str, object]], say: Say, language: str
) -> Sheet:
    called = say(N_("Match %(number)s"), number=match.number)
    values = {
        "event": match.event,
        "match": called,
        "teams": [match.teams.home, match.teams.away],
        "pages": pages,
        "tables": None
        if match.terms.scored.counted
        else scoring_tables_for_the_back(match.games, say),
    }
    foot = (" · ".join(filter(None, (match.event, called))),)
    return Sheet(
        "blank", title, language, json.dumps(values, ensure_ascii=False), foot, page_label(say)
    )


def _score_page(match: BlankMatch, room: Room, say: Say) -> dict[str, object]:
    confirms = say(N_("Confirmed by"))
    tall = (
        (_Column(say(N_("Trous of White")), _MIDDLE), _Column(say(N_("Trous of Red")), _MIDDLE))
        if match.terms.scored.counted
        else (
            _Column(say(N_("Cube at the end")), _NARROW),
            _Column(say(N_("Won by")), _MIDDLE),
            _Column(say(N_("How it ended")), _WIDE),
            _Column(say(N_("Remaining checkers")), _MIDDLE),
        )
    )
    columns = (
        _Column(say(N_("Game")), _NARROW),
        _Column(say(N_("Opening throw")), _NARROW),
        *tall,
        _Column(say(_SIDES[Side.WHITE]), _MIDDLE, confirms),
        _Column(say(_SIDES[Side.RED]), _MIDDLE, confirms),
    )
    rows = tuple((str(game),) for game in range(1, match.games + 1))
    return {
        "heading": say(N_("Score sheet")),
        "room": room.value,
        "room_word": say(_ROOMS[room]),
        "facts": [fact for at, fact in _places(match, say) if at is room],
        "grid": asdict(_Grid(columns, rows)),
        "signatures": [],
    }


def _places(match: BlankMatch, say: Say) -> list[tuple[Room, tuple[str, str]]]:
    """Return the label of each seat, by room and team, with an empty text for the player's name."""
    return [
        (room, (f"{say(_ROOMS[room])}, {say(_SIDES[side_of(team, room)])}, {name}", ""))
        for room in Room
        for team, name in (
            (TeamPlace.HOME, match.teams.home),
            (TeamPlace.AWAY, match.teams.away),
        )
    ]


def _seats(match: BlankMatch, say: Say) -> list[tuple[str, str]]:
    return [fact for _, fact in _places(match, say)]


def _first_columns(opening: str, say: Say) -> tuple[_Column, ...]:
    return (
        _Column(say(N_("Game")), _NARROW),
        _Column(say(N_("Room")), _NARROW),
        _Column(opening, _NARROW),
    )


def _scored_grid(teams: list[str], say: Say) -> _Grid:
    cube, left = say(N_("Doubling cube")), say(N_("Remaining checkers"))
    columns = (
        *_first_columns(say(N_("Opening throw")), say),
        _Column(teams[0], _MIDDLE, cube),
        _Column(say(N_("Double passed")), _MIDDLE, cube),
        _Column(teams[1], _MIDDLE, cube),
        *(_Column(team, _MIDDLE, group) for group in (left, "SMP", "IMP") for team in teams),
    )
    sums = (say(N_("Sum")), say(N_("Difference in IMP")), say(N_("Result in VP")))
    return _Grid(columns, (), sums=sums)


def _counted_grid(teams: list[str], say: Say) -> _Grid:
    columns = (
        *_first_columns(say(N_("Opening throw")), say),
        *(_Column(team, _WIDE, say(N_("Trous"))) for team in teams),
    )
    return _Grid(columns, (), sums=(say(N_("Sum")), say(N_("Difference in trous"))))
