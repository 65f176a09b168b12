"""What a board says, as the readings the rules decide on."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from board_drivers.wire import messages as wire
from board_drivers.wire.values import Confirmed, HoldOrGo, Question, WhichPlay, YesOrNo
from rules import commands as cmd
from rules.dice import DiceSource, Roll
from rules.errors import InvalidPosition
from rules.events import Refusal
from rules.games.game import Choice
from rules.position import Position, Side
from rules.room import BoardEvent, Room
from rules.tables import readings as rd
from server.boards.translation.wire_terms import (
    CALLED_FOR,
    ENDING_OF,
    RESIGNED_BY,
    SIDE_OF,
    SOURCE_OF,
)


class NotAReading(Exception):
    """A message that is kept in the journal and changes nothing in the match."""


class SenselessReading(Exception):
    """A message no table can mean: no side where one is needed, or checkers that do not add up.

    `why` is what the players are told.
    """

    def __init__(self, sentence: str, why: Refusal = Refusal.IMPOSSIBLE_POSITION) -> None:
        super().__init__(sentence)
        self.why = why


def reading_of(
    message: wire.BoardMessage,
    room: Room,
    actor: str,
    event: BoardEvent,
    *,
    asks: bool = False,
    recorded: bool = True,
) -> rd.AnyReading:
    """The reading a board's message stands for; `event` is the number the board gave it.

    `asks`: the board can put a question to its players. Where positions are not `recorded` the one
    of a TURN_DONE is ignored, even one that cannot be.

    Raises NotAReading for snapshots and faults, SenselessReading for what the board has
    to send again.
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
            return _confirmation(message, room, actor)
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
    """The call for the director that a board's message is; whatever turn it names, it is heard."""
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


def _confirmation(message: wire.Confirm, room: Room, actor: str) -> rd.AnyReading:
    at = _at_table(message, room)
    match message.what:
        case Confirmed.DICE:
            return rd.DiceConfirmed(**at, turn=message.turn)
        case Confirmed.RESULT:
            return rd.ResultAgreed(**at, by=actor, result=message.turn)
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


def _choice(message: wire.Answer) -> Choice:
    chosen = _CHOICES.get(message.choice)
    if chosen is None:
        allowed = ", ".join(f"{number} {choice.value}" for number, choice in _CHOICES.items())
        raise SenselessReading(
            f"choice: {message.choice} is not possible; allowed: {allowed}", Refusal.NO_CHOICE
        )
    return chosen


_CHOICES: Mapping[int, Choice] = {HoldOrGo.HOLD: Choice.HOLD, HoldOrGo.GO: Choice.GO}


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
