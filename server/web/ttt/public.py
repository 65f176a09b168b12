"""The public page of a TTT, and how the tournament's other pages show it."""

from collections.abc import Iterable, Iterator

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from rules.errors import MatchRefused
from rules.formats.ttt.deciding import TTT
from rules.identities import PersonId
from rules.text import N_
from server.access import Action
from server.tournaments.tournament_state import PublicState
from server.values.naming import Names
from server.views.people.values import is_person
from server.views.ttt.values import TttTable, TttView
from server.web.edge.authorization import needs
from server.web.edge.format_pages import (
    LEADERS,
    Leader,
    PageLink,
    PersonsGame,
    PersonsPart,
    PublicFormat,
    WaitingPart,
)
from server.web.shell.shell import ShellDep
from server.web.shell.tournament_view import TournamentView, TournamentViewDep, live_page
from server.words.translation import Words

router = APIRouter(
    prefix="/t/{tournament}", include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))]
)
LABEL = N_("TTT")


@router.get("/ttt")
async def ttt(request: Request, shell: ShellDep, view: TournamentViewDep) -> Response:
    """Show the TTT's standings, the results between players, and the adjudications."""
    if not view.tournament.state.of(TTT).is_set_up:
        raise MatchRefused("tournament", view.name, "a tournament with a TTT")
    return live_page(request, shell, view, "ttt")


def _shown(view: TournamentView) -> TttView:
    return TttView(view.tournament.state.of(TTT), view.names, view.words)


def _of_person(
    state: PublicState, person: PersonId, names: Names, words: Words
) -> PersonsPart | None:
    """Return a person's place and points in the group, and their games that are decided."""
    own = state.of(TTT)
    if not any(is_person(person, each, names) for each in own.players):
        return None
    tables = TttView(own, names, words).tables
    groups = (each for each in tables if not each.mini)
    for line in (line for each in groups for line in each.lines):
        if is_person(person, line.row.player, names):
            place = {"place": line.row.place, "points": line.points}
            standing = words.gettext("place %(place)s, %(points)s points", **place)
            games = tuple(_games_of(line.player, tables))
            return PersonsPart("/ttt", LABEL, standing if line.row.place else "", games)
    return PersonsPart("/ttt", LABEL)


def _games_of(player: str, tables: Iterable[TttTable]) -> Iterator[PersonsGame]:
    """Yield a player's games with a result, those of mini-TTTs first."""
    for game in (
        one for each in sorted(tables, key=lambda table: -table.mini) for one in each.games
    ):
        if game.points is None:
            continue
        (winner, _), (loser, _) = game.players
        if player == winner:
            yield PersonsGame(*game.players[1], 1, game.points)
        elif player == loser:
            yield PersonsGame(*game.players[0], -1, (game.points[1], game.points[0]))


def _waiting(view: TournamentView) -> Iterator[WaitingPart]:
    made: TttView = view.of(TTT.name)
    for table in made.tables:
        left = sum(line.left for line in table.lines) // 2
        if left:
            heading = table.heading if table.letter or table.mini else view.words.gettext(LABEL)
            text = view.words.ngettext(
                "%(of)s: %(num)s game to play", "%(of)s: %(num)s games to play", left, of=heading
            )
            yield WaitingPart(f"/ttt#{table.key}", text)


def _leading(view: TournamentView) -> Iterator[Leader]:
    made: TttView = view.of(TTT.name)
    groups = [each for each in made.tables if not each.mini]
    for line in groups[0].lines[:LEADERS] if len(groups) == 1 else ():
        if line.row.place and line.row.played:
            unit = view.words.pgettext("after a figure", "points")
            yield Leader(str(line.row.place), line.name, f"{line.points} {unit}")


TTT_SHOWN = PublicFormat(
    TTT,
    _shown,
    LABEL,
    public=(PageLink("/ttt", LABEL, "ttt/parts/ttt.html", "ttt/ttt.html"),),
    leaders="ttt/_leaders.html",
    of_person=_of_person,
    persons=lambda state: state.of(TTT).players,
    waiting=_waiting,
    leading=_leading,
)
