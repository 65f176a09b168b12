"""Facts read off a list of events alone, without the state machine that made them."""

from collections.abc import Iterable, Sequence
from typing import TypeGuard

from rules import events as ev
from rules.dice import Roll
from rules.games.game import HoleChoice
from rules.position import CHECKERS, Side
from rules.room import Room

_TurnsEnd = ev.PlayMade | ev.PlayCondoned | ev.TurnPlayed | ev.ChoiceMade
Key = tuple[int, int, Side, int]
"""Game, attempt, side, turn."""


def key_of(event: ev.RollEvent | ev.TurnEvent) -> Key:
    return (event.game, event.attempt, event.side, event.turn)


def thrown_dice(history: Iterable[ev.Event]) -> dict[Key, Roll]:
    """The dice each turn ended up with in the open room, corrections included."""
    dice: dict[Key, Roll] = {}
    for event in history:
        if isinstance(event, ev.RollCorrected) and event.opening:
            for side in Side:
                dice.pop((event.game, event.attempt, side, 1), None)
        if isinstance(event, ev.OpeningTied):
            for side in Side:
                dice.pop((event.game, event.attempt, side, 1), None)
        if isinstance(event, ev.RollThrown | ev.RollCorrected):
            dice[key_of(event)] = event.dice
    return dice


def released_dice(history: Iterable[ev.Event]) -> dict[Key, Roll]:
    """The dice the closed room was given."""
    return {key_of(e): e.dice for e in history if isinstance(e, ev.RollReleased)}


def check_releases(history: Sequence[ev.Event]) -> None:
    """Ruling 7, release by release, from the events before it."""
    attempts: dict[tuple[int, int], list[ev.GameEvent]] = {}
    for event in history:
        if not isinstance(event, ev.GameEvent):
            continue
        before = attempts.setdefault((event.game, event.attempt), [])
        if isinstance(event, ev.RollReleased):
            _check_counted(before, event)
            _check_opponents_play(before, event)
            _check_asked_for(before, event)
        before.append(event)


def _check_counted(before: Sequence[ev.GameEvent], released: ev.RollReleased) -> None:
    dice, counted = None, False
    for event in before:
        if not isinstance(event, ev.RollEvent) or key_of(event) != key_of(released):
            continue
        assert not isinstance(event, ev.RollReleased), "released twice"
        if isinstance(event, ev.RollThrown | ev.RollCorrected):
            dice, counted = event.dice, False
        elif isinstance(event, ev.RollCounted):
            counted = True
    assert counted, f"released before it counted: {released}"
    assert dice == released.dice, f"other dice than the open room's: {released}"


def _check_opponents_play(before: Sequence[ev.GameEvent], released: ev.RollReleased) -> None:
    releases = [e for e in before if isinstance(e, ev.RollReleased)]
    finished = [e for e in before if _ends_a_turn(e) and e.room is Room.CLOSED]
    assert [key_of(e) for e in finished] == [key_of(e) for e in releases], (
        f"released before the opponent's play was stored: {released}"
    )
    if releases:
        assert _throws_after(finished[-1]) is released.side
    earlier = [e for e in releases if e.side is released.side]
    assert released.turn == len(earlier) + 1


def _ends_a_turn(event: ev.GameEvent) -> TypeGuard[_TurnsEnd]:
    if isinstance(event, ev.ChoiceMade):
        return event.choice is HoleChoice.GO
    return isinstance(event, ev.PlayMade | ev.PlayCondoned | ev.TurnPlayed)


def _throws_after(finished: _TurnsEnd) -> Side:
    """The opponent; the same side again after going, and in Trictrac after its last checker off.

    A game without points is over with that checker, so nobody throws after it.
    """
    if isinstance(finished, ev.TurnPlayed):
        return finished.side.opponent
    if isinstance(finished, ev.ChoiceMade) or finished.position.off(finished.side) == CHECKERS:
        return finished.side
    return finished.side.opponent


def _check_asked_for(before: Sequence[ev.GameEvent], released: ev.RollReleased) -> None:
    if not any(isinstance(e, ev.RollReleased) for e in before):
        players = {e.side for e in before if isinstance(e, ev.PlayerSet)}
        assert players == set(Side), f"opening released before both players were set: {released}"
        return
    asked = [
        e
        for e in before
        if isinstance(e, ev.TurnReady | ev.DoubleTaken)
        and e.room is Room.CLOSED
        and key_of(e) == key_of(released)
    ]
    assert asked, f"released before READY or a taken double: {released}"
