"""What the open room did in one attempt at one game, and when each step of it may be told.

Every step waits at a gate: the thing the closed room must have done first (ruling 12).
"""

from dataclasses import dataclass, replace
from enum import Enum

from rules import events as ev
from rules.duplicate.state import RoomResult, TurnKey
from rules.position import Position
from rules.side import Side
from server.live.facts import (
    CubeActed,
    CubeStep,
    DiceShown,
    OpenGameFinished,
    PlayShown,
    ResignationShown,
    ResignationStep,
    TableFact,
    TurnTakenBack,
)


class Deed(Enum):
    """What the closed room must have done about a turn."""

    DECIDED = "decided"
    GIVEN_DICE = "given-dice"
    PLAYED = "played"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Gate:
    """A deed of the closed room; one without a turn is the end of its game."""

    deed: Deed
    key: TurnKey | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """Something the open room did, and what the public's hearing of it waits for."""

    fact: TableFact
    gate: Gate


AT_THE_END = Gate(Deed.FINISHED)

_CUBE_STEPS = {
    ev.DoubleOffered: CubeStep.OFFERED,
    ev.DoubleTaken: CubeStep.TAKEN,
    ev.DoublePassed: CubeStep.PASSED,
}


class OpenTable:
    """The open room's steps in their order; `told` of them are public and cannot be taken back."""

    def __init__(self, start: Position) -> None:
        self.steps: list[Step] = []
        self.told = 0
        self.over = False
        self._start = start

    def take(self, event: ev.GameEvent) -> None:
        """Add what the open room did, or mend what it is to have done after a correction."""
        match event:
            case ev.OpeningTied():
                del self.steps[self.told :]
            case ev.RollThrown(tail=False):
                self._throw(event)
            case ev.RollCorrected():
                self._correct(event)
            case ev.TurnReopened():
                self._reopen(event)
            case ev.PlayMade() | ev.PlayCondoned():
                self._play(event)
            case ev.DoubleOffered() | ev.DoubleTaken() | ev.DoublePassed():
                self._cube(event)
            case ev.ResignationOffered() | ev.GameResigned() | ev.ResignationRefused():
                self._resign(event)

    def finish(self, game: int, result: RoomResult, by_director: bool) -> None:
        """End the game; a played result is told with what led to it, another at the end."""
        fact = OpenGameFinished(game=game, result=result)
        if self.over and self.told < len(self.steps):
            self.steps[-1] = replace(self.steps[-1], fact=fact)
        elif not self.over:
            gate = AT_THE_END if by_director else self.steps[-1].gate
            self.steps.append(Step(fact, gate))
        self.over = True

    @property
    def settled(self) -> int:
        """How many steps no correction of dice can reach any more.

        Dice can be put right until the next throw, a double or the end (ruling 9).
        """
        place = self._last_throw()
        later = self.steps[place + 1 :]
        doubled = any(isinstance(step.fact, CubeActed) for step in later)
        return len(self.steps) if self.over or doubled or place < 0 else place

    def _throw(self, event: ev.RollThrown | ev.RollCorrected) -> None:
        key = TurnKey(event.side, event.turn)
        dice = DiceShown(
            game=event.game,
            side=event.side,
            turn=event.turn,
            dice=event.dice,
            opening=event.opening,
        )
        self.steps.append(Step(dice, Gate(Deed.GIVEN_DICE, key)))

    def _correct(self, event: ev.RollCorrected) -> None:
        """Put the latest throw right; what was played with the wrong dice goes with them."""
        place = self._last_throw()
        if place < self.told or not self._is_of(place, event):
            return
        later = self.steps[place + 1 :] if self.over else []
        del self.steps[place:]
        self._throw(event)
        self.steps += later

    def _is_of(self, place: int, event: ev.RollCorrected) -> bool:
        thrown = self.steps[place].fact
        assert isinstance(thrown, DiceShown)
        same_turn = (thrown.side, thrown.turn) == (event.side, event.turn)
        return thrown.opening if event.opening else same_turn

    def _reopen(self, event: ev.TurnReopened) -> None:
        place = self._last_throw()
        del self.steps[max(self.told, place + 1) :]
        if len(self.steps) == place + 1:
            return
        again = TurnTakenBack(
            game=event.game,
            side=event.side,
            turn=event.turn,
            position=self._position_before(place),
        )
        self.steps.append(Step(again, self.steps[-1].gate))

    def _play(self, event: ev.PlayMade | ev.PlayCondoned) -> None:
        condoned = isinstance(event, ev.PlayCondoned)
        play = PlayShown(
            game=event.game,
            side=event.side,
            turn=event.turn,
            moves=() if isinstance(event, ev.PlayCondoned) else event.moves,
            position=event.position,
            condoned=condoned,
        )
        self.steps.append(Step(play, Gate(Deed.PLAYED, TurnKey(event.side, event.turn))))

    def _cube(self, event: ev.DoubleOffered | ev.DoubleTaken | ev.DoublePassed) -> None:
        fact = CubeActed(
            game=event.game,
            side=event.side,
            turn=event.turn,
            step=_CUBE_STEPS[type(event)],
            cube=event.cube,
        )
        self.steps.append(Step(fact, Gate(Deed.DECIDED, TurnKey(event.side, event.turn))))

    def _resign(
        self, event: ev.ResignationOffered | ev.GameResigned | ev.ResignationRefused
    ) -> None:
        ending = None if isinstance(event, ev.ResignationRefused) else event.ending
        fact = ResignationShown(
            game=event.game, side=event.side, step=_step_of(event), ending=ending
        )
        self.steps.append(Step(fact, self._gate_here()))

    def _gate_here(self) -> Gate:
        """A resignation belongs to the play under way or to the decision before the next throw."""
        place = self._last_throw()
        thrown = self.steps[place].fact
        assert isinstance(thrown, DiceShown)
        key = TurnKey(thrown.side, thrown.turn)
        if not self._is_played(place):
            return Gate(Deed.PLAYED, key)
        opponent = key.side.opponent
        return Gate(Deed.DECIDED, TurnKey(opponent, self._turns_of(opponent) + 1))

    def _is_played(self, place: int) -> bool:
        later = (step.fact for step in self.steps[place:])
        last = [fact for fact in later if isinstance(fact, PlayShown | TurnTakenBack)]
        return bool(last) and isinstance(last[-1], PlayShown)

    def _turns_of(self, side: Side) -> int:
        thrown = (step.fact for step in self.steps if isinstance(step.fact, DiceShown))
        return max((fact.turn for fact in thrown if fact.side is side), default=0)

    def _last_throw(self) -> int:
        """Where the latest throw stands among the steps, -1 before the first."""
        for place in range(len(self.steps) - 1, -1, -1):
            if isinstance(self.steps[place].fact, DiceShown):
                return place
        return -1

    def _position_before(self, place: int) -> Position:
        for step in reversed(self.steps[:place]):
            if isinstance(step.fact, PlayShown | TurnTakenBack):
                return step.fact.position
        return self._start


def _step_of(
    event: ev.ResignationOffered | ev.GameResigned | ev.ResignationRefused,
) -> ResignationStep:
    match event:
        case ev.ResignationOffered():
            return ResignationStep.OFFERED
        case ev.GameResigned():
            return ResignationStep.ACCEPTED
        case ev.ResignationRefused():
            return ResignationStep.REFUSED
