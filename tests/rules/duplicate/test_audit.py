"""What a match's events prove afterwards."""

import functools
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from rules import events as ev
from rules.dice import Roll
from rules.duplicate.audit import Audit, LedgerFault, audit
from rules.games.backgammon import BACKGAMMON
from tests.support.rooms import Rooms, Temper, started

SEEDS = range(4)


@functools.cache
def played(seed: int, *, tail_drawn: bool = True) -> Sequence[ev.Event]:
    """A whole match at random, with voided games, corrections and ties."""
    rooms = Rooms.seated(BACKGAMMON, seed, Temper(mischief=0.1, resign=0.02), tail_drawn=tail_drawn)
    rooms.play_to_the_end()
    return (started(), *rooms.history)


def altered(events: Sequence[ev.Event], index: int, event: ev.Event) -> list[ev.Event]:
    """The same with one event replaced."""
    return [*events[:index], event, *events[index + 1 :]]


def places(events: Sequence[ev.Event], kind: type[ev.Event]) -> list[int]:
    return [place for place, event in enumerate(events) if isinstance(event, kind)]


def other(dice: Roll) -> Roll:
    return Roll(dice.first % 6 + 1, dice.second)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_match_the_rules_allow_is_sound_and_each_roll_given_is_counted(seed: int) -> None:
    events = played(seed)
    seen = audit(events)
    assert seen.findings == ()
    assert seen.given == len(places(events, ev.RollReleased)) > 20


def test_drawn_rolls_are_told_from_thrown_ones() -> None:
    drawn = [audit(played(seed)).drawn for seed in SEEDS]
    assert sum(drawn) > 0
    assert all(audit(played(seed, tail_drawn=False)).drawn == 0 for seed in SEEDS[:2])


@pytest.mark.parametrize("kind", [ev.RollReleased, ev.RollThrown])
def test_one_die_changed_is_found(kind: type[ev.Event]) -> None:
    events, rng = played(1), Random(2)
    given = {(e.game, e.attempt, e.side, e.turn) for e in events if isinstance(e, ev.RollReleased)}
    looked_at = 0
    for _ in range(20):
        place = rng.choice(places(events, kind))
        event = events[place]
        assert isinstance(event, ev.RollThrown | ev.RollReleased)
        if (event.game, event.attempt, event.side, event.turn) not in given or _put_right(
            events, event
        ):
            continue
        changed = audit(altered(events, place, replace(event, dice=other(event.dice))))
        assert LedgerFault.OTHER_DICE in {finding.fault for finding in changed.findings}
        looked_at += 1
        (first, *_) = changed.findings
        assert (first.game, first.attempt, first.turn) == (event.game, event.attempt, event.turn)
    assert looked_at


def _put_right(events: Sequence[ev.Event], thrown: ev.RollThrown | ev.RollReleased) -> bool:
    """The dice were thrown again or corrected later: these are not what the other room got."""
    key = thrown.game, thrown.attempt
    return any(
        isinstance(e, ev.RollCorrected | ev.OpeningTied | ev.TurnReopened)
        and (e.game, e.attempt) == key
        for e in events
    )


def test_a_roll_given_before_it_counted_or_twice_is_found() -> None:
    events = played(3)
    place = places(events, ev.RollReleased)[4]
    released = events[place]
    assert isinstance(released, ev.RollReleased)
    twice = audit([*events[: place + 1], released, *events[place + 1 :]])
    assert [finding.fault for finding in twice.findings] == [LedgerFault.GIVEN_TWICE]
    key = released.game, released.attempt, released.side, released.turn
    uncounted = [
        e
        for e in events
        if not (isinstance(e, ev.RollCounted) and (e.game, e.attempt, e.side, e.turn) == key)
    ]
    assert [finding.fault for finding in audit(uncounted).findings] == [LedgerFault.NOT_COUNTED]


def test_another_seed_than_the_one_committed_to_is_found_and_so_are_the_rolls_it_did_not_draw() -> (
    None
):
    seeds = [seed for seed in SEEDS if audit(played(seed)).drawn]
    events = played(seeds[0])
    first = events[0]
    assert isinstance(first, ev.MatchStarted)
    swapped = audit(altered(events, 0, replace(first, seed=bytes(32))))
    faults = {finding.fault for finding in swapped.findings}
    assert faults == {LedgerFault.OTHER_SEED, LedgerFault.NOT_DRAWN}


def test_no_events_prove_nothing() -> None:
    assert audit([]) == Audit(0, 0, ())
