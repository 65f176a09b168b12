"""Ruling 12 stated a second time, from the log alone, and held against what an embargo tells."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules import events as ev
from rules.dice import Roll
from rules.games.game import HoleChoice
from rules.position import CHECKERS, Side
from rules.room import Room
from server.live import facts as fx

OPEN_FACTS = (
    ev.ChoiceMade
    | ev.PointsMarked
    | ev.PlayMade
    | ev.PlayCondoned
    | ev.DoubleOffered
    | ev.DoubleTaken
    | ev.DoublePassed
    | ev.ResignationOffered
    | ev.ResignationRefused
    | ev.GameResigned
    | ev.GameFinished
)
Thrown = ev.RollThrown | ev.RollCorrected
Key = tuple[Side, int]


@dataclass(frozen=True, kw_only=True)
class SetAnew(ev.GameEvent):
    """No event: what follows from going and from the last checker off."""

    side: Side
    turn: int


@dataclass
class Attempt:
    """One attempt at one game: what the open room did and still stands, what the closed has done.

    `published` counts the public facts; `frozen` is how many were not when the closed ended.
    """

    stands: list[ev.GameEvent] = field(default_factory=list)
    given: dict[Key, Roll] = field(default_factory=dict)
    decided: set[Key] = field(default_factory=set)
    played: set[Key] = field(default_factory=set)
    ended: set[Room] = field(default_factory=set)
    published: int = 0
    frozen: int = 0

    def hear(self, event: ev.GameEvent) -> None:
        if isinstance(event, ev.RollReleased):
            self.given[event.side, event.turn] = event.dice
        elif isinstance(event, ev.RoomEvent) and event.room is Room.CLOSED:
            self._hear_closed(event)
        else:
            self._hear_open(event)

    def _hear_closed(self, event: ev.RoomEvent) -> None:
        if isinstance(event, ev.TurnReady | ev.DoubleTaken | ev.DoublePassed):
            self.decided.add((event.side, event.turn))
        if ends_turn(event):
            assert isinstance(event, ev.TurnEvent)
            self.played.add((event.side, event.turn))
        if isinstance(event, ev.GameFinished):
            self.ended.add(Room.CLOSED)
            self.frozen = len(self.stands) - self.published

    def _hear_open(self, event: ev.GameEvent) -> None:
        if isinstance(event, ev.OpeningTied | ev.OpeningDecided):
            self.stands.clear()
        if isinstance(event, ev.OpeningDecided):
            self.stands.append(event)
        if isinstance(event, ev.RollThrown) and not event.tail:
            self.stands.append(event)
        if isinstance(event, ev.RollCorrected):
            self._replace_last_throw(event)
        if isinstance(event, OPEN_FACTS):
            self.stands.append(event)
        if isinstance(event, ev.PointsMarked) and max(event.white.holes, event.red.holes) < 12:
            self._set_anew(event)
        if isinstance(event, ev.GameFinished):
            self.ended.add(Room.OPEN)

    def _set_anew(self, event: ev.PointsMarked) -> None:
        """After going, or the last checker off, all checkers are back where they began."""
        ended = next((each for each in reversed(self.stands) if ends_turn(each)), None)
        if ended is not None and sets_anew(ended):
            assert isinstance(ended, ev.TurnEvent)
            assert (ended.side, ended.turn) == (event.side, event.turn)
            at = {"game": event.game, "attempt": event.attempt, "turn": ended.turn}
            self.stands.append(SetAnew(**at, side=ended.side))

    def _replace_last_throw(self, event: ev.RollCorrected) -> None:
        throws = [place for place, fact in enumerate(self.stands) if isinstance(fact, Thrown)]
        last = self.stands[throws[-1]]
        assert isinstance(last, Thrown)
        if (last.side, last.turn) != (event.side, event.turn) and not event.opening:
            return
        after = self.stands[throws[-1] + 1 :] if Room.OPEN in self.ended else []
        self.stands[throws[-1] :] = [event, *after]

    def may_be_published(self, place: int) -> bool:
        """Whether the fact standing there may be public now."""
        if self.ended == set(Room):
            return True
        if Room.CLOSED in self.ended:
            return place < len(self.stands) - self.frozen and not self._may_be_corrected(place)
        return self._passed_by_the_closed_room(place)

    def _passed_by_the_closed_room(self, place: int) -> bool:
        fact = self.stands[place]
        match fact:
            case ev.OpeningDecided():
                return (fact.side, 1) in self.given
            case ev.RollThrown() | ev.RollCorrected():
                given = self.given.get((fact.side, fact.turn))
                assert given is None or given == fact.dice
                return given is not None
            case (
                ev.ChoiceMade() | ev.PlayMade() | ev.PlayCondoned() | ev.PointsMarked() | SetAnew()
            ):
                return (fact.side, fact.turn) in self.played
            case ev.DoubleOffered() | ev.DoubleTaken() | ev.DoublePassed():
                return (fact.side, fact.turn) in self.decided
            case ev.GameFinished():
                return self._passed_by_the_closed_room(place - 1)
            case _:
                return self._resignation_passed(place)

    def _resignation_passed(self, place: int) -> bool:
        """Between throw and play it belongs to the play, else to the decision that follows."""
        doubles = ev.DoubleOffered | ev.DoubleTaken
        before = [
            fact
            for fact in self.stands[:place]
            if ends_turn(fact) or isinstance(fact, ev.OpeningDecided | Thrown | doubles)
        ]
        last = before[-1]
        if isinstance(last, ev.OpeningDecided):
            return (last.side, 1) in self.given
        if isinstance(last, Thrown):
            return (last.side, last.turn) in self.played
        if isinstance(last, doubles):
            return (last.side, last.turn) in self.decided
        assert isinstance(last, ev.PlayMade | ev.PlayCondoned | ev.ChoiceMade)
        next_side = last.side if sets_anew(last) else last.side.opponent
        own = [f.turn for f in before if isinstance(f, Thrown) and f.side is next_side]
        return (next_side, max(own, default=0) + 1) in self.decided

    def _may_be_corrected(self, place: int) -> bool:
        if Room.OPEN in self.ended:
            return False
        throws = [at for at, fact in enumerate(self.stands) if isinstance(fact, Thrown)]
        if not throws:
            return True
        doubled = any(isinstance(f, ev.DoubleOffered) for f in self.stands[throws[-1] + 1 :])
        return place >= throws[-1] and not doubled


def ends_turn(event: ev.GameEvent) -> bool:
    """A play, or going instead of one (ruling 25)."""
    goes = isinstance(event, ev.ChoiceMade) and event.choice is HoleChoice.GO
    return goes or isinstance(event, ev.PlayMade | ev.PlayCondoned)


def sets_anew(event: ev.GameEvent) -> bool:
    """Going, or the last checker off: the same side throws again (ruling 25)."""
    if isinstance(event, ev.PlayMade | ev.PlayCondoned):
        return event.position.off(event.side) == CHECKERS
    return isinstance(event, ev.ChoiceMade)


def is_same(fact: fx.PublicFact, event: ev.GameEvent) -> bool:
    """Whether a public fact tells just that event of the open room."""
    match fact, event:
        case fx.OpeningShown(), ev.OpeningDecided():
            return (fact.side, fact.dice) == (event.side, event.dice)
        case fx.ChoiceShown(), ev.ChoiceMade():
            same = (fact.side, fact.turn) == (event.side, event.turn)
            return same and fact.choice is event.choice
        case fx.CheckersSet(), SetAnew():
            return (fact.side, fact.turn) == (event.side, event.turn)
        case fx.PointsShown(), ev.PointsMarked():
            same = (fact.side, fact.turn, fact.marks) == (event.side, event.turn, event.marks)
            return same and (fact.score.white, fact.score.red) == (event.white, event.red)
        case fx.DiceShown(), ev.RollThrown() | ev.RollCorrected():
            return (fact.side, fact.turn, fact.dice) == (event.side, event.turn, event.dice)
        case fx.PlayShown(), ev.PlayMade() | ev.PlayCondoned():
            same = (fact.side, fact.turn, fact.position) == (event.side, event.turn, event.position)
            return same and fact.condoned == isinstance(event, ev.PlayCondoned)
        case fx.CubeActed(), ev.DoubleOffered() | ev.DoubleTaken() | ev.DoublePassed():
            return (fact.side, fact.turn, fact.cube) == (event.side, event.turn, event.cube)
        case fx.ResignationShown(), (
            ev.ResignationOffered() | ev.ResignationRefused() | ev.GameResigned()
        ):
            return fact.side is event.side
        case fx.OpenGameFinished(), ev.GameFinished():
            return (fact.result.loser, fact.result.left) == (event.loser, event.left)
        case _:
            return False


def check_published(facts: Sequence[fx.PublicFact], attempt: Attempt) -> None:
    """Hold the table facts of one event against the attempt as the log tells it by then."""
    for fact in facts:
        if isinstance(fact, fx.TableFact):
            assert attempt.published < len(attempt.stands), f"told what does not stand: {fact}"
            assert is_same(fact, attempt.stands[attempt.published]), f"not next in order: {fact}"
            assert attempt.may_be_published(attempt.published), f"told too early: {fact}"
            attempt.published += 1
    due = attempt.published < len(attempt.stands) and attempt.may_be_published(attempt.published)
    assert not due, f"withheld: {attempt.stands[attempt.published]}"
