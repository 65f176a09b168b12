"""A match's results entered or confirmed together, as from its sheet of paper (ruling 15).

Each row is decided as if it had been sent by itself; one that is refused makes all of them fail.

Also here: signatures under the protocol of a finished match (ruling 15).

Also here: the tables of a match that keep positions: decided for each before its first game has
begun.

Also here: the numbers of an event's sets of rolls, and the next free one across all of its matches
(ruling 15).

A match that is set up takes one for each game, a new attempt at a game the next free one. A number
is taken when that is decided, before it is durable: two matches that are decided at the same time
never get the same one. One whose command fails is not used again before the next start.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused, RulesError
from rules.identities import TournamentId
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from rules.tables.state import may_be_set
from rules.text import N_
from server.access import Action, Place, Visitor, check_may
from server.matches.match_record import MatchRecord

_UNTOUCHED = N_("a match without any result so far: the operator enters single results")
_WHOLE = N_("every game of both rooms: a captain enters the sheet of a match that is over")


@dataclass(frozen=True, slots=True)
class EnterSheet:
    """Results that were kept by hand, in the order of their games.

    `line_ups` are handed in before them, if the sheet is the first to name the players.
    """

    rows: tuple[rd.EnterResult, ...]
    line_ups: tuple[cmd.SubmitLineUp, ...] = ()


@dataclass(frozen=True, slots=True)
class ConfirmSheet:
    """Confirmations of results, each with the result seen."""

    rows: tuple[rd.ResultAgreed, ...]


Sheet = EnterSheet | ConfirmSheet


class RowRefused(RulesError):
    """A row of a sheet is impossible (its sender: correct that row); nothing was done.

    `row` counts from 0; `why` is the error of that row, or the refusal that a board would get.
    """

    def __init__(self, row: int, game: int, why: RulesError | ev.Refusal) -> None:
        reason = why if isinstance(why, RulesError) else why.value
        super().__init__(f"row {row + 1}, game {game}: {reason}")
        self.row, self.game, self.why = row, game, why


Row = rd.EnterResult | rd.ResultAgreed
Decide = Callable[[MatchRecord, Row], tuple[Sequence[ev.Event], MatchRecord]]


def decide_sheet(
    record: MatchRecord, sheet: Sheet, decide: Decide, happened: Sequence[ev.Event] = ()
) -> tuple[tuple[ev.Event, ...], MatchRecord]:
    """Decide all rows one after the other; `decide` decides a single one.

    `happened` are the events of its line-ups, after which the match is `record`. Raises RowRefused,
    or NotAllowed for a row that is not the sender's.
    """
    happened = list(happened)
    rows: Sequence[Row] = sheet.rows
    for place, row in enumerate(rows):
        try:
            events, record = decide(record, row)
        except RulesError as error:
            raise RowRefused(place, row.game, error) from error
        for event in events:
            if isinstance(event, ev.ReadingRefused):
                raise RowRefused(place, row.game, event.why)
        if not events:
            raise RowRefused(place, row.game, ev.Refusal.NOT_PLAYING)
        happened.extend(events)
    return tuple(happened), record


def check_captains_sheet(record: MatchRecord, captain: Visitor) -> None:
    """Raise NotAllowed for another team's captain.

    A match that has begun is refused as a whole, so that no row reveals the other room's results.
    """
    place = Place(match=record.match_id, team=captain.team)
    check_may(captain, Action.ENTER_SHEET, place)
    if record.has_begun:
        raise MatchRefused("sheet", record.match_id, _UNTOUCHED)


def check_is_whole(record: MatchRecord) -> None:
    """Raise MatchRefused for a match that a captain's sheet leaves unfinished."""
    if record.state is None or not record.state.over:
        raise MatchRefused("sheet", record.match_id, _WHOLE)


_UNCONFIRMED_AT_ONE_TABLE = N_("nothing yet: the result of game %(game)s is unconfirmed")
_UNCONFIRMED = {
    Room.OPEN: N_("nothing yet: the open room's result of game %(game)s is unconfirmed"),
    Room.CLOSED: N_("nothing yet: the closed room's result of game %(game)s is unconfirmed"),
}


def signed_results(record: MatchRecord) -> tuple[cmd.SignedResult, ...]:
    """Return the results that a signature under the protocol confirms, by game and room."""
    if record.state is None:
        return ()
    return tuple(
        cmd.SignedResult(game, room, result)
        for game in range(1, record.state.game + 1)
        for room in record.rooms
        if (result := record.state.results.get((game, room))) is not None
    )


def protocol_signed(
    record: MatchRecord, command: cmd.SignProtocol, signer: str
) -> tuple[ev.Event, ...]:
    """Sign for a captain or a player; nothing if that side has signed.

    Raises MatchRefused while the match is not over, or a result of it is unconfirmed.
    """
    if command.team not in record.teams:
        raise MatchRefused("team", command.team, " or ".join(record.teams))
    if record.state is None or not record.state.over:
        raise MatchRefused("team", command.team, N_("nothing yet: the match is not finished"))
    for game, room in record.state.unconfirmed:
        one_table = len(record.rooms) == 1
        why = _UNCONFIRMED_AT_ONE_TABLE if one_table else _UNCONFIRMED[room]
        raise MatchRefused("team", command.team, why, game=game)
    if command.team in record.signed:
        return ()
    return (ev.MatchSigned(team=command.team, by=signer),)


_COUNTS = N_("recorded positions: %(game)s is counted from them")
_BEGUN = N_("the current setting: the table has begun the match")
_NO_TABLE = N_("a room in which the match has a table")


def recording_set(record: MatchRecord, command: cmd.SetRecording) -> tuple[ev.Event, ...]:
    """Set whether a table records positions; nothing if it is so already.

    Raises MatchRefused in a game that scores positions, for a table that has begun or is none of
    the match's, and for a match that was withdrawn.
    """
    if record.withdrawn or command.room not in record.rooms:
        raise MatchRefused("room", command.room.value, _NO_TABLE)
    if command.positions is (command.room not in record.unrecorded):
        return ()
    if _is_counted(record):
        raise MatchRefused("positions", command.positions, _COUNTS, game=record.game.name)
    if not still_settable(record, command.room):
        raise MatchRefused("positions", command.positions, _BEGUN)
    return (ev.RecordingSet(room=command.room, positions=command.positions),)


def still_settable(record: MatchRecord, room: Room) -> bool:
    """Return True if there is a choice, and the room's table has begun nothing of the match yet."""
    if record.withdrawn or _is_counted(record):
        return False
    return record.state is None or may_be_set(record.state, room)


def _is_counted(record: MatchRecord) -> bool:
    return record.game.counted(Side.WHITE) is not None


class RollSetNumbers:
    """The first free number of each tournament, 1 for one that has used none."""

    def __init__(self) -> None:
        self._free: dict[TournamentId, int] = {}

    def free(self, tournament: TournamentId) -> int:
        """Return the first number that the tournament has not used."""
        return self._free.get(tournament, 1)

    def use(self, tournament: TournamentId, behind: int) -> None:
        """Mark every number before `behind` as used."""
        self._free[tournament] = max(self.free(tournament), behind)

    def take(self, tournament: TournamentId) -> int:
        """Use the first free number, and return it."""
        number = self.free(tournament)
        self.use(tournament, number + 1)
        return number
