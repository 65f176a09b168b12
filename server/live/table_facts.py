"""Public facts made from a table's events, the same for either room.

Whether they are published is decided elsewhere.
"""

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
    """Return the side that throws first, and the dice that decided it."""
    return OpeningShown(game=event.game, side=event.side, dice=event.dice)


def dice_shown(event: Dice) -> DiceShown:
    """Return the dice on a table."""
    return DiceShown(
        game=event.game,
        side=event.side,
        turn=event.turn,
        dice=event.dice,
        opening=event.opening,
    )


def paper_dice_shown(game: int, roll: ev.PaperRoll) -> PaperDiceShown:
    """Return the dice of a slip."""
    return PaperDiceShown(
        game=game, side=roll.side, turn=roll.turn, dice=roll.dice, opening=roll.opening
    )


def play_shown(event: Played) -> PlayShown:
    """Return the finished play; a condoned one has no moves."""
    return PlayShown(
        game=event.game,
        side=event.side,
        turn=event.turn,
        moves=event.moves if isinstance(event, ev.PlayMade) else (),
        position=event.position,
        condoned=isinstance(event, ev.PlayCondoned),
    )


def play_ended(event: ev.TurnPlayed) -> PlayEnded:
    """Return the end of a play that nobody recorded."""
    return PlayEnded(game=event.game, side=event.side, turn=event.turn)


def choice_shown(event: ev.ChoiceMade) -> ChoiceShown:
    """Return the choice to hold or to go."""
    return ChoiceShown(game=event.game, side=event.side, turn=event.turn, choice=event.choice)


def points_shown(event: ev.PointsMarked) -> PointsShown:
    """Return the throw's marks and the score after the turn."""
    return PointsShown(
        game=event.game,
        side=event.side,
        turn=event.turn,
        marks=event.marks,
        score=TableScore(white=event.white, red=event.red),
    )


def is_won(points: ev.PointsMarked) -> bool:
    """Return True if a side has the hole that ends the game."""
    return max(points.white.holes, points.red.holes) >= LAST_HOLE


def ends_turn(fact: TableFact) -> bool:
    """Return True if the fact ends a turn: a play, recorded or not, or going instead."""
    return isinstance(fact, PlayShown | PlayEnded) or _goes(fact)


def sets_anew(fact: TableFact) -> bool:
    """Return True if checkers are set anew: after going, or after the last checker is borne off.

    The same side then throws again.
    """
    borne_off = isinstance(fact, PlayShown) and fact.position.off(fact.side) == CHECKERS
    return borne_off or _goes(fact)


def checkers_set(facts: Sequence[TableFact], start: Position | None) -> CheckersSet | None:
    """Return the fact to add when a table's checkers have been set anew; None for none.

    To be called once the game is known to be continued. Always None without positions, where
    `start` is None.
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
    """Return the corrected checkers, with the side on turn after the last turn of `facts`.

    After a side bears off its last checker or chooses s'en aller, the next turn is its own.
    """
    last = next(fact for fact in reversed(facts) if isinstance(fact, DiceShown | CheckersSet))
    side = last.side if isinstance(last, CheckersSet) else last.side.opponent
    return CheckersPutRight(game=event.game, side=side, position=event.position)


def _goes(fact: TableFact) -> bool:
    return isinstance(fact, ChoiceShown) and fact.choice is HoleChoice.GO


def cube_acted(event: Doubled) -> CubeActed:
    """Return the step of the double at that side's turn."""
    step = _CUBE_STEPS[type(event)]
    return CubeActed(game=event.game, side=event.side, turn=event.turn, step=step, cube=event.cube)


def given_up(event: GivenUp) -> ResignationShown | EndShown:
    """Return the step of the side's resignation, or of its claim that the game is over."""
    at: dict[str, Any] = {"game": event.game, "side": event.side}
    match event:
        case ev.EndClaimed():
            return EndShown(**at, step=EndStep.CLAIMED, ending=event.ending, left=event.left)
        case ev.EndRefused():
            return EndShown(**at, step=EndStep.REFUSED, ending=None, left=0)
        case _:
            ending = None if isinstance(event, ev.ResignationRefused) else event.ending
            return ResignationShown(**at, step=_RESIGNATION_STEPS[type(event)], ending=ending)
