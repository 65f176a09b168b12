"""The lockstep embargo against random interleavings of both rooms (ruling 12)."""

import random

import pytest

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Position, Side
from rules.room import Room
from rules.tables import readings as rd
from server.live import facts as fx
from server.live.embargo import MatchEmbargo
from tests.server.live.published import Attempt, check_published
from tests.support.rooms import Rooms, Temper

OPEN, CLOSED = Room.OPEN, Room.CLOSED


def lockstep(game: Game = BACKGAMMON) -> MatchEmbargo:
    return MatchEmbargo(game.start(), ev.Embargo.LOCKSTEP)


DRIVES = ((BACKGAMMON, range(6), 2), (TRICTRAC, range(3), 1))
"""Games with their seeds, the first few of them in every run."""
TEMPERS = {
    "even": Temper(),
    "open room far ahead": Temper(closed_speed=0.1),
    "closed room close behind": Temper(closed_speed=0.9),
    "many doubles": Temper(double=0.3, take=0.7),
    "resignations": Temper(resign=0.05),
    "dice readers": Temper(reader=True, mischief=0.3),
    "voids": Temper(void=0.003),
}


@pytest.mark.parametrize("temper", TEMPERS.values(), ids=TEMPERS)
@pytest.mark.parametrize(
    ("game", "seed"),
    [
        pytest.param(game, seed, marks=pytest.mark.long(1) if seed >= few else ())
        for game, seeds, few in DRIVES
        for seed in seeds
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_each_fact_is_told_in_order_and_just_when_ruling_12_lets_it(
    temper: Temper, game: Game, seed: int
) -> None:
    rooms = Rooms.seated(game, seed, temper, games=4 if game is BACKGAMMON else 1)
    rooms.play_to_the_end()
    embargo, attempt = lockstep(game), Attempt()
    for event in rooms.history:
        facts = embargo.take(event)
        if isinstance(event, ev.GameStarted):
            attempt = Attempt()
        elif isinstance(event, ev.GameEvent) and not isinstance(event, ev.GameVoided):
            attempt.hear(event)
            check_published(facts, attempt)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.long(1)) for seed in range(1, 4))]
)
def test_both_results_are_told_when_the_second_game_ends_and_not_before(seed: int) -> None:
    rooms = Rooms.seated(BACKGAMMON, seed, Temper(closed_speed=0.3, double=0.1))
    rooms.play_to_the_end()
    embargo, ended = lockstep(), dict[tuple[int, Room], ev.GameFinished]()
    for event in rooms.history:
        facts = [fact for fact in embargo.take(event) if isinstance(fact, fx.GameOver)]
        if isinstance(event, ev.GameFinished):
            ended[event.game, event.room] = event
        second = isinstance(event, ev.GameFinished) and (event.game, event.room.other) in ended
        assert len(facts) == second
        for fact in facts:
            assert fact.open.loser is ended[fact.game, OPEN].loser
            assert fact.closed is not None
            assert fact.closed.loser is ended[fact.game, CLOSED].loser


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 8), marks=pytest.mark.long(1))])
def test_random_reopened_turns_never_tell_a_play_early(seeds: range) -> None:
    rng = random.Random(5)
    for seed in seeds:
        rooms = Rooms.seated(BACKGAMMON, seed, Temper(mischief=0.0))
        embargo, heard = lockstep(), 0
        closed_plays = set[tuple[int, Side, int]]()
        for _ in range(400):
            rooms.step()
            last = rooms.state.last_thrown
            if last and rng.random() < 0.1:
                at = {**rooms.at, "side": last.side, "turn": last.turn}
                rooms.say(rd.ReopenTurn(**at, reason="played wrong"))
            for event in rooms.history[heard:]:
                if isinstance(event, ev.PlayMade) and event.room is CLOSED:
                    closed_plays.add((event.game, event.side, event.turn))
                over = isinstance(event, ev.GameFinished)
                for fact in embargo.take(event):
                    if isinstance(fact, fx.PlayShown) and not over and _under_way(rooms, fact.game):
                        assert (fact.game, fact.side, fact.turn) in closed_plays
            heard = len(rooms.history)


def _under_way(rooms: Rooms, game: int) -> bool:
    return rooms.state.closed.result is None and rooms.state.game == game


def test_positions_of_every_told_play_are_positions_the_open_room_had() -> None:
    rooms = Rooms.seated(BACKGAMMON, 3, Temper())
    rooms.play_to_the_end()
    embargo, had = lockstep(), set[Position]()
    for event in rooms.history:
        if isinstance(event, ev.PlayMade | ev.PlayCondoned) and event.room is OPEN:
            had.add(event.position)
        facts = [fact for fact in embargo.take(event) if isinstance(fact, fx.PlayShown)]
        assert {fact.position for fact in facts} <= had
