"""Public facts out of a table's events, the same for either room; whether to tell them is no
business of this module."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules import events as ev
from rules.games.game import LAST_HOLE, HoleChoice
from rules.position import CHECKERS, Position
from server.live.facts import (
    CheckersPutRight,
    CheckersSet,
    ChoiceShown,
    CubeActed,
    CubeStep,
    DiceShown,
    EndShown,
    EndStep,
    OpeningShown,
    PaperDiceShown,
    PlayEnded,
    PlayShown,
    PointsShown,
    ResignationShown,
    ResignationStep,
    RollTakenBack,
    TableFact,
    TableScore,
    TurnTakenBack,
)

Dice = ev.RollThrown | ev.RollCorrected | ev.RollReleased
Played = ev.PlayMade | ev.PlayCondoned
Doubled = ev.DoubleOffered | ev.DoubleTaken | ev.DoublePassed
GivenUp = (
    ev.ResignationOffered | ev.ResignationRefused | ev.GameResigned | ev.EndClaimed | ev.EndRefused
)

_CUBE_STEPS = {
    ev.DoubleOffered: CubeStep.OFFERED,
    ev.DoubleTaken: CubeStep.TAKEN,
    ev.DoublePassed: CubeStep.PASSED,
}
_RESIGNATION_STEPS: Mapping[type[ev.Event], ResignationStep] = {
    ev.ResignationOffered: ResignationStep.OFFERED,
    ev.ResignationRefused: ResignationStep.REFUSED,
    ev.GameResigned: ResignationStep.ACCEPTED,
}


def opening_shown(event: ev.OpeningDecided) -> OpeningShown:
    """Who throws first, and the dice that named him."""
    return OpeningShown(game=event.game, side=event.side, dice=event.dice)


def dice_shown(event: Dice) -> DiceShown:
    """The dice as they lie on a table."""
    return DiceShown(
        game=event.game,
        side=event.side,
        turn=event.turn,
        dice=event.dice,
        opening=event.opening,
    )


def paper_dice_shown(game: int, roll: ev.PaperRoll) -> PaperDiceShown:
    """The dice of a slip."""
    return PaperDiceShown(
        game=game, side=roll.side, turn=roll.turn, dice=roll.dice, opening=roll.opening
    )


def play_shown(event: Played) -> PlayShown:
    """The finished play; a condoned one has no moves."""
    return PlayShown(
        game=event.game,
        side=event.side,
        turn=event.turn,
        moves=event.moves if isinstance(event, ev.PlayMade) else (),
        position=event.position,
        condoned=isinstance(event, ev.PlayCondoned),
    )


def play_ended(event: ev.TurnPlayed) -> PlayEnded:
    """The end of a play that nobody recorded."""
    return PlayEnded(game=event.game, side=event.side, turn=event.turn)


def choice_shown(event: ev.ChoiceMade) -> ChoiceShown:
    """To hold or to go."""
    return ChoiceShown(game=event.game, side=event.side, turn=event.turn, choice=event.choice)


def points_shown(event: ev.PointsMarked) -> PointsShown:
    """The throw's marks and the score after the turn."""
    return PointsShown(
        game=event.game,
        side=event.side,
        turn=event.turn,
        marks=event.marks,
        score=TableScore(white=event.white, red=event.red),
    )


def is_won(points: ev.PointsMarked) -> bool:
    """Somebody has the hole that ends the game."""
    return max(points.white.holes, points.red.holes) >= LAST_HOLE


def ends_turn(fact: TableFact) -> bool:
    """A play, recorded or not, or going instead of one."""
    return isinstance(fact, PlayShown | PlayEnded) or _goes(fact)


def sets_anew(fact: TableFact) -> bool:
    """After going, and after the last checker off, the same side throws from the start again."""
    borne_off = isinstance(fact, PlayShown) and fact.position.off(fact.side) == CHECKERS
    return borne_off or _goes(fact)


def checkers_set(facts: Sequence[TableFact], start: Position | None) -> CheckersSet | None:
    """What is still to be added to a table's facts when its checkers have been set anew.

    To be asked once the game is known to go on. Without positions, `start` None, never anything.
    """
    if start is None:
        return None
    for fact in reversed(facts):
        match fact:
            case CheckersSet() | DiceShown() | RollTakenBack() | TurnTakenBack():
                return None
            case ChoiceShown() | PlayShown() if sets_anew(fact):
                return CheckersSet(game=fact.game, side=fact.side, turn=fact.turn, position=start)
    return None


def checkers_put_right(event: ev.PositionCorrected, facts: Sequence[TableFact]) -> CheckersPutRight:
    """The checkers as the director had them put, before the turn after those of `facts`.

    Who has gone or borne off his last checker is on turn again.
    """
    last = next(fact for fact in reversed(facts) if isinstance(fact, DiceShown | CheckersSet))
    side = last.side if isinstance(last, CheckersSet) else last.side.opponent
    return CheckersPutRight(game=event.game, side=side, position=event.position)


def _goes(fact: TableFact) -> bool:
    return isinstance(fact, ChoiceShown) and fact.choice is HoleChoice.GO


def cube_acted(event: Doubled) -> CubeActed:
    """How far the double at that side's turn has come."""
    step = _CUBE_STEPS[type(event)]
    return CubeActed(game=event.game, side=event.side, turn=event.turn, step=step, cube=event.cube)


def given_up(event: GivenUp) -> ResignationShown | EndShown:
    """How far the side's resignation, or its claim that the game is over, has come."""
    at: dict[str, Any] = {"game": event.game, "side": event.side}
    match event:
        case ev.EndClaimed():
            return EndShown(**at, step=EndStep.CLAIMED, ending=event.ending, left=event.left)
        case ev.EndRefused():
            return EndShown(**at, step=EndStep.REFUSED, ending=None, left=0)
        case _:
            ending = None if isinstance(event, ev.ResignationRefused) else event.ending
            return ResignationShown(**at, step=_RESIGNATION_STEPS[type(event)], ending=ending)
