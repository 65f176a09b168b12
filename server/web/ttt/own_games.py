"""A player's own page in a TTT: players to invite, invitations, matches to report, and progress."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from rules.errors import MatchRefused
from rules.formats.ttt.deciding import TTT
from rules.formats.ttt.match_decisions import invited_by, open_circles, to_invite
from rules.formats.ttt.standings import forfeits, official
from rules.identities import PersonId
from server.access import Action, Visitor
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.views.ttt.values import TttMatchShown, TttView
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep, TournamentDep
from server.web.orders.order_routes import ShowRefused, add_form_route
from server.web.shell.form_errors import NOTHING_REFUSED, Refused
from server.web.shell.shell import Shell, ShellDep
from server.web.ttt.orders import OWN_TTT_ORDERS, own_player

router = APIRouter(prefix="/ttt", include_in_schema=False)
Player = Annotated[Visitor, Depends(needs(Action.PLAY_TTT))]
Named = tuple[str, str]
"""A player's id and name."""
_IN_IT = "a tournament whose TTT you play in"


@dataclass(frozen=True, slots=True)
class Progress:
    """A player's progress in a group or a mini-TTT, whose name is `heading`.

    `place` is the player's place among `of` players. `done` is the number of games that the player
    has played, and `all` the number of games that the player has to play.
    """

    heading: str
    points: str
    place: int
    of: int
    done: int
    all: int


class OwnGames:
    """The games of one player of a TTT, sorted by what has to be done about them."""

    def __init__(self, view: TttView, player: PersonId) -> None:
        self._view, self._state, self.player = view, view.state, player
        self._circles = open_circles(view.state, player)

    @property
    def name(self) -> str:
        """The player's name."""
        return self._view.name(self.player)

    @property
    def drawn(self) -> bool:
        """True if the groups have been drawn."""
        return bool(self._state.groups)

    @property
    def removed(self) -> bool:
        """True if the player is no longer in the TTT."""
        return self.player in self._state.removed

    @property
    def forfeits(self) -> int:
        """The number of games that the player has lost by time-out or resignation."""
        return forfeits(self._state).get(self.player, 0)

    @property
    def waiting(self) -> list[Named]:
        """The players who have invited this player and wait for an answer."""
        return self._named(
            each.inviter
            for each in self._state.invitations
            if each.invited == self.player and each.inviter not in self._state.removed
        )

    @property
    def invited(self) -> list[Named]:
        """The players whom this player has invited, and who have not answered."""
        return self._named(
            each.invited
            for each in self._state.invitations
            if each.inviter == self.player and each.invited not in self._state.removed
        )

    @property
    def inviting(self) -> list[Named]:
        """The players whom this player has yet to invite."""
        return self._named(
            each for mini in self._circles for each in to_invite(self._state, mini, self.player)
        )

    @property
    def expected(self) -> list[Named]:
        """The players who have yet to invite this player."""
        return self._named(self._expected())

    @property
    def playing(self) -> list[TttMatchShown]:
        """The player's matches without a result."""
        return [each for each in self._own() if not each.result]

    @property
    def decided(self) -> list[tuple[TttMatchShown, str, bool]]:
        """The player's matches with a result: the match, the player's points, and who decided it.

        The last value is True if the players reported the result, False if the director decided it.
        """
        return [
            (each, each.points[each.match.players.index(self.player)], not each.match.decided)
            for each in self._own()
            if each.points is not None
        ]

    @property
    def progress(self) -> list[Progress]:
        """The player's progress in the group and in each mini-TTT."""
        found = list[Progress]()
        for table in self._view.tables:
            playing = [line for line in table.lines if not line.removed]
            for line in playing:
                if line.row.player == self.player:
                    heading = table.heading if table.mini or table.letter else ""
                    done, left = line.row.played, line.left
                    place = line.row.place
                    found.append(
                        Progress(heading, line.points, place, len(playing), done, done + left)
                    )
        return found

    def _own(self) -> list[TttMatchShown]:
        return [each for each in self._view.matches if self.player in each.match.players]

    def _expected(self) -> Iterator[PersonId]:
        waiting = {(each.mini, each.inviter, each.invited) for each in self._state.invitations}
        for mini in self._circles:
            played = official(self._state, mini)
            for other in invited_by(self._state.order(mini, self.player), self.player):
                begun = frozenset((other, self.player)) in played
                asked = (mini, other, self.player) in waiting
                if not begun and not asked and other not in self._state.removed:
                    yield other

    def _named(self, players: Iterator[PersonId]) -> list[Named]:
        return [(each.text, self._view.name(each)) for each in players]


@router.get("")
async def own_tournaments(
    request: Request, player: Player, shell: ShellDep, hall: HallDep
) -> Response:
    """Redirect to the page of the newest TTT in which the visitor plays.

    If the visitor plays in none, show a page that says so.
    """
    own = _own_tournaments(hall, player)
    if not own:
        return shell.page(request, "ttt/none.html")
    return RedirectResponse(f"/ttt/{own[-1].name}", 303)


@router.get("/{tournament}")
async def own_games(
    request: Request, player: Player, shell: ShellDep, hall: HallDep, tournament: TournamentDep
) -> Response:
    """Show what the visitor has to do in this TTT, and the visitor's progress."""
    return _page(request, player, shell, hall, tournament)


async def _refused(
    request: Request, player: Player, shell: ShellDep, hall: HallDep, tournament: TournamentDep
) -> ShowRefused:
    return lambda _, why: _page(request, player, shell, hall, tournament, why)


add_form_route(router, OWN_TTT_ORDERS, _refused)


def _page(
    request: Request,
    visitor: Visitor,
    shell: Shell,
    hall: Hall,
    tournament: TournamentProcess,
    why: Refused = NOTHING_REFUSED,
) -> Response:
    player = own_player(hall, tournament, visitor)
    if player is None:
        raise MatchRefused("tournament", tournament.name.text, _IN_IT)
    words = shell.words(request)
    view = TttView(tournament.state.of(TTT), hall.names(words.code), words)
    own = _own_tournaments(hall, visitor)
    return shell.page(
        request,
        "ttt/own.html",
        status=why.page_status,
        tournament=str(tournament.name),
        title=tournament.title,
        others=[(str(each.name), each.title) for each in own] if len(own) > 1 else [],
        ttt=view,
        own=OwnGames(view, player),
        refused=why,
    )


def _own_tournaments(hall: Hall, visitor: Visitor) -> list[TournamentProcess]:
    every = hall.tournaments.processes.values()
    return [each for each in every if own_player(hall, each, visitor) is not None]
