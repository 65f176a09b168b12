"""Results of a match that are entered or confirmed together, as from a sheet of paper (ruling 15).

A sheet is a list of results, one in each row. Each row is decided as if it had been sent alone. If
one row is refused, the whole sheet fails.

Also here: signatures on the protocol of a finished match (ruling 15).

Also here: the setting whether a table records positions. It can be changed until the table begins
its first game.

Also here: the numbers of roll sets, counted through all matches of an event (ruling 15). A match
that is set up takes one number for each game; a new attempt at a game takes the next free number. A
number is taken when the command is decided, before the decision is stored. So two matches that are
decided at the same time never get the same number. If the command fails, its number is not used
again before the next start.
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
    """The command to enter results that were kept by hand, in the order of their games.

    `line_ups` are entered first, if the sheet is the first to name the players.
    """

    rows: tuple[rd.EnterResult, ...]
    line_ups: tuple[cmd.SubmitLineUp, ...] = ()


@dataclass(frozen=True, slots=True)
class ConfirmSheet:
    """The command to confirm several results; each row has the result as the sender saw it."""

    rows: tuple[rd.ResultAgreed, ...]


Sheet = EnterSheet | ConfirmSheet


class RowRefused(RulesError):
    """A row of a sheet is impossible, so nothing was done; the sender can correct that row.

    `row` counts from 0. `why` is the error of that row, or the refusal that a board would be sent.
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
    """Decide all rows one after the other with `decide`.

    Return the events of the whole sheet, and the match after them. `happened` are the events of the
    sheet's line-ups, and `record` is the match after those events. Raises RowRefused, or NotAllowed
    if the sender may not enter a row.
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
    """Raise NotAllowed if the captain's team does not play this match.

    Raises MatchRefused if the match has begun, so that no refused row reveals the other room's
    results.
    """
    place = Place(match=record.match_id, team=captain.team)
    check_may(captain, Action.ENTER_SHEET, place)
    if record.has_begun:
        raise MatchRefused("sheet", record.match_id, _UNTOUCHED)


def check_is_whole(record: MatchRecord) -> None:
    """Raise MatchRefused if the match is not over after a captain's sheet."""
    if record.state is None or not record.state.over:
        raise MatchRefused("sheet", record.match_id, _WHOLE)


_UNCONFIRMED_AT_ONE_TABLE = N_("nothing yet: the result of game %(game)s is unconfirmed")
_UNCONFIRMED = {
    Room.OPEN: N_("nothing yet: the open room's result of game %(game)s is unconfirmed"),
    Room.CLOSED: N_("nothing yet: the closed room's result of game %(game)s is unconfirmed"),
}


def signed_results(record: MatchRecord) -> tuple[cmd.SignedResult, ...]:
    """Return the results that a signature on the protocol confirms, ordered by game and room."""
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
    """Return the event that a captain or player signs; none if that side has signed.

    Raises MatchRefused if the match is not over, or if one of its results is not confirmed.
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
    """Return the event that sets whether a table records positions; none if nothing changes.

    Raises MatchRefused if the game is scored from positions, if the table has begun the match, if
    the match has no table in that room, or if the match was withdrawn.
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
    """Return True if the recording of positions may still be changed at the room's table.

    Return False if the game is scored from positions, or if the table has begun the match.
    """
    if record.withdrawn or _is_counted(record):
        return False
    return record.state is None or may_be_set(record.state, room)


def _is_counted(record: MatchRecord) -> bool:
    return record.game.counted(Side.WHITE) is not None


class RollSetNumbers:
    """The first free number for a roll set in each tournament; 1 if none is used."""

    def __init__(self) -> None:
        self._free: dict[TournamentId, int] = {}

    def free(self, tournament: TournamentId) -> int:
        """Return the first number that the tournament has not used."""
        return self._free.get(tournament, 1)

    def use(self, tournament: TournamentId, behind: int) -> None:
        """Mark every number below `behind` as used; `behind` is then the first that may be free.

        This happens when the server starts, for example.
        """
        self._free[tournament] = max(self.free(tournament), behind)

    def take(self, tournament: TournamentId) -> int:
        """Mark the first free number as used, and return it."""
        number = self.free(tournament)
        self.use(tournament, number + 1)
        return number
