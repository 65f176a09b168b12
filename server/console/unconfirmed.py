"""Results that somebody entered and nobody else has confirmed yet, for one visitor (ruling 15)."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.position import Side
from rules.room import Room
from rules.scoring.teams import PerTeam, TeamPlace, side_of, team_of
from rules.tables.state import Standing
from rules.text import N_
from server.access import Action, Place, Role, Visitor, may
from server.console.match_view import MatchView
from server.console.seen_values import seen_values
from server.words.game_words import RESULTS_OF_ROOMS, result_words, who_words
from server.words.translation import Words, named

_AT_ONE_TABLE = N_("Game %(game)s: %(result)s")
_PLAYER = N_("Confirmed by %(who)s")
_CAPTAIN = N_("Confirmed by the captain of %(team)s")


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A result that waits for its confirmation; `seen` is what a confirmation of it names.

    `given` says who has confirmed it, who alone is not enough. `may_confirm`: the visitor can;
    `own`: he entered it, so somebody else has to.
    """

    game: int
    attempt: int
    room: Room
    seen: str
    text: str
    entered_by: str
    given: tuple[str, ...]
    may_confirm: bool
    own: bool


def unconfirmed_results(view: MatchView, visitor: Visitor, words: Words) -> tuple[Unconfirmed, ...]:
    """Those the visitor may see, by game and room."""
    return tuple(_unconfirmed(view, place, visitor, words) for place in view.unconfirmed)


def _unconfirmed(
    view: MatchView, place: tuple[int, Room], visitor: Visitor, words: Words
) -> Unconfirmed:
    (game, room), standing = place, view.standings[place]
    account = visitor.role not in (Role.CAPTAIN, Role.PLAYER)
    own = account and view.names.same(visitor.by, standing.entered_by)
    result = result_words(words, view.results[place], view.seated[place], view.game_name)
    which = _AT_ONE_TABLE if view.one_table else RESULTS_OF_ROOMS[room]
    return Unconfirmed(
        game=game,
        attempt=view.attempts[game],
        room=room,
        seen=seen_values(view.results[place]),
        text=words.gettext(which, game=game, result=result),
        entered_by=view.names.by(standing.entered_by),
        given=tuple(_given(view, place, standing, words)),
        may_confirm=not own and _may_confirm(view, room, standing, visitor),
        own=own,
    )


def _given(
    view: MatchView, place: tuple[int, Room], standing: Standing, words: Words
) -> Iterator[str]:
    _, room = place
    for side in Side:
        if side in standing.players:
            who = who_words(words, view.seated[place], side)
            yield words.gettext(_PLAYER, who=who)
        if side in standing.captains:
            team = named(view.teams.of(team_of(side, room)))
            yield words.gettext(_CAPTAIN, team=team)


def _may_confirm(view: MatchView, room: Room, standing: Standing, visitor: Visitor) -> bool:
    side = _side_of(visitor, room, view.teams)
    place = Place(match=view.match_id, room=room, side=side, team=visitor.team)
    if not may(visitor, Action.CONFIRM, place):
        return False
    given = {Role.PLAYER: standing.players, Role.CAPTAIN: standing.captains}
    return side not in given.get(visitor.role, frozenset())


def _side_of(visitor: Visitor, room: Room, teams: PerTeam[str]) -> Side | None:
    """The side a player or a captain's team has in that room; None for an account."""
    if visitor.role is Role.CAPTAIN:
        return side_of(TeamPlace.HOME if visitor.team == teams.home else TeamPlace.AWAY, room)
    return visitor.side
