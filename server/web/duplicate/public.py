"""The page that explains duplicate in three steps, with positions drawn by `<bg-board>`.

The match on the page is invented; its points are calculated by the scoring tables of rules/scoring.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from protocol_forms.scoring_tables import scoring_tables_form
from protocol_forms.writers.html import shown_tables
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Move, Play, Side
from rules.room import Ending
from rules.scoring.scales import (
    CUBES,
    MATCH_LENGTHS,
    Imp,
    Smp,
    Vp,
    imp,
    row_of,
    scoring_table,
    smp,
    vp,
)
from rules.scoring.teams import PerTeam
from server.access import Action
from server.live import facts as fx
from server.live.encoding import public_table_form
from server.live.public_table import PublicTable
from server.views.tables.pictures import board_picture
from server.views.tables.words import board_in_words, board_terms
from server.web.edge.authorization import needs
from server.web.shell.shell import ShellDep
from server.words.game_words import play_words
from server.words.translation import Words

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.SEE_PUBLIC))])

EXAMPLE_ROLL = Roll(4, 3)
"""The roll of the invented match that both rooms play."""
_OPEN_PLAY = (Move(24, 20), Move(13, 10))
_CLOSED_PLAY = (Move(13, 9), Move(13, 10))
_CUBE = 2
_LEFT = PerTeam(7, 3)
"""Number of checkers that the loser had not borne off, by the team that won the game.

Home won in the open room, and away won in the closed room.
"""
_GAMES = 6
_SUMS = PerTeam(Imp(43), Imp(35))


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A position of the invented match: as `<bg-board>` takes it, as SVG and in words.

    `play` is the play that led to it, in words; it is empty before the play.
    """

    table: Mapping[str, Any]
    picture: str
    in_words: str
    play: str = ""


@dataclass(frozen=True, slots=True)
class ExampleScore:
    """The score of the invented match: one game in both rooms, and the sums of all its games.

    Home won the game in the open room, and away won it in the closed room. `left` (the number of
    the loser's checkers not borne off), `smp` and `imp` are by the winning team: the value for home
    is from the open room, the value for away from the closed room. `games` is the number of games,
    `sums` and `vp` are the totals.
    """

    left: PerTeam[int]
    cube: int
    smp: PerTeam[Smp]
    imp: PerTeam[Imp]
    games: int
    sums: PerTeam[Imp]
    vp: PerTeam[Vp]


Place = tuple[int, int, int]
"""The place of a cell in the scoring tables: the numbers of table, row and column, from 0."""


@router.get("/duplicate")
async def duplicate(request: Request, shell: ShellDep) -> HTMLResponse:
    """Show the page that explains duplicate."""
    words = shell.words(request)
    scoring = scoring_tables_form(words.gettext)
    return shell.page(
        request,
        "duplicate/duplicate.html",
        board_terms=board_terms(words, aids=False),
        roll=str(EXAMPLE_ROLL),
        thrown=_drawn((), words),
        played=example_plays(words),
        score=example_score(),
        scoring=shown_tables(scoring),
        used=example_cells(),
        source=(scoring.event, scoring.state),
    )


def example_plays(words: Words) -> Mapping[str, DrawnTable]:
    """Return what the invented match's rooms made of the same roll, by the room's name."""
    return {"open": _drawn(_OPEN_PLAY, words), "closed": _drawn(_CLOSED_PLAY, words)}


def example_cells() -> frozenset[Place]:
    """Return the cells of the three scoring tables that give the points of the invented match."""
    score = example_score()
    left = [row["row"] for row in scoring_table("smp")]
    half = len(scoring_table("imp")) // 2
    steps = [score.imp.home - 1, score.imp.away - 1]
    victory = [(int(row["winner"]), int(row["loser"])) for row in scoring_table("vp")]
    return frozenset(
        {
            *(
                (0, left.index(str(each)), 1 + CUBES.index(score.cube))
                for each in (_LEFT.home, _LEFT.away)
            ),
            *((1, step % half, 1 + 2 * (step // half)) for step in steps),
            (2, victory.index((score.vp.home, score.vp.away)), 1 + MATCH_LENGTHS.index(_GAMES)),
        }
    )


def example_score() -> ExampleScore:
    """Return the score of the invented match, calculated by the scoring tables."""
    won = PerTeam(*(smp(row_of(Ending.BEAROFF, left), _CUBE) for left in (_LEFT.home, _LEFT.away)))
    return ExampleScore(
        left=_LEFT,
        cube=_CUBE,
        smp=won,
        imp=PerTeam(imp(won.home), imp(won.away)),
        games=_GAMES,
        sums=_SUMS,
        vp=vp(Imp(_SUMS.home - _SUMS.away), _GAMES),
    )


def _drawn(play: Play, words: Words) -> DrawnTable:
    """Return the position after White's throw and, if there is one, White's play."""
    start = BACKGAMMON.start()
    thrown = fx.DiceShown(game=1, side=Side.WHITE, turn=1, dice=EXAMPLE_ROLL, opening=False)
    table = PublicTable(start, start, thrown=thrown, on_turn=Side.WHITE)
    if play:
        after = BACKGAMMON.apply(start, Side.WHITE, play)
        shown = fx.PlayShown(
            game=1, side=Side.WHITE, turn=1, moves=play, position=after, condoned=False
        )
        table = PublicTable(after, start, thrown=thrown, last_play=shown, on_turn=Side.RED)
    in_words = board_in_words(table, BACKGAMMON.name, words, aids=False)
    written = play_words(BACKGAMMON.notation(play), words)
    picture = board_picture(table, BACKGAMMON.name)
    return DrawnTable(public_table_form(table), picture, in_words, written)
