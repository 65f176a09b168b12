"""Readings made from a board's messages, on which the rules then decide.

Also here: finished plays on boards whose sensors do not show the whole position (ruling 10, ADR
29). Such a play is found by means of the position before it and the dice. So it is read when its
turn is decided and not when it arrives, since the match may lack the roll until then.

Also here: why the dice do not allow a finished play: the player has not moved all they must, or the
dice were keyed in wrongly. In both cases the thrown roll stands until somebody corrects it (ruling
9).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from board_drivers.interpreter.lying import lying_position
from board_drivers.interpreter.sensors import (
    Sensed,
    Sensors,
    ThrownTurn,
    is_incomplete,
    plays_shown,
    rolls_shown,
)
from board_drivers.wire import messages as wire
from board_drivers.wire.handshake import Hello
from board_drivers.wire.values import (
    Capability,
    Confirmed,
    FaultCode,
    HoldOrGo,
    MoveJudgement,
    Question,
    WhichPlay,
    YesOrNo,
)
from rules import commands as cmd
from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.errors import InvalidPosition
from rules.events import Refusal
from rules.games.game import Game, HoleChoice
from rules.position import Position, Side
from rules.room import BoardEvent, Room
from rules.tables import readings as rd
from rules.tables.state import MatchInPlay, Phase, RollRecord, TableState, TurnKey
from server.boards.translation.notices import Notices
from server.boards.translation.wire_terms import (
    CALLED_FOR,
    ENDING_OF,
    RESIGNED_BY,
    SIDE_OF,
    SOURCE_OF,
)
from server.matches.decide import RefuseReading
from server.matches.match_record import MatchRecord


class NotAReading(Exception):
    """The message is stored in the journal and changes nothing in the match."""


class SenselessReading(Exception):
    """The message cannot be true of any table, such as a wrong number of checkers or no side.

    `why` is the refusal shown to the players.
    """

    def __init__(self, sentence: str, why: Refusal = Refusal.IMPOSSIBLE_POSITION) -> None:
        super().__init__(sentence)
        self.why = why


def reading_of(
    message: wire.BoardMessage,
    room: Room,
    event: BoardEvent,
    *,
    asks: bool = False,
    recorded: bool = True,
) -> rd.AnyReading:
    """Return the reading that a board's message means; `event` identifies the message.

    `asks` is True if the board can ask its players questions. If positions are not `recorded`, the
    position in a TURN_DONE is ignored, even if it is impossible.

    Raises NotAReading for snapshots and faults, and SenselessReading for a message that the board
    has to send again.
    """
    match message:
        case wire.Roll():
            return _throw(message, event, asks=asks)
        case wire.Ready():
            return rd.ReadyDeclared(**_at_turn(message, room))
        case wire.TurnDone() if recorded:
            return rd.PlayFinished(**_at_turn(message, room), position=_position(message))
        case wire.TurnDone() | wire.Played():
            return rd.Played(**_at_turn(message, room))
        case wire.End():
            ending = ENDING_OF[message.ending]
            return rd.EndClaimMade(**_at_turn(message, room), ending=ending, left=message.left)
        case wire.Double():
            return rd.Doubled(**_at_turn(message, room))
        case wire.Take() | wire.Pass():
            taken = isinstance(message, wire.Take)
            return rd.DoubleAnswered(**_at_turn(message, room), taken=taken)
        case wire.Resign():
            ending = RESIGNED_BY[message.kind]
            return rd.ResignationMade(**_at_turn(message, room), ending=ending)
        case wire.Accept() | wire.Refuse():
            accepted = isinstance(message, wire.Accept)
            return rd.ResignationAnswered(**_at_turn(message, room), accepted=accepted)
        case wire.Confirm():
            return _confirmation(message, room)
        case wire.Answer(question=Question.HOLD_OR_GO):
            return rd.ChoiceAnswered(**_at_turn(message, room), choice=_choice(message))
        case wire.Answer(question=number) if number >= wire.FIRST_WHICH_PLAY:
            return rd.PlayNamed(
                **_at_turn(message, room),
                asking=number - wire.FIRST_WHICH_PLAY + 1,
                place=None if message.choice == WhichPlay.NONE_OF_THESE else message.choice,
            )
        case wire.Answer(question=Question.FINISHED):
            return rd.FinishedAnswered(**_at_turn(message, room), finished=_is_yes(message))
        case wire.Answer(question=Question.DRAW_REST):
            return rd.RestAnswered(**_at_table(message, room), drawn=_is_yes(message))
        case wire.DiceShown():
            dice = Roll(message.die1, message.die2)
            return rd.DiceEchoed(**_at_turn(message, room), dice=dice)
        case _:
            raise NotAReading


def call_of(message: wire.Call, room: Room) -> cmd.CallDirector:
    """Return the call for the director that a board's message makes.

    The turn in the message does not matter: a call is accepted at any time.
    """
    reason, side = CALLED_FOR[message.reason], SIDE_OF.get(message.side)
    return cmd.CallDirector(room=room, reason=reason, side=side)


def _throw(message: wire.Roll, event: BoardEvent, *, asks: bool) -> rd.AnyReading:
    side = SIDE_OF.get(message.side)
    at: dict[str, Any] = {"game": message.game, "attempt": message.attempt}
    if 0 in (message.die1, message.die2):
        return rd.DiceUnreadable(**at, room=Room.OPEN, side=side or Side.WHITE)
    return rd.DiceThrown(
        **at,
        side=side,
        turn=message.turn,
        dice=Roll(message.die1, message.die2),
        source=SOURCE_OF.get(message.source, DiceSource.CONSOLE),
        board_event=event,
        corrects=replace(event, number=message.corrects) if message.corrects else None,
        asks=asks,
    )


def _confirmation(message: wire.Confirm, room: Room) -> rd.AnyReading:
    at = _at_table(message, room)
    match message.what:
        case Confirmed.DICE:
            return rd.DiceConfirmed(**at, turn=message.turn)
        case Confirmed.RESULT:
            return rd.ResultAgreed(**at, result=message.turn)
        case Confirmed.PLAY:
            return rd.PlayAccepted(**at, turn=message.turn)
        case Confirmed.DRAW_REST:
            return rd.RestAnswered(**at, drawn=True)


def _is_yes(message: wire.Answer) -> bool:
    if message.choice not in (YesOrNo.NO, YesOrNo.YES):
        raise SenselessReading(
            f"choice: {message.choice} is not possible; allowed: 0 no, 1 yes", Refusal.NO_CHOICE
        )
    return message.choice == YesOrNo.YES


def _choice(message: wire.Answer) -> HoleChoice:
    chosen = _CHOICES.get(message.choice)
    if chosen is None:
        allowed = ", ".join(f"{number} {choice.value}" for number, choice in _CHOICES.items())
        raise SenselessReading(
            f"choice: {message.choice} is not possible; allowed: {allowed}", Refusal.NO_CHOICE
        )
    return chosen


_CHOICES: Mapping[int, HoleChoice] = {HoldOrGo.HOLD: HoleChoice.HOLD, HoldOrGo.GO: HoleChoice.GO}


def _at_table(message: wire.TurnMessage, room: Room) -> dict[str, Any]:
    side = SIDE_OF.get(message.side)
    if side is None:
        raise SenselessReading("side: none is not possible; allowed: white, red")
    return {"game": message.game, "attempt": message.attempt, "room": room, "side": side}


def _at_turn(message: wire.TurnMessage, room: Room) -> dict[str, Any]:
    return {**_at_table(message, room), "turn": message.turn}


def _position(message: wire.TurnDone) -> Position:
    try:
        return Position(message.position.white, message.position.red)
    except InvalidPosition as wrong:
        raise SenselessReading(str(wrong)) from wrong


def turn_played(state: MatchInPlay, table: TableState, key: TurnKey) -> ThrownTurn | None:
    """Return the turn `key` with its dice if it is now to be played at the table, else None."""
    if table.phase not in (Phase.MOVE, Phase.QUESTIONED) or table.current != key:
        return None
    return ThrownTurn(table.before, key.side, state.rolls[key].dice, key.turn)


def is_unfinished(game: Game, state: MatchInPlay, table: TableState) -> bool:
    """Return True if the play at the table is not allowed only because it needs more moves.

    This concerns a questioned play: one that the player has finished but that the dice do not
    allow.
    """
    turn = _questioned(state, table)
    return turn is not None and is_incomplete(game, turn, table.position)


def questioned_notices(
    notices: Notices, game: Game, state: MatchInPlay | None, room: Room, board_id: str
) -> Notices:
    """Return the notices to send to this board about a play that the dice do not allow.

    The verdict is INCOMPLETE if moves are missing. If the dice may be wrong, a FAULT is added; it
    names the ROLL by its number in the board's journal, or 0 if the dice came from elsewhere.
    """
    if state is None:
        return notices
    if is_unfinished(game, state, state.table(room)):
        return tuple(
            replace(each, judgement=MoveJudgement.INCOMPLETE)
            if isinstance(each, wire.MoveVerdict)
            else each
            for each in notices
        )
    doubted = _dice_in_doubt(game, state, room)
    if doubted is None:
        return notices
    thrown = doubted.board_event
    number = thrown.number if thrown and thrown.board_id == board_id else 0
    return (*notices, wire.Fault(FaultCode.DICE_IN_DOUBT, number))


def _dice_in_doubt(game: Game, state: MatchInPlay, room: Room) -> RollRecord | None:
    """Return the open room's dice if other dice would allow the questioned play, else None.

    A play is questioned if the dice do not allow it. Return None, too, if the dice can no longer be
    corrected (ruling 9).
    """
    table = state.table(room)
    turn = _questioned(state, table)
    if turn is None or table.current is None or room is not Room.OPEN:
        return None
    record = state.rolls[table.current]
    return record if not record.counted and rolls_shown(game, turn, table.position) else None


def _questioned(state: MatchInPlay, table: TableState) -> ThrownTurn | None:
    if table.phase is not Phase.QUESTIONED or table.current is None:
        return None
    return turn_played(state, table, table.current)


PositionMessage = wire.TurnDone | wire.Snapshot


def sensors_of(hello: Hello | None, message: PositionMessage, game: Game) -> Sensors:
    """Return what the board's sensors can do, according to its HELLO and its faulty places.

    A board without COLOUR_SENSING may still report both colours, such as a board on which the
    players enter their plays. White's counts are taken to be those of both sides only if the
    message has no checker of Red in play.
    """
    point_limit = hello.point_limit if hello else 0
    senses_colour = hello is None or Capability.COLOUR_SENSING in hello.capabilities
    colour = senses_colour or any(message.position.red[1:])
    return Sensors(game, point_limit, colour, message.fault_mask)


def sensed_by(message: PositionMessage) -> Sensed:
    """Return the checkers that the message reports, as a `Sensed` of board_drivers.interpreter."""
    return Sensed(message.position.white, message.position.red)


@dataclass(frozen=True, slots=True)
class SensedPlay:
    """A TURN_DONE in a room, from sensors that do not show the whole position."""

    hello: Hello | None
    message: wire.TurnDone
    room: Room

    def reading(self, record: MatchRecord) -> rd.AnyReading | RefuseReading:
        """Return the reading that the message means in the match as it stands now.

        The reading is the one legal play that fits, several plays among which to ask, or a position
        that fits none. It is refused if what the sensors show is impossible, such as while a player
        still has a checker in hand.
        """
        message, state, side = self.message, record.state, SIDE_OF.get(self.message.side)
        if state is None or side is None:
            return self._refused()
        where: dict[str, Any] = {"game": message.game, "attempt": message.attempt}
        where |= {"room": self.room, "side": side, "turn": message.turn}
        table = state.table(self.room)
        turn = turn_played(state, table, TurnKey(side, message.turn))
        if turn is None or (message.game, message.attempt) != (state.game, state.attempt):
            # The rules refuse this reading anyway, and give the reason.
            return rd.PlayFinished(**where, position=table.position)
        sensors, sensed = sensors_of(self.hello, message, record.game), sensed_by(message)
        plays = plays_shown(sensors, turn, sensed)
        if plays:
            return rd.PlayNarrowed(**where, plays=plays)
        lying = lying_position(sensors, turn, sensed)
        return self._refused() if lying is None else rd.PlayFinished(**where, position=lying)

    def _refused(self) -> RefuseReading:
        name = type(self.message).__name__
        return RefuseReading(self.room, name, ev.Refusal.IMPOSSIBLE_POSITION)
