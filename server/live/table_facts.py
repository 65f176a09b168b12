"""Public facts out of a table's events, the same for either room; whether to tell them is no
business of this module."""

from rules import events as ev
from server.live.facts import (
    CubeActed,
    CubeStep,
    DiceShown,
    PlayShown,
    ResignationShown,
    ResignationStep,
)

Dice = ev.RollThrown | ev.RollCorrected | ev.RollReleased
Played = ev.PlayMade | ev.PlayCondoned
Doubled = ev.DoubleOffered | ev.DoubleTaken | ev.DoublePassed
Resigned = ev.ResignationOffered | ev.ResignationRefused | ev.GameResigned

_CUBE_STEPS = {
    ev.DoubleOffered: CubeStep.OFFERED,
    ev.DoubleTaken: CubeStep.TAKEN,
    ev.DoublePassed: CubeStep.PASSED,
}
_RESIGNATION_STEPS = {
    ev.ResignationOffered: ResignationStep.OFFERED,
    ev.ResignationRefused: ResignationStep.REFUSED,
    ev.GameResigned: ResignationStep.ACCEPTED,
}


def dice_shown(event: Dice) -> DiceShown:
    """The dice as they lie on a table."""
    return DiceShown(
        game=event.game,
        side=event.side,
        turn=event.turn,
        dice=event.dice,
        opening=event.opening,
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


def cube_acted(event: Doubled) -> CubeActed:
    """How far the double at that side's turn has come."""
    step = _CUBE_STEPS[type(event)]
    return CubeActed(game=event.game, side=event.side, turn=event.turn, step=step, cube=event.cube)


def resignation_shown(event: Resigned) -> ResignationShown:
    """How far the side's resignation has come."""
    ending = None if isinstance(event, ev.ResignationRefused) else event.ending
    step = _RESIGNATION_STEPS[type(event)]
    return ResignationShown(game=event.game, side=event.side, step=step, ending=ending)
