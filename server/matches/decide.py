"""Decisions on commands to a match: who may give them and what happens, as functions of values.

All rules about rights are applied here, when a command is decided. None is applied when the command
is queued, since the match may change until it is decided (rulings 11, 13, 15, 28, 34).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rules import commands as cmd
from rules import events as ev
from rules.any_match import DuplicateState, follow, handle
from rules.directing.calls import call_decided
from rules.duplicate.machine import shorten
from rules.errors import MatchRefused
from rules.events import Confirmer
from rules.identities import MatchId, PersonId
from rules.match_play.state import TABLE
from rules.position import Side
from rules.room import Room
from rules.scoring.teams import PerTeam, team_of
from rules.tables import readings as rd
from rules.tables.refused import has_opening_throw, refusal_of
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
from server.matches.made_from import (
    check_clocks,
    check_dice,
    check_embargo,
    check_line_up,
    check_reading,
    check_recording,
    check_seat,
    check_signed,
    check_tail,
    with_number,
)
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
    """The command to record facts that need no decision, such as that a board's link was lost."""

    facts: Happened


@dataclass(frozen=True, slots=True)
class BringHold:
    """The command to set or lift a hold of the hall or a room that concerns this match."""

    hold: ev.HoldSet | ev.HoldLifted


@dataclass(frozen=True, slots=True)
class RefuseReading:
    """The command to refuse a board's message that means nothing at any table in its room.

    `name` is the type of the message, and `why` the reason, which is shown to the players at the
    table.
    """

    room: Room
    name: str
    why: ev.Refusal


@dataclass(frozen=True, slots=True)
class KeepFrame:
    """The command to store a frame of a board, and to change nothing in the match."""


@dataclass(frozen=True, slots=True)
class ReadAgainst:
    """A board's message whose meaning depends on the state of the match when it is decided.

    `reading` returns the reading that the message means in a given state of the match.
    """

    reading: Callable[[MatchRecord], rd.AnyReading | RefuseReading]


Command = (
    cmd.MatchCommand
    | cmd.PresenceCommand
    | cmd.CallCommand
    | cmd.BoardCommand
    | Sheet
    | rd.AnyReading
    | RecordFacts
    | BringHold
    | RefuseReading
    | KeepFrame
    | ReadAgainst
    | NoticeTime
)
"""Every command that can be sent to a match."""


@dataclass(frozen=True, slots=True)
class MatchGiven:
    """The values that a decision needs besides the match: chance, and facts of other streams.

    `seed` is 32 random bytes for a match that may start. `persons` has the facts about persons that
    the match needs, as they are at the time of the decision. `elsewhere` maps a person who is in
    the line-up of another match to that match, unless that match is over. `no_game` is the reason
    why no further game may begin, or None. `clocks` are used by NoticeTime only.

    If the command names a team, `players` are those whom the team may seat: all of its players, or,
    if `roster_of` is the name of a game, those on its roster for that game. A sheet typed in may
    have the line-ups of both teams; then `of_teams` has such values for each team.
    """

    seed: bytes = field(default=b"", repr=False)
    players: tuple[PersonId, ...] = ()
    persons: PersonFacts = NO_FACTS
    elsewhere: Mapping[PersonId, MatchId] = field(default_factory=dict)
    roster_of: str = ""
    of_teams: Mapping[str, "MatchGiven"] = field(default_factory=dict)
    no_game: ev.Refusal | None = None
    clocks: ClocksGiven | None = None


NOTHING_GIVEN = MatchGiven()


class MatchStep(NamedTuple):
    """The events that a command causes, and the match once they are stored."""

    happened: Happened
    record: MatchRecord


def decide(
    record: MatchRecord, command: Command, actor: Actor, given: MatchGiven = NOTHING_GIVEN
) -> MatchStep:
    """Return the events that a command causes in the match `record`, and the match after them.

    Raises NotAllowed if a visitor lacks the right, PlaysInMatch if the visitor plays in this match,
    ValuesChanged if the visitor has seen other values than the present ones, and RulesError if the
    command is impossible.
    """
    if isinstance(command, EnterSheet | ConfirmSheet):
        return _sheet(record, command, actor, given)
    kind = _kind_of(command)
    if isinstance(actor, Visitor):
        if kind.needs is None:
            raise NotAllowed(actor, Action.CONNECT_BOARD)
        action, place = kind.needs(record, command)
        check_may(actor, action, place)
        check_playing(actor, action, match_players(record, given.persons))
        kind.made_from(record, command)
    return kind.decide(record, command, actor, given)


def _sheet(record: MatchRecord, sheet: Sheet, actor: Actor, given: MatchGiven) -> MatchStep:
    """Decide, row by row, a match that was typed in from a paper record.

    A captain may only enter the results of a whole match, all at once.
    """
    if isinstance(actor, Visitor) and actor.role is Role.CAPTAIN and isinstance(sheet, EnterSheet):
        check_captains_sheet(record, actor)
        check_playing(actor, Action.ENTER_SHEET, match_players(record, given.persons))

        def enter(before: MatchRecord, row: Row) -> MatchStep:
            return _by_the_rules(before, row, actor, NOTHING_GIVEN)

        step = MatchStep(*decide_sheet(record, sheet, enter))
        check_is_whole(step.record)
        return step
    happened = list[ev.Event]()
    for line_up in sheet.line_ups if isinstance(sheet, EnterSheet) else ():
        own = replace(given.of_teams[line_up.team], persons=given.persons)
        step = decide(record, line_up, actor, own)
        happened.extend(step.happened)
        record = step.record

    def decide_row(before: MatchRecord, row: Row) -> MatchStep:
        return decide(before, row, actor, given)

    return MatchStep(*decide_sheet(record, sheet, decide_row, happened))


def _sees_result(record: MatchRecord, given: rd.ResultAgreed, visitor: Visitor) -> bool:
    """Return True if the visitor may see the result that they confirm (ruling 12).

    A captain may see it once the game is over in both rooms.
    """
    state = record.state
    return visitor.role is not Role.CAPTAIN or (
        state is not None and (state.over or given.game < state.game)
    )


def _unseen(record: MatchRecord, given: rd.ResultAgreed) -> MatchStep:
    """Refuse to confirm a result that the visitor may not see.

    The refusal is the same whether there is a result or not, so that it reveals nothing.
    """
    if record.state is None:
        return MatchStep((), record)
    refused = refusal_of(record.state, given, ev.Refusal.NOTHING_TO_CONFIRM)
    return MatchStep((refused,), record)


def _by_the_rules(record: MatchRecord, reading: Any, actor: Actor, given: MatchGiven) -> MatchStep:
    """Decide a reading by the rules.

    Events name a person by id, and a board by its name in the log.
    """
    by = actor.by if isinstance(actor, Visitor) else actor.actor
    return _handled(record, reading, rd.Sender(by), given)


def _handled(record: MatchRecord, reading: Any, sender: rd.Sender, given: MatchGiven) -> MatchStep:
    """Decide by the rules which events follow from a reading.

    No events follow before the line-ups are in. The opening throw is refused while no game may
    begin.
    """
    if record.state is None:
        return MatchStep((), record)
    decision = handle(record.game, record.state, reading, sender)
    if given.no_game is not None and has_opening_throw(record.state, decision.events):
        return MatchStep((refusal_of(record.state, reading, given.no_game),), record)
    return MatchStep(decision.events, record.decided(decision))


_CONFIRMERS = {Role.PLAYER: Confirmer.PLAYER, Role.CAPTAIN: Confirmer.CAPTAIN}


def _confirmed(
    record: MatchRecord, reading: rd.ResultAgreed, actor: Actor, given: MatchGiven
) -> MatchStep:
    """Decide a confirmation of a game's result in one room.

    A board names the result by its number. A person must have seen the present result, and not one
    that was corrected since.
    """
    if not isinstance(actor, Visitor):
        return _by_the_rules(record, reading, actor, given)
    if not _sees_result(record, reading, actor):
        return _unseen(record, reading)
    check_reading(record, reading)
    confirmer, by = _CONFIRMERS.get(actor.role, Confirmer.ACCOUNT), actor.by
    if confirmer is Confirmer.ACCOUNT:
        by = _as_entered(record, reading, by, given.persons)
    return _handled(record, with_number(record, reading), rd.Sender(by, confirmer), given)


def _as_entered(record: MatchRecord, given: rd.ResultAgreed, by: str, facts: PersonFacts) -> str:
    """Return the id of the confirmer, or the id under which the same person entered the result.

    The two ids differ if persons were merged (ruling 33).
    """
    standing = record.state.standing(given.room, given.game) if record.state else None
    if standing is None or "" in (standing.entered_by, by):
        return by
    merged = {person.text: into.text for person, into in facts.merged.items()}
    both = {merged.get(each, each) for each in (standing.entered_by, by)}
    return standing.entered_by if len(both) == 1 else by


def _called_or_held(
    record: MatchRecord, command: cmd.CallCommand, actor: Actor, _: MatchGiven
) -> MatchStep:
    """Decide a call, its acceptance or end, or a hold.

    Raises MatchRefused if the match has no table in the room, or if only the hall decides the hold.
    """
    if command.room is not None and command.room not in record.rooms:
        raise MatchRefused("room", command.room.value, ", ".join(r.value for r in record.rooms))
    if isinstance(actor, Visitor):
        _check_scope(command)
    if record.is_over and isinstance(command, cmd.CallDirector) and not isinstance(actor, Visitor):
        refused = RefuseReading(command.room, type(command).__name__, ev.Refusal.NOT_PLAYING)
        return decide(record, refused, actor)
    return _directed(record, command, _person(actor))


def _hold_brought(record: MatchRecord, command: BringHold, _: Actor, __: MatchGiven) -> MatchStep:
    """Set or lift a hold at this match as the hall did, and record who ordered that.

    A hold is lifted whatever reason the match has recorded for it.
    """
    hold = command.hold
    at: dict[str, Any] = {"scope": hold.scope, "room": hold.room, "reason": hold.reason}
    if isinstance(hold, ev.HoldSet):
        return _directed(record, cmd.HoldPlay(**at), hold.by)
    known = record.director.holds.get((hold.scope, hold.room))
    was = known.reason if known is not None else None
    return _directed(record, cmd.LiftHold(**at, was=was), hold.by)


def _directed(record: MatchRecord, command: cmd.CallCommand, by: str) -> MatchStep:
    """Decide a call or hold; if a hold is lifted, also decide what then goes on at the tables.

    Raises MatchRefused if the match is over.
    """
    if record.is_over:
        raise MatchRefused("match", record.match_id, N_("a match that is not over"))
    happened = call_decided(record.director, command, by)
    if record.state is None or not happened:
        return MatchStep(happened, record.after(happened))
    decision = follow(record.game, record.state, happened)
    return MatchStep(decision.events, record.decided(decision))


def _check_scope(command: cmd.CallCommand) -> None:
    """Raise MatchRefused for a hold that only the hall decides."""
    own = ev.HoldScope.TABLE, ev.HoldScope.MATCH
    if isinstance(command, cmd.HoldCommand) and command.scope not in own:
        raise MatchRefused("scope", command.scope.value, "table or match")


def _refused(record: MatchRecord, command: RefuseReading, _: str, __: MatchGiven) -> Happened:
    if record.state is None:
        return ()
    at = {"game": record.state.game, "attempt": record.state.attempt}
    refused = ev.ReadingRefused(
        **at, room=command.room, side=None, said=command.name, why=command.why
    )
    return (refused,)


def _embargo_set(record: MatchRecord, command: cmd.SetEmbargo, by: str, _: MatchGiven) -> Happened:
    """Set the embargo.

    Raises MatchRefused at one table, where there is no other room to protect.
    """
    if isinstance(record.scheduled, ev.MatchPlayScheduled):
        raise MatchRefused("embargo", command.embargo.value, "none in a match at one table")
    return (ev.EmbargoSet(embargo=command.embargo, by=by, reason=command.reason),)


def _line_up_submitted(
    record: MatchRecord, command: cmd.SubmitLineUp, _: str, given: MatchGiven
) -> Happened:
    """Enter a line-up. Raises LineUpRefused if a player is lined up in another match."""
    for seat in ("open_player", "closed_player"):
        line_ups.check_is_free(seat, getattr(command, seat), given.elsewhere)
    merged = given.persons.merged
    allowed = line_ups.Allowed(given.players, given.roster_of)
    return line_ups.line_up_submitted(record, command, allowed, given.seed, merged)


def _substitute_seated(
    record: MatchRecord, command: cmd.SeatSubstitute, by: str, given: MatchGiven
) -> Happened:
    """Seat a substitute.

    Somebody who has watched the open room may not sit in the closed room (ruling 34). Raises
    LineUpRefused.
    """
    merged = given.persons.merged
    line_ups.check_is_free("player", command.player, given.elsewhere)
    allowed = line_ups.Allowed(given.players, given.roster_of)
    seated = line_ups.substitute_seated(record, command, by, allowed, merged)
    presence.check_may_sit(record, command, merged)
    return seated


def _withdrawn(record: MatchRecord, command: cmd.WithdrawMatch, _: str, __: MatchGiven) -> Happened:
    """Withdraw the match.

    Raises MatchRefused if something has been played, or if a board is still at one of the match's
    tables. Such a board would stay at a table that is not used any more.
    """
    if record.has_begun:
        raise MatchRefused("match", record.match_id, N_("a match in which nothing has been played"))
    if record.boards:
        raise MatchRefused("match", record.match_id, N_("a match without boards at its tables"))
    return () if record.withdrawn else (ev.MatchWithdrawn(reason=command.reason),)


def _shortened(record: MatchRecord, command: cmd.ShortenMatch, _: str, __: MatchGiven) -> Happened:
    """Shorten the match to the number of games in the command.

    Nothing happens if the match already has that number of games or fewer, or is at one table.
    """
    scheduled = record.scheduled
    if not isinstance(scheduled, ev.MatchScheduled) or scheduled.games <= command.games:
        return ()
    shortened = ev.MatchShortened(games=command.games, reason=command.reason)
    if not isinstance(record.state, DuplicateState):
        return (shortened,)
    return shorten(record.game, record.state, shortened).events


def _signed(
    record: MatchRecord, command: cmd.SignProtocol, actor: Actor, _: MatchGiven
) -> MatchStep:
    """Sign the protocol.

    Captains and players sign for themselves, others enter a paper signature.
    """
    own = isinstance(actor, Visitor) and actor.role in (Role.CAPTAIN, Role.PLAYER)
    on_paper = "" if command.on_paper is None else command.on_paper.text
    happened = sheets.protocol_signed(record, command, _person(actor) if own else on_paper)
    return MatchStep(happened, record.after(happened))


def _read(record: MatchRecord, command: ReadAgainst, actor: Actor, given: MatchGiven) -> MatchStep:
    return decide(record, command.reading(record), actor, given)


def _person(actor: Actor) -> str:
    """Return the id by which events name the sender; empty for a board and the server."""
    return actor.by if isinstance(actor, Visitor) else ""


_Needed = Callable[[MatchRecord, Any], tuple[Action, Place]]


def _here(action: Action) -> _Needed:
    return lambda record, _: (action, Place(match=record.match_id))


def _in_room(action: Action) -> _Needed:
    return lambda record, command: (action, Place(match=record.match_id, room=command.room))


def _for_team(action: Action) -> _Needed:
    return lambda record, command: (action, Place(match=record.match_id, team=command.team))


def _to_seat_board(_: MatchRecord, __: Any) -> tuple[Action, Place]:
    return Action.SEAT_BOARD, NOWHERE


def _to_move_board(
    _: MatchRecord, command: cmd.SurrenderBoard | cmd.ReceiveBoard | cmd.ClearBoard
) -> tuple[Action, Place]:
    """Return the action and place for which the sender needs a right, to move a board.

    If the move voids a game, only a director may move the board (ruling 28).
    """
    voids = command.assigned.consent.voids
    return Action.DIRECT if voids else Action.SEAT_BOARD, NOWHERE


def _to_confirm(record: MatchRecord, given: rd.ResultAgreed) -> tuple[Action, Place]:
    side, room = given.side, given.room
    team = None if side is None else PerTeam(*record.teams).of(team_of(side, room))
    return Action.CONFIRM, Place(match=record.match_id, room=room, side=side, team=team)


def _to_sign(record: MatchRecord, command: cmd.SignProtocol) -> tuple[Action, Place]:
    """Return the action and place for which the sender needs a right, to sign the protocol.

    The place is that of the team, or in a match at one table the player's own seat.
    """
    place = Place(match=record.match_id, team=command.team)
    if isinstance(record.scheduled, ev.MatchPlayScheduled) and command.team in record.teams:
        side = Side.WHITE if command.team == record.teams[0] else Side.RED
        place = replace(place, room=TABLE, side=side)
    return Action.SIGN, place


_Decider = Callable[[MatchRecord, Any, Actor, MatchGiven], MatchStep]


def _recorded(happened_by: Callable[[MatchRecord, Any, str, MatchGiven], Happened]) -> _Decider:
    """Return a decider made from `happened_by`, which returns only events.

    The decider returns these events together with the match after them.
    """

    def step(record: MatchRecord, command: Any, actor: Actor, given: MatchGiven) -> MatchStep:
        happened = happened_by(record, command, _person(actor), given)
        return MatchStep(happened, record.after(happened))

    return step


def _plain(happened_by: Callable[[MatchRecord, Any], Happened]) -> _Decider:
    """Return a decider for a command whose sender does not matter."""
    return _recorded(lambda record, command, _, __: happened_by(record, command))


def _by_sender(happened_by: Callable[[MatchRecord, Any, str], Happened]) -> _Decider:
    """Return a decider for a command whose events may name the sender."""
    return _recorded(lambda record, command, by, _: happened_by(record, command, by))


def _of_seated(
    happened_by: Callable[[MatchRecord, Any, str, presence.Merged], Happened],
) -> _Decider:
    """Return a decider for a command about a seated player, who may have been merged since."""
    return _recorded(
        lambda record, command, by, given: happened_by(record, command, by, given.persons.merged)
    )


def _made_from_nothing(_: MatchRecord, __: Any) -> None:
    """Compare nothing, since the command does not depend on values that the sender saw."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of command: the right that it needs, the values it is made from, and its decider.

    `needs` returns the action and place for which a visitor needs a right; it is None for commands
    that only boards and the server send. `made_from` raises ValuesChanged if the sender has seen
    other values than the present ones.
    """

    decide: _Decider
    needs: _Needed | None = None
    made_from: Callable[[MatchRecord, Any], None] = _made_from_nothing


def _kind_of(command: Command) -> _Kind:
    """Return the kind that is registered for the command's type, or for its nearest base class."""
    return next(_KINDS[each] for each in type(command).__mro__ if each in _KINDS)


_KINDS: Mapping[type[Any], _Kind] = {
    rd.Reading: _Kind(_by_the_rules),
    ReadAgainst: _Kind(_read),
    RefuseReading: _Kind(_recorded(_refused)),
    RecordFacts: _Kind(_plain(lambda _, command: command.facts)),
    KeepFrame: _Kind(_plain(lambda _, __: ())),
    NoticeTime: _Kind(_recorded(lambda record, _, __, given: time_noticed(record, given.clocks))),
    BringHold: _Kind(_hold_brought),
    cmd.LogWatching: _Kind(_plain(presence.open_room_watched)),
    cmd.ShortenMatch: _Kind(_recorded(_shortened)),
    rd.EnterResult: _Kind(_by_the_rules, _in_room(Action.ENTER_RESULT)),
    rd.ResultAgreed: _Kind(_confirmed, _to_confirm),
    rd.PaperGame: _Kind(_by_the_rules, _here(Action.ENTER_PAPER)),
    rd.DirectorReading: _Kind(_by_the_rules, _here(Action.DIRECT), check_reading),
    rd.SetTailDraw: _Kind(_by_the_rules, _here(Action.DIRECT), check_tail),
    rd.WrongRoll: _Kind(_by_the_rules, _here(Action.DIRECT), check_dice),
    cmd.CallDirector: _Kind(_called_or_held, _in_room(Action.CALL)),
    cmd.TakeCall: _Kind(_called_or_held, _in_room(Action.ANSWER_CALL)),
    cmd.EndCall: _Kind(_called_or_held, _in_room(Action.ANSWER_CALL)),
    cmd.HoldPlay: _Kind(_called_or_held, _here(Action.DIRECT)),
    cmd.LiftHold: _Kind(_called_or_held, _here(Action.DIRECT)),
    cmd.SubmitLineUp: _Kind(
        _recorded(_line_up_submitted), _for_team(Action.LINE_UP), check_line_up
    ),
    cmd.GiveWord: _Kind(_by_sender(line_ups.word_given), _for_team(Action.LINE_UP)),
    cmd.SeatSubstitute: _Kind(_recorded(_substitute_seated), _here(Action.DIRECT), check_seat),
    cmd.LogLeaving: _Kind(_of_seated(presence.player_left), _in_room(Action.LOG_PRESENCE)),
    cmd.LogReturn: _Kind(_of_seated(presence.player_returned), _in_room(Action.LOG_PRESENCE)),
    cmd.SetEmbargo: _Kind(_recorded(_embargo_set), _here(Action.DIRECT), check_embargo),
    cmd.SetClocks: _Kind(_by_sender(clocks_set), _here(Action.DIRECT), check_clocks),
    cmd.SetRecording: _Kind(
        _plain(sheets.recording_set), _here(Action.SEAT_BOARD), check_recording
    ),
    cmd.SignProtocol: _Kind(_signed, _to_sign, check_signed),
    cmd.WithdrawMatch: _Kind(_recorded(_withdrawn), _here(Action.DIRECT)),
    cmd.RemoveBoard: _Kind(_plain(board_places.board_taken), _to_seat_board),
    cmd.LetBoardIn: _Kind(_by_sender(board_places.board_let_in), _to_seat_board),
    cmd.SurrenderBoard: _Kind(
        _by_sender(
            lambda record, command, by: board_places.board_leaving(record, command.assigned, by)
        ),
        _to_move_board,
    ),
    cmd.ReceiveBoard: _Kind(_by_sender(board_places.board_arriving), _to_move_board),
    cmd.ClearBoard: _Kind(
        _plain(lambda record, command: board_places.board_cleared(record, command.assigned)),
        _to_move_board,
    ),
    cmd.ReturnBoard: _Kind(
        _plain(lambda _, back: (ev.BoardAssigned(room=back.room, board_id=back.board_id),)),
        _to_seat_board,
    ),
}
"""All kinds of commands to a match; those of boards and the server come first."""
