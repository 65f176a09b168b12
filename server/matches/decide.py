"""What a command makes happen in a match: who may, and what follows; a function of values.

Every rule about who may do something is applied here, when the command's turn has come, and none
before it is queued: until then the match may have changed (rulings 11, 13, 15, 28, 34).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rules import commands as cmd
from rules import events as ev
from rules.any_match import DuplicateState, follow, handle
from rules.directing.calls import call_decided
from rules.duplicate.machine import shorten
from rules.errors import LineUpRefused, MatchRefused
from rules.events import Confirmer
from rules.identities import MatchId, PersonId
from rules.match_play.state import TABLE
from rules.position import Side
from rules.room import Room
from rules.scoring.teams import PerTeam, team_of
from rules.tables import readings as rd
from rules.tables.refused import begins_game, refusal_of
from rules.text import N_
from server.access import (
    NOWHERE,
    Action,
    Actor,
    NotAllowed,
    Place,
    Role,
    Visitor,
    check_may,
    check_playing,
)
from server.matches import board_places, line_ups, presence, sheets
from server.matches.clock_orders import ClocksGiven, NoticeTime, clocks_set, time_noticed
from server.matches.line_ups import NO_FACTS, PersonFacts, match_players
from server.matches.made_from import check_values, with_number
from server.matches.match_record import MatchRecord
from server.matches.sheets import (
    ConfirmSheet,
    EnterSheet,
    Row,
    Sheet,
    check_captains_sheet,
    check_is_whole,
    decide_sheet,
)

Happened = tuple[ev.Event, ...]


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """Facts that nobody decides, such as a board's link that came or went."""

    facts: Happened


@dataclass(frozen=True, slots=True)
class RefuseReading:
    """A board said something no table of its room can mean: tell its players why."""

    room: Room
    name: str
    why: ev.Refusal


@dataclass(frozen=True, slots=True)
class KeepFrame:
    """A board's frame that changes nothing and is kept in its journal."""


@dataclass(frozen=True, slots=True)
class ReadAgainst:
    """What a board said and only the match as it is gives a meaning, once its turn has come."""

    reading: Callable[[MatchRecord], rd.AnyReading | RefuseReading]


Command = (
    cmd.MatchCommand
    | cmd.PresenceCommand
    | cmd.CallCommand
    | cmd.BoardCommand
    | Sheet
    | rd.AnyReading
    | RecordFacts
    | RefuseReading
    | KeepFrame
    | ReadAgainst
    | NoticeTime
)
"""All that can be sent to a match."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a decision needs besides the match: chance, and facts of other streams.

    `seed` is 32 random bytes for a match that may start, `players` are those of the team that the
    command names, of its roster for the game `roster_of` where it has one. `persons` is what the
    match knows of people when the command's turn has come. `elsewhere` says in which other match
    that is not over somebody is lined up. `of_teams` is what is given for each team's line-up,
    where a command has both. `no_game`: why no further game
    begins, None where nothing lets it wait. `clocks` are read by NoticeTime alone.
    """

    seed: bytes = field(default=b"", repr=False)
    players: tuple[PersonId, ...] = ()
    persons: PersonFacts = NO_FACTS
    elsewhere: Mapping[PersonId, MatchId] = field(default_factory=dict)
    roster_of: str = ""
    of_teams: Mapping[str, "Given"] = field(default_factory=dict)
    no_game: ev.Refusal | None = None
    clocks: ClocksGiven | None = None


NOTHING_GIVEN = Given()


class Step(NamedTuple):
    """What a command makes happen, and the match once that is durable."""

    happened: Happened
    record: MatchRecord


def decide(
    record: MatchRecord, command: Command, actor: Actor, given: Given = NOTHING_GIVEN
) -> Step:
    """Decide a command to a match that stands at `record`.

    Raises NotAllowed for a visitor who may not, PlaysInMatch for one who plays in this match,
    ValuesChanged for one who has seen other values than there are, RulesError for what cannot be.
    """
    if isinstance(command, ReadAgainst):
        return decide(record, command.reading(record), actor, given)
    if isinstance(command, EnterSheet | ConfirmSheet):
        return _sheet(record, command, actor, given)
    if isinstance(actor, Visitor):
        action, place = _asked(record, command, actor)
        check_may(actor, action, place)
        check_playing(actor, action, match_players(record, given.persons))
        command = _in_the_name_of(actor, command)
        if isinstance(command, rd.ResultAgreed) and not _sees_result(record, command, actor):
            return _unseen(record, command)
        check_values(record, command)
        if isinstance(command, rd.ResultAgreed):
            command = with_number(record, command)
    if isinstance(command, rd.Reading):
        return _by_the_rules(record, command, _sender(record, command, actor, given), given)
    if isinstance(command, cmd.CallCommand):
        return _called_or_held(record, command, actor)
    happened = _DECIDERS[type(command)](record, command, given)
    return Step(happened, record.after(happened))


def _sheet(record: MatchRecord, sheet: Sheet, actor: Actor, given: Given) -> Step:
    """Row by row as if each came by itself; a captain enters a match that it finishes at once."""
    if isinstance(actor, Visitor) and actor.role is Role.CAPTAIN and isinstance(sheet, EnterSheet):
        check_captains_sheet(record, actor)
        check_playing(actor, Action.ENTER_SHEET, match_players(record, given.persons))
        sender = rd.Sender(actor.by)

        def by_the_rules(before: MatchRecord, row: Row) -> Step:
            return _by_the_rules(before, row, sender, NOTHING_GIVEN)

        step = Step(*decide_sheet(record, sheet, by_the_rules))
        check_is_whole(step.record)
        return step
    happened = list[ev.Event]()
    for line_up in sheet.line_ups if isinstance(sheet, EnterSheet) else ():
        own = replace(given.of_teams[line_up.team], persons=given.persons)
        step = decide(record, line_up, actor, own)
        happened.extend(step.happened)
        record = step.record

    def decide_row(before: MatchRecord, row: Row) -> Step:
        return decide(before, row, actor, given)

    return Step(*decide_sheet(record, sheet, decide_row, happened))


def _sees_result(record: MatchRecord, given: rd.ResultAgreed, visitor: Visitor) -> bool:
    """A captain sees a game's results once it is over in both rooms (ruling 12)."""
    state = record.state
    return visitor.role is not Role.CAPTAIN or (
        state is not None and (state.over or given.game < state.game)
    )


def _unseen(record: MatchRecord, given: rd.ResultAgreed) -> Step:
    """The same answer whether there is a result or not, so that it tells nothing."""
    if record.state is None:
        return Step((), record)
    refused = refusal_of(record.state, given, ev.Refusal.NOTHING_TO_CONFIRM)
    return Step((refused,), record)


def _by_the_rules(record: MatchRecord, reading: Any, sender: rd.Sender, given: Given) -> Step:
    """Before the line-ups are in, nothing comes of a reading.

    A game that may not begin does not: the opening throw of either kind of match is void.
    """
    if record.state is None:
        return Step((), record)
    decision = handle(record.game, record.state, reading, sender)
    if given.no_game is not None and begins_game(record.state, decision.events):
        return Step((refusal_of(record.state, reading, given.no_game),), record)
    return Step(decision.events, record.decided(decision))


def _called_or_held(record: MatchRecord, command: cmd.CallCommand, actor: Actor) -> Step:
    """A call, who takes it, a hold; what lifting one lets happen at the tables.

    Raises MatchRefused for a room without a table here, and a hold that is the hall's to decide.
    """
    if command.room is not None and command.room not in record.rooms:
        raise MatchRefused("room", command.room.value, ", ".join(r.value for r in record.rooms))
    if isinstance(actor, Visitor):
        _check_scope(command)
    if record.is_over:
        return _called_too_late(record, command, actor)
    happened = call_decided(record.director, command)
    if record.state is None or not happened:
        return Step(happened, record.after(happened))
    decision = follow(record.game, record.state, happened)
    return Step(decision.events, record.decided(decision))


def _check_scope(command: cmd.CallCommand) -> None:
    """Raise MatchRefused for a hold that the hall decides, and brings to its matches itself."""
    own = ev.HoldScope.TABLE, ev.HoldScope.MATCH
    if isinstance(command, cmd.HoldCommand) and command.scope not in own:
        raise MatchRefused("scope", command.scope.value, "table or match")


def _called_too_late(record: MatchRecord, command: cmd.CallCommand, actor: Actor) -> Step:
    """Nothing is played any more; its board is told so."""
    if isinstance(command, cmd.CallDirector) and not isinstance(actor, Visitor):
        refused = RefuseReading(command.room, type(command).__name__, ev.Refusal.NOT_PLAYING)
        return Step(_refused(record, refused), record)
    raise MatchRefused("match", record.match_id, N_("a match that is not over"))


def _asked(record: MatchRecord, command: Command, visitor: Visitor) -> tuple[Action, Place]:
    """What a command asks to do, and where; raises NotAllowed for what boards alone can say."""
    here = Place(match=record.match_id)
    match command:
        case cmd.SubmitLineUp() | cmd.GiveWord():
            return Action.LINE_UP, replace(here, team=command.team)
        case cmd.SignProtocol():
            return Action.SIGN, _place_signed(record, command)
        case cmd.SetRecording():
            return Action.SEAT_BOARD, here
        case rd.EnterResult():
            return Action.ENTER_RESULT, replace(here, room=command.room)
        case rd.PaperGame():
            return Action.ENTER_PAPER, here
        case rd.ResultAgreed():
            return Action.CONFIRM, _place_confirmed(record, command)
        case (
            rd.DirectorReading()
            | cmd.SeatSubstitute()
            | cmd.SetEmbargo()
            | cmd.SetClocks()
            | cmd.WithdrawMatch()
        ):
            return Action.DIRECT, here
        case cmd.LogLeaving() | cmd.LogReturn():
            return Action.LOG_PRESENCE, replace(here, room=command.room)
        case cmd.CallDirector():
            return Action.CALL, replace(here, room=command.room)
        case cmd.TakeCall() | cmd.EndCall():
            return Action.ANSWER_CALL, replace(here, room=command.room)
        case cmd.HoldPlay() | cmd.LiftHold():
            return Action.DIRECT, here
        case cmd.RemoveBoard() | cmd.ReturnBoard() | cmd.LetBoardIn():
            return Action.SEAT_BOARD, NOWHERE
        case cmd.SurrenderBoard() | cmd.ReceiveBoard() | cmd.ClearBoard():
            voids = command.assigned.consent.voids
            return Action.DIRECT if voids else Action.SEAT_BOARD, NOWHERE
        case _:  # what is played is said by boards
            raise NotAllowed(visitor, Action.CONNECT_BOARD)


def _place_confirmed(record: MatchRecord, given: rd.ResultAgreed) -> Place:
    side, room = given.side, given.room
    team = None if side is None else PerTeam(*record.teams).of(team_of(side, room))
    return Place(match=record.match_id, room=room, side=side, team=team)


def _place_signed(record: MatchRecord, command: cmd.SignProtocol) -> Place:
    """A team's captain signs for it; at one table each player signs at his own seat."""
    place = Place(match=record.match_id, team=command.team)
    if isinstance(record.scheduled, ev.MatchPlayScheduled) and command.team in record.teams:
        side = Side.WHITE if command.team == record.teams[0] else Side.RED
        place = replace(place, room=TABLE, side=side)
    return place


_CONFIRMERS = {Role.PLAYER: Confirmer.PLAYER, Role.CAPTAIN: Confirmer.CAPTAIN}


def _sender(record: MatchRecord, reading: rd.Reading, actor: Actor, given: Given) -> rd.Sender:
    """Who gives a reading, as its events name it: a person, a board or the command line."""
    if not isinstance(actor, Visitor):
        return rd.Sender(actor.actor)
    confirmer = _CONFIRMERS.get(actor.role, Confirmer.ACCOUNT)
    by = actor.by
    if isinstance(reading, rd.ResultAgreed) and confirmer is Confirmer.ACCOUNT:
        by = _as_entered(record, reading, by, given.persons)
    return rd.Sender(by, confirmer)


def _in_the_name_of(visitor: Visitor, command: Command) -> Command:
    """The command by whoever sends it, whatever it says of that."""
    match command:
        case cmd.SeatSubstitute() | cmd.SetEmbargo():
            return replace(command, by=visitor.by)
        case (
            cmd.GiveWord() | cmd.SetClocks() | cmd.LogLeaving() | cmd.LogReturn() | cmd.LetBoardIn()
        ):
            return replace(command, by=visitor.by)
        case _ if isinstance(command, cmd.CallCommand):
            return replace(command, by=visitor.by)
        case cmd.SignProtocol() if visitor.role in (Role.CAPTAIN, Role.PLAYER):
            return replace(command, by=visitor.by)
        case _:
            return command


def _as_entered(record: MatchRecord, given: rd.ResultAgreed, by: str, facts: PersonFacts) -> str:
    """Who confirms, by the id that entered the result if both are one person (ruling 33)."""
    standing = record.state.standing(given.room, given.game) if record.state else None
    if standing is None or "" in (standing.entered_by, by):
        return by
    merged = {person.text: into.text for person, into in facts.merged.items()}
    both = {merged.get(each, each) for each in (standing.entered_by, by)}
    return standing.entered_by if len(both) == 1 else by


def _refused(record: MatchRecord, command: RefuseReading) -> Happened:
    if record.state is None:
        return ()
    at = {"game": record.state.game, "attempt": record.state.attempt}
    refused = ev.ReadingRefused(
        **at, room=command.room, side=None, said=command.name, why=command.why
    )
    return (refused,)


def _embargo_set(record: MatchRecord, command: cmd.SetEmbargo) -> Happened:
    """At one table there is nothing to keep from another room."""
    if isinstance(record.scheduled, ev.MatchPlayScheduled):
        raise MatchRefused("embargo", command.embargo.value, "none in a match at one table")
    return (ev.EmbargoSet(embargo=command.embargo, by=command.by, reason=command.reason),)


def _line_up_submitted(record: MatchRecord, command: cmd.SubmitLineUp, given: Given) -> Happened:
    """Nobody sits at two tables at a time."""
    for seat in ("open_player", "closed_player"):
        line_ups.check_is_free(seat, getattr(command, seat), given.elsewhere)
    merged = given.persons.merged
    allowed = line_ups.Allowed(given.players, given.roster_of)
    return line_ups.line_up_submitted(record, command, allowed, given.seed, merged)


def _substitute_seated(record: MatchRecord, command: cmd.SeatSubstitute, given: Given) -> Happened:
    """Who has watched the open room of a game does not sit down in its closed room (ruling 34)."""
    merged = given.persons.merged
    line_ups.check_is_free("player", command.player, given.elsewhere)
    allowed = line_ups.Allowed(given.players, given.roster_of)
    seated = line_ups.substitute_seated(record, command, allowed, merged)
    if command.room is Room.CLOSED:
        presence.check_has_not_watched(record, command.player, merged)
        if command.watched:
            named = {"player": command.player, "game": command.game}
            raise LineUpRefused(presence.HAS_WATCHED, "player", **named)
    return seated


def _withdrawn(record: MatchRecord, command: cmd.WithdrawMatch) -> Happened:
    """Its boards are taken off before, so that none is left at a table that nobody plays at."""
    if record.has_begun:
        raise MatchRefused("match", record.match_id, N_("a match in which nothing has been played"))
    if record.boards:
        raise MatchRefused("match", record.match_id, N_("a match without boards at its tables"))
    return () if record.withdrawn else (ev.MatchWithdrawn(reason=command.reason),)


def _shortened(record: MatchRecord, command: cmd.ShortenMatch) -> Happened:
    """Nothing for a match that has no more games than that already, and for one at one table."""
    scheduled = record.scheduled
    if not isinstance(scheduled, ev.MatchScheduled) or scheduled.games <= command.games:
        return ()
    shortened = ev.MatchShortened(games=command.games, reason=command.reason)
    if not isinstance(record.state, DuplicateState):
        return (shortened,)
    return shorten(record.game, record.state, shortened).events


_Decider = Callable[[MatchRecord, Any, Given], Happened]
_DECIDERS: dict[type[Any], _Decider] = {
    RecordFacts: lambda _, command, __: command.facts,
    RefuseReading: lambda record, command, _: _refused(record, command),
    KeepFrame: lambda _, __, ___: (),
    cmd.SubmitLineUp: lambda record, command, given: _line_up_submitted(record, command, given),
    cmd.GiveWord: lambda record, command, _: line_ups.word_given(record, command),
    cmd.SeatSubstitute: lambda record, command, given: _substitute_seated(record, command, given),
    cmd.LogLeaving: lambda record, command, given: presence.player_left(
        record, command, given.persons.merged
    ),
    cmd.LogReturn: lambda record, command, given: presence.player_returned(
        record, command, given.persons.merged
    ),
    cmd.LogWatching: lambda record, command, _: presence.open_room_watched(record, command),
    cmd.SetEmbargo: lambda record, command, _: _embargo_set(record, command),
    cmd.SetClocks: lambda record, command, _: clocks_set(record, command),
    NoticeTime: lambda record, _, given: time_noticed(record, given.clocks),
    cmd.SetRecording: lambda record, command, _: sheets.recording_set(record, command),
    cmd.SignProtocol: lambda record, command, _: sheets.protocol_signed(record, command),
    cmd.WithdrawMatch: lambda record, command, _: _withdrawn(record, command),
    cmd.ShortenMatch: lambda record, command, _: _shortened(record, command),
    cmd.RemoveBoard: lambda record, command, _: board_places.board_taken(record, command),
    cmd.LetBoardIn: lambda record, command, _: board_places.board_let_in(record, command),
    cmd.SurrenderBoard: lambda record, command, _: board_places.board_leaving(
        record, command.assigned
    ),
    cmd.ReceiveBoard: lambda record, command, _: board_places.board_arriving(
        record, command.assigned, command.of_closed
    ),
    cmd.ClearBoard: lambda record, command, _: board_places.board_cleared(record, command.assigned),
    cmd.ReturnBoard: lambda _, command, __: (
        ev.BoardAssigned(room=command.room, board_id=command.board_id),
    ),
}
