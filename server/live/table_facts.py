"""Public facts made from a table's events, in the same way for either room.

Other modules decide if and when the facts are published.
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
    """Return the fact that says which side throws first, and by which opening throw."""
    return OpeningShown(game=event.game, side=event.side, dice=event.dice)


def dice_shown(event: Dice) -> DiceShown:
    """Return the fact that shows the dice of this event."""
    return DiceShown(
        game=event.game,
        side=event.side,
        turn=event.turn,
        dice=event.dice,
        opening=event.opening,
    )


def paper_dice_shown(game: int, roll: ev.PaperRoll) -> PaperDiceShown:
    """Return the fact that shows the dice of one turn of game `game`, played on paper."""
    return PaperDiceShown(
        game=game, side=roll.side, turn=roll.turn, dice=roll.dice, opening=roll.opening
    )


def play_shown(event: Played) -> PlayShown:
    """Return the fact that shows a finished play; a condoned play has no moves."""
    return PlayShown(
        game=event.game,
        side=event.side,
        turn=event.turn,
        moves=event.moves if isinstance(event, ev.PlayMade) else (),
        position=event.position,
        condoned=isinstance(event, ev.PlayCondoned),
    )


def play_ended(event: ev.TurnPlayed) -> PlayEnded:
    """Return the fact that says that a turn's play is finished, without its moves."""
    return PlayEnded(game=event.game, side=event.side, turn=event.turn)


def choice_shown(event: ev.ChoiceMade) -> ChoiceShown:
    """Return the fact that shows how the winner of a trou chose: to hold (tenir) or to go."""
    return ChoiceShown(game=event.game, side=event.side, turn=event.turn, choice=event.choice)


def points_shown(event: ev.PointsMarked) -> PointsShown:
    """Return the fact that shows the points of a throw and the score after the turn."""
    return PointsShown(
        game=event.game,
        side=event.side,
        turn=event.turn,
        marks=event.marks,
        score=TableScore(white=event.white, red=event.red),
    )


def is_won(points: ev.PointsMarked) -> bool:
    """Return True if after these points a side has the trou that ends a game of Trictrac."""
    return max(points.white.holes, points.red.holes) >= LAST_HOLE


def ends_turn(fact: TableFact) -> bool:
    """Return True if the fact ends a turn: it is a play, recorded or not, or the choice to go."""
    return isinstance(fact, PlayShown | PlayEnded) or _goes(fact)


def sets_anew(fact: TableFact) -> bool:
    """Return True if all checkers are set up again after this fact, and the same side throws again.

    This is so after the choice to go, and after a play that bears off the side's last checker.
    """
    borne_off = isinstance(fact, PlayShown) and fact.position.off(fact.side) == CHECKERS
    return borne_off or _goes(fact)


def checkers_set(facts: Sequence[TableFact], start: Position | None) -> CheckersSet | None:
    """Return the fact to add if a table's checkers have been set up again, else None.

    Call this only once it is known that the game continues. `start` is the position to be set up;
    if it is None, positions are not recorded, and the result is None.
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
    """Return the fact that shows the corrected checkers and the side on turn.

    The side on turn is the opponent of the side that threw last in `facts`. But if the side that
    threw last then bore off its last checker, or chose to go, it is on turn itself.
    """
    last = next(fact for fact in reversed(facts) if isinstance(fact, DiceShown | CheckersSet))
    side = last.side if isinstance(last, CheckersSet) else last.side.opponent
    return CheckersPutRight(game=event.game, side=side, position=event.position)


def _goes(fact: TableFact) -> bool:
    return isinstance(fact, ChoiceShown) and fact.choice is HoleChoice.GO


def cube_acted(event: Doubled) -> CubeActed:
    """Return the fact that shows that a double was offered, taken or passed."""
    step = _CUBE_STEPS[type(event)]
    return CubeActed(game=event.game, side=event.side, turn=event.turn, step=step, cube=event.cube)


def given_up(event: GivenUp) -> ResignationShown | EndShown:
    """Return the fact that shows a step of a resignation, or of a claim that the game is over."""
    at: dict[str, Any] = {"game": event.game, "side": event.side}
    match event:
        case ev.EndClaimed():
            return EndShown(**at, step=EndStep.CLAIMED, ending=event.ending, left=event.left)
        case ev.EndRefused():
            return EndShown(**at, step=EndStep.REFUSED, ending=None, left=0)
        case _:
            ending = None if isinstance(event, ev.ResignationRefused) else event.ending
            return ResignationShown(**at, step=_RESIGNATION_STEPS[type(event)], ending=ending)
