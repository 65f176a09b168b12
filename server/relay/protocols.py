"""Match protocols out of match records, as they stand: the operator's."""

from datetime import datetime

from protocol_forms.match_protocol import match_protocol_view
from protocol_forms.protocol_view import MatchProtocolView, ProtocolHeading
from protocol_forms.said import Say, in_english
from rules.dice import Roll
from rules.duplicate.state import MatchState, RoomResult
from rules.ending import Ending
from rules.room import Room
from rules.scoring.match_protocol import Confirmations, MatchProtocol
from rules.scoring.results import AdjustedResult, CancelledResult, GameResult, Result
from rules.scoring.smp import row_of, smp
from rules.scoring.teams import PerTeam, TeamPlace, team_of, won_by
from rules.scoring.terms import TERMS
from rules.scoring.units import Smp
from rules.side import Side
from server.relay.match_record import MatchRecord

NOT_OPENED = "scored by the director; the game was not opened"
"""Why a result has no opening throw."""


def protocol_view(
    record: MatchRecord,
    protocol: MatchProtocol,
    *,
    recorded: datetime,
    head: str,
    say: Say = in_english,
) -> MatchProtocolView:
    """A protocol of that match with its heading: the operator's, or what is public of it.

    `recorded` is the time of the last entry and `head` the ledger's last hash, both for a finished
    match's form; `say` gives its notes in a language.
    """
    terms = TERMS[record.game.name]
    return match_protocol_view(protocol, _heading(record, recorded, head), terms, say)


def match_protocol(record: MatchRecord) -> MatchProtocol:
    """The scored protocol of a match as it stands, games in order, open room first."""
    state = record.state
    games = record.scheduled.games
    if state is None:
        return MatchProtocol(games, ())
    results = tuple(
        _result(record, state, game, room)
        for game in range(1, games + 1)
        for room in Room
        if (game, room) in state.results
    )
    return MatchProtocol(games, results, _confirmations(record, state))


def _result(record: MatchRecord, state: MatchState, game: int, room: Room) -> Result:
    finished, reason = state.results[game, room], record.cancelled.get(game, "")
    return scored(finished, game, room, opening=record.openings.get(game), cancelled=reason)


def scored(
    finished: RoomResult, game: int, room: Room, *, opening: Roll | None, cancelled: str
) -> Result:
    """One room's result as its protocol line; `cancelled` is the reason of a cancelled game."""
    if finished.loser is None:
        return CancelledResult(game=game, room=room, reason=cancelled)
    winner = team_of(finished.loser.opponent, room)
    if opening is None:
        points = smp(row_of(finished.ending, finished.left), finished.cube)
        return AdjustedResult(
            game=game,
            room=room,
            smp=won_by(winner, points, Smp(0)),
            reason=NOT_OPENED,
        )
    return GameResult(
        game=game,
        room=room,
        opening=opening,
        winner=winner,
        ending=finished.ending,
        left=finished.left,
        cube=finished.cube,
        owner=_owner(finished, room),
    )


def _owner(finished: RoomResult, room: Room) -> TeamPlace | None:
    if finished.ending is Ending.PASS:
        side = finished.proposer
    else:
        side = finished.owner if finished.cube > 1 else None
    return team_of(side, room) if side is not None else None


def _confirmations(record: MatchRecord, state: MatchState) -> Confirmations:
    """A match is over only when every game is confirmed in both rooms."""
    rooms = frozenset(Room) if state.over else frozenset[Room]()
    places = zip(record.teams, (TeamPlace.HOME, TeamPlace.AWAY), strict=True)
    return Confirmations(rooms, frozenset(place for team, place in places if team in record.signed))


def _heading(record: MatchRecord, recorded: datetime, head: str) -> ProtocolHeading:
    scheduled = record.scheduled
    over = record.state is not None and record.state.over
    return ProtocolHeading(
        teams=PerTeam(scheduled.home, scheduled.away),
        event=scheduled.event,
        match=str(scheduled.number),
        players=_players(record),
        roll_set=scheduled.roll_set,
        recorded=recorded.strftime("%Y-%m-%d %H:%M UTC") if over else "",
        ledger_head=head if over else "",
    )


def _players(record: MatchRecord) -> dict[tuple[Room, Side], tuple[str, ...]]:
    if record.started is None:
        return {}
    home, away = record.started.home, record.started.away
    return {
        (Room.OPEN, Side.WHITE): (home.open_player,),
        (Room.OPEN, Side.RED): (away.open_player,),
        (Room.CLOSED, Side.RED): (home.closed_player,),
        (Room.CLOSED, Side.WHITE): (away.closed_player,),
    }
