"""Forks of simulated matches: counted once more from the bare events, and weighed by gnubg."""

from collections.abc import Iterator, Sequence
from statistics import correlation

import pytest

from players.gnubg_nets import GnubgNets
from rules import events as ev
from rules.dice import Roll
from rules.duplicate.forks import Fork, ForkKind, PlayedTurn
from rules.games.backgammon import BACKGAMMON
from rules.luck.chances import luck_of
from rules.match_files.ids import position_id
from rules.position import Side
from rules.room import Room
from server.engine.gnubg_process import Evaluation, GnubgProcess
from tests.support.needs import GNUBG, NETS
from tests.support.rooms import scheduled, started
from tests.support.sensible_match import sensible_play
from yalta_extras.analysis.compared_rooms import ComparedRooms, compared_games

History = Sequence[ev.Event]
Counted = tuple[int, str, Side, int]
"""The key of a fork: game, kind of decision, and the side and number of the turn."""


def history(seed: int) -> History:
    return (scheduled(), started(), *sensible_play(seed))


def compared(seed: int) -> ComparedRooms:
    return compared_games(history(seed))


def forks_in(rooms: ComparedRooms) -> set[Counted]:
    return {
        (game, fork.kind.value, fork.open.side, fork.open.turn)
        for game, shared in rooms.shared.items()
        for fork in shared.forks
    }


def counted(events: History) -> set[Counted]:
    """Return the forks of a match, found without ComparedRooms: from the events of both rooms."""
    seen: dict[tuple[int, Side, int, str], dict[Room, tuple[object, object]]] = {}
    for room in Room:
        for place, faced, decided in _decisions(events, room):
            seen.setdefault(place, {})[room] = faced, decided
    forks = set[Counted]()
    for (game, side, turn, kind), by_room in seen.items():
        if len(by_room) == 2:
            (faced, decided), (other, otherwise) = by_room.values()
            if faced == other and decided != otherwise:
                forks.add((game, kind, side, turn))
    return forks


def _decisions(
    events: History, room: Room
) -> Iterator[tuple[tuple[int, Side, int, str], object, object]]:
    """Yield each decision of a room: its key, the position with cube and dice, and the choice.

    The key is the game, side, turn and kind of decision. If both rooms have the same position, cube
    and dice at a key but another choice, there is a fork.
    """
    position, cube, owner = BACKGAMMON.start(), 1, None
    doubled: tuple[Side, int] | None = None
    dice: dict[tuple[Side, int], Roll] = {}
    for event in events:
        match event:
            case ev.GameStarted():
                position, cube, owner, doubled, dice = BACKGAMMON.start(), 1, None, None, {}
            case ev.RollThrown():
                dice[event.side, event.turn] = event.dice
            case ev.DoubleOffered() if event.room is room:
                doubled = event.side, event.turn
                yield (event.game, *doubled, "double"), (position, cube, owner), True
            case ev.DoubleTaken() if event.room is room:
                yield (event.game, event.side, event.turn, "answer"), (position, cube, owner), True
                cube, owner = event.cube, event.side.opponent
            case ev.DoublePassed() if event.room is room:
                yield (event.game, event.side, event.turn, "answer"), (position, cube, owner), False
            case ev.PlayMade() if event.room is room:
                key = event.side, event.turn
                if doubled != key and owner in (None, event.side):
                    yield (event.game, *key, "double"), (position, cube, owner), False
                thrown = sorted((dice[key].first, dice[key].second))
                faced = position, cube, owner, tuple(thrown)
                yield (event.game, *key, "play"), faced, event.position
                position = event.position


@pytest.mark.parametrize("seed", [12, *(pytest.param(s, marks=pytest.mark.long) for s in range(3))])
def test_every_fork_of_a_match_is_told_and_no_other(seed: int) -> None:
    forks = forks_in(compared(seed))
    assert forks
    assert forks == counted(history(seed))


@NETS
@GNUBG.required
@pytest.mark.soak
async def test_what_plays_at_forks_cost_agrees_with_two_plies_of_gnubg() -> None:
    """Two plies and other rollouts see some plays otherwise: by a tenth of a point at most."""
    path = GNUBG.path
    assert path is not None
    engine = await GnubgProcess.start(path)
    ours, theirs = list[float](), list[float]()
    try:
        with GnubgNets() as nets:
            for seed in range(10):
                rooms = compared(seed)
                for game, fork in _plays(rooms):
                    costs = [_cost(rooms, nets, game, room, fork) for room in Room]
                    worth = [await _worth(engine, turn) for turn in (fork.open, fork.closed)]
                    ours.append(costs[1] - costs[0])
                    theirs.append(worth[0] - worth[1])
    finally:
        await engine.close()
    apart = [abs(our - their) for our, their in zip(ours, theirs, strict=True)]
    print(f"{len(ours)} forks, r {correlation(ours, theirs):.3f}, apart {max(apart):.3f} at most")
    assert len(ours) >= 20
    assert correlation(ours, theirs) > 0.9
    assert max(apart) < 0.15


def _plays(rooms: ComparedRooms) -> Iterator[tuple[int, Fork]]:
    for game, shared in rooms.shared.items():
        yield from ((game, fork) for fork in shared.forks if fork.kind is ForkKind.PLAY)


def _cost(rooms: ComparedRooms, nets: GnubgNets, game: int, room: Room, fork: Fork) -> float:
    (throw,) = (
        each for each in rooms.throws[game, room] if (each.side, each.turn) == fork.open.key
    )
    error = luck_of(throw, nets).error
    assert error is not None
    return error.points / throw.cube


async def _worth(engine: GnubgProcess, turn: PlayedTurn) -> float:
    """Return the equity of the player after their play, in points at cube 1."""
    assert turn.after is not None
    opponent = turn.side.opponent
    made: Evaluation = await engine.evaluate(position_id(turn.after, opponent))
    lost = made.wins + made.gammons + made.backgammons
    won = 1 - made.wins + made.lost_gammons + made.lost_backgammons
    return float(won - lost)
