"""What happened in each room in one attempt at one game, and when the public may learn it.

A step is a public fact about a table: dice, a play, a double and the like. Every step of the open
room names what the closed room must have done before the step is public (ruling 12). The closed
room's steps stay here, not public, until the game is over in both rooms.
"""

from dataclasses import dataclass, replace
from enum import Enum

from rules import events as ev
from rules.position import Position, Side
from rules.room import Room, RoomResult
from rules.tables.state import TurnKey
from server.live import table_facts as facts_of
from server.live.facts import (
    CheckersPutRight,
    CheckersSet,
    CubeActed,
    DiceShown,
    OpenGameFinished,
    OpeningShown,
    PlayShown,
    RollTakenBack,
    TableFact,
    TurnTakenBack,
)


class ClosedStep(Enum):
    """What the closed room must have done before a step of the open room is public.

    Three of the values name an action in one turn. The closed room has DECIDED when its player was
    ready for the roll, or when a double was answered. It is GIVEN_DICE when the roll is released to
    it. It has PLAYED when its play is stored. FINISHED means that the closed room's game is over.
    """

    DECIDED = "decided"
    GIVEN_DICE = "given-dice"
    PLAYED = "played"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class PublicAfter:
    """The closed room's action that must come before a step of the open room is public.

    `key` is the turn in which the action happens, or None if `what` is FINISHED.
    """

    what: ClosedStep
    key: TurnKey | None = None


@dataclass(frozen=True, slots=True)
class OpenRoomStep:
    """A fact about the open room, which must not be public before the closed room's `after`."""

    fact: TableFact
    after: PublicAfter


_Play = ev.ChoiceMade | ev.PlayMade | ev.PlayCondoned | ev.TurnPlayed | ev.PointsMarked
AT_THE_END = PublicAfter(ClosedStep.FINISHED)
_LEFT_LYING = PlayShown | CheckersSet | CheckersPutRight | TurnTakenBack | RollTakenBack


class OpenTable:
    """The open room's steps in order; the first `published` of them are public and must stay.

    The caller passes each event of the game to `take` and sets `published`. `start` is the position
    before the opening throw, or None if positions are not recorded.
    """

    def __init__(self, start: Position | None) -> None:
        self.steps: list[OpenRoomStep] = []
        self.published = 0
        self.over = False
        self._start = start
        self._counted: set[TurnKey] = set()

    def take(self, event: ev.GameEvent) -> None:
        """Add the step that this event makes, if any; a correction changes or removes steps."""
        match event:
            case ev.OpeningTied():
                self._tie()
            case ev.OpeningDecided():
                self._tie()
                first = TurnKey(event.side, 1)
                self._add(facts_of.opening_shown(event), PublicAfter(ClosedStep.GIVEN_DICE, first))
            case ev.RollThrown(tail=False):
                self._throw(event)
            case ev.RollCounted():
                self._counted.add(TurnKey(event.side, event.turn))
            case ev.RollCorrected():
                self._correct(event)
            case ev.PlayedOnPaper() if not self.over:
                for roll in event.rolls:
                    self._add(facts_of.paper_dice_shown(event.game, roll), AT_THE_END)
            case ev.TurnReopened():
                self._reopen(event)
            case _ if isinstance(event, _Play):
                self._play(event)
            case ev.DoubleOffered() | ev.DoubleTaken() | ev.DoublePassed():
                key = TurnKey(event.side, event.turn)
                self._add(facts_of.cube_acted(event), PublicAfter(ClosedStep.DECIDED, key))
            case _ if isinstance(event, facts_of.GivenUp):
                self._add(facts_of.given_up(event), self._after_what_is_known())
            case ev.PositionCorrected():
                self._set_anew()
                facts = [step.fact for step in self.steps]
                self._add(facts_of.checkers_put_right(event, facts), self.steps[-1].after)

    def finish(self, game: int, result: RoomResult, by_director: bool) -> None:
        """Add the game's result, or replace a result that is not public yet.

        A result from play waits for the same action of the closed room as the step before it does.
        A result that the director entered (`by_director`) waits for the end of the closed room's
        game.
        """
        fact = OpenGameFinished(game=game, result=result)
        if self.over and self.published < len(self.steps):
            self.steps[-1] = replace(self.steps[-1], fact=fact)
        else:
            self._add(fact, AT_THE_END if by_director else self.steps[-1].after)
        self.over = True

    @property
    def settled(self) -> int:
        """How many of the first steps can no longer be changed by a correction of dice.

        Dice can be corrected until the next throw, a double or the end of the game (ruling 9).
        """
        place = self._last_throw()
        later = self.steps[place + 1 :]
        doubled = any(isinstance(step.fact, CubeActed) for step in later)
        if self.over or doubled:
            return len(self.steps)
        return self._but_an_opening() if place < 0 else place

    @property
    def counted(self) -> int:
        """How many of the first steps depend only on dice that count (ruling 9)."""
        place = self._last_throw()
        if place < 0:
            return len(self.steps) if self.over else self._but_an_opening()
        counted = _key_of(self.steps[place].fact) in self._counted
        return len(self.steps) if counted else place

    def _but_an_opening(self) -> int:
        """Return how many of the first steps are certain, while no throw has to be played.

        In some games an opening throw only decides which side throws first. It can be corrected
        until the next throw. So if the first step is such an opening throw, only the steps that are
        public already are counted; otherwise all steps are counted.
        """
        opened = self.steps and isinstance(self.steps[0].fact, OpeningShown)
        return self.published if opened else len(self.steps)

    def _add(self, fact: TableFact, after: PublicAfter) -> None:
        self.steps.append(OpenRoomStep(fact, after))

    def _play(self, event: _Play) -> None:
        after = PublicAfter(ClosedStep.PLAYED, TurnKey(event.side, event.turn))
        match event:
            case ev.ChoiceMade():
                self._add(facts_of.choice_shown(event), after)
            case ev.PlayMade() | ev.PlayCondoned():
                self._add(facts_of.play_shown(event), after)
            case ev.TurnPlayed():
                self._add(facts_of.play_ended(event), after)
            case ev.PointsMarked():
                self._add(facts_of.points_shown(event), after)
                if not facts_of.is_won(event):
                    self._set_anew()

    def _set_anew(self) -> None:
        again = facts_of.checkers_set([step.fact for step in self.steps], self._start)
        if again is not None:
            self._add(again, PublicAfter(ClosedStep.PLAYED, TurnKey(again.side, again.turn)))

    def _throw(self, event: ev.RollThrown | ev.RollCorrected) -> None:
        """Add the step that shows the event's dice.

        If the step before is a RollTakenBack that is not public yet, that step becomes public
        together with these dice.
        """
        self._set_anew()
        after = PublicAfter(ClosedStep.GIVEN_DICE, TurnKey(event.side, event.turn))
        waiting = self.published < len(self.steps)
        if waiting and isinstance(self.steps[-1].fact, RollTakenBack):
            self.steps[-1] = replace(self.steps[-1], after=after)
        self._add(facts_of.dice_shown(event), after)

    def _tie(self) -> None:
        """Remove the opening throw, which was a tie; the next opening throw counts."""
        del self.steps[self.published :]
        place = self._last_throw()
        if place >= 0:
            self._take_back(place)

    def _correct(self, event: ev.RollCorrected) -> None:
        """Correct the latest throw, and remove the steps that were made with the wrong dice."""
        place = self._last_throw()
        if place < 0 or not self._is_of(place, event):
            return
        later = self.steps[place + 1 :] if self.over else []
        self._counted.discard(_key_of(self.steps[place].fact))
        del self.steps[max(self.published, place) :]
        if place < self.published:
            self._take_back(place)
        self._throw(event)
        self.steps += later

    def _take_back(self, place: int) -> None:
        thrown = self.steps[place].fact
        assert isinstance(thrown, DiceShown)
        back = RollTakenBack(
            game=thrown.game,
            side=thrown.side,
            turn=thrown.turn,
            position=self._position_before(place),
            opening=thrown.opening,
        )
        self._counted.discard(_key_of(thrown))
        self._add(back, AT_THE_END)

    def _is_of(self, place: int, event: ev.RollCorrected) -> bool:
        thrown = self.steps[place].fact
        assert isinstance(thrown, DiceShown)
        same_turn = (thrown.side, thrown.turn) == (event.side, event.turn)
        return thrown.opening if event.opening else same_turn

    def _reopen(self, event: ev.TurnReopened) -> None:
        place, self.over = self._last_throw(), False
        del self.steps[max(self.published, place + 1) :]
        if len(self.steps) == place + 1:
            return
        again = TurnTakenBack(
            game=event.game,
            side=event.side,
            turn=event.turn,
            position=self._position_before(place),
        )
        self._add(again, self.steps[-1].after)

    def _after_what_is_known(self) -> PublicAfter:
        """Return the action of the closed room after which an end in the open room may be public.

        The end is a resignation, or a claim that the game is over.

        If the latest throw of the open room is not played yet, the action is the closed room's play
        of that turn. If it is played, the action is the closed room's decision before the next
        throw. Before the first throw, it is the action after which the open
        room's first throw may be public.
        """
        place = self._last_throw()
        if place < 0:
            return self.steps[0].after
        key = _key_of(self.steps[place].fact)
        end = self._end_of_turn(place)
        if end is None:
            return PublicAfter(ClosedStep.PLAYED, key)
        side = key.side if facts_of.sets_anew(end) else key.side.opponent
        return PublicAfter(ClosedStep.DECIDED, TurnKey(side, self._turns_of(side) + 1))

    def _end_of_turn(self, place: int) -> TableFact | None:
        """Return the fact that ended the turn whose dice are at index `place` of the steps.

        Return None if the turn has not ended, or was taken back.
        """
        for step in reversed(self.steps[place:]):
            if facts_of.ends_turn(step.fact):
                return step.fact
            if isinstance(step.fact, TurnTakenBack):
                return None
        return None

    def _turns_of(self, side: Side) -> int:
        turns = 0
        for step in self.steps:
            match step.fact:
                case DiceShown(side=thrower, turn=turn) if thrower is side:
                    turns = turn
                case RollTakenBack(side=thrower, turn=turn) if thrower is side:
                    turns = turn - 1
        return turns

    def _last_throw(self) -> int:
        """Return the index of the last step that shows dice.

        Return -1 if there is no such step, or if its dice were taken back.
        """
        for place in range(len(self.steps) - 1, -1, -1):
            if isinstance(self.steps[place].fact, RollTakenBack):
                return -1
            if isinstance(self.steps[place].fact, DiceShown):
                return place
        return -1

    def _position_before(self, place: int) -> Position | None:
        for step in reversed(self.steps[:place]):
            if isinstance(step.fact, _LEFT_LYING):
                return step.fact.position
        return self._start


def _key_of(thrown: TableFact) -> TurnKey:
    assert isinstance(thrown, DiceShown)
    return TurnKey(thrown.side, thrown.turn)


class ClosedTable:
    """The closed room's steps in order; they are not public while one of the rooms still plays.

    `start` is the position before the opening throw, or None if positions are not recorded.
    """

    def __init__(self, start: Position | None) -> None:
        self.steps: list[TableFact] = []
        self._start = start
        self._over = False
        self._not_given: dict[TurnKey, ev.PaperRoll] = {}

    def take(self, event: ev.GameEvent) -> None:
        """Add the step that this event makes in the closed room, such as dice released to it.

        Events of the open room are ignored, except throws.
        """
        if isinstance(event, ev.RoomEvent) and event.room is not Room.CLOSED:
            return
        match event:
            case ev.RollThrown() | ev.RollCorrected():
                self._await(event)
            case ev.GameFinished():
                self._over = True
            case ev.PlayedOnPaper() if not self._over:
                for roll in (*self._not_given.values(), *event.rolls):
                    self.steps.append(facts_of.paper_dice_shown(event.game, roll))
            case ev.RollReleased():
                self._not_given.pop(TurnKey(event.side, event.turn), None)
                self._set_anew()
                self.steps.append(facts_of.dice_shown(event))
            case ev.ChoiceMade():
                self.steps.append(facts_of.choice_shown(event))
            case ev.PlayMade() | ev.PlayCondoned():
                self.steps.append(facts_of.play_shown(event))
            case ev.TurnPlayed():
                self.steps.append(facts_of.play_ended(event))
            case ev.PointsMarked():
                self.steps.append(facts_of.points_shown(event))
                if not facts_of.is_won(event):
                    self._set_anew()
            case ev.DoubleOffered() | ev.DoubleTaken() | ev.DoublePassed():
                self.steps.append(facts_of.cube_acted(event))
            case _ if isinstance(event, facts_of.GivenUp):
                self.steps.append(facts_of.given_up(event))
            case ev.PositionCorrected():
                self._set_anew()
                self.steps.append(facts_of.checkers_put_right(event, self.steps))

    def _await(self, event: ev.RollThrown | ev.RollCorrected) -> None:
        """Note a throw of the open room that was not released to the closed room yet.

        If boards fail and the closed room plays on with dice from paper, it plays these throws
        first.
        """
        if event.opening:
            self._not_given.clear()
        key = TurnKey(event.side, event.turn)
        self._not_given[key] = ev.PaperRoll(
            side=event.side, turn=event.turn, dice=event.dice, opening=event.opening
        )

    def _set_anew(self) -> None:
        again = facts_of.checkers_set(self.steps, self._start)
        if again is not None:
            self.steps.append(again)
