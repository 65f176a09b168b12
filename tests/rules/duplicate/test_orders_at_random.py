"""A director who interferes again and again, in every game (rulings 7, 9 and 11)."""

from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.duplicate.audit import audit
from rules.duplicate.state import fold
from rules.errors import MatchRefused
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.known_games import GAMES
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Side
from rules.room import Ending, Room
from rules.scoring.scales import ScoreRefused
from rules.tables import readings as rd
from rules.tables.state import Phase, TableState
from tests.support.endings import lost
from tests.support.examples import examples
from tests.support.ledger_facts import check_releases, released_dice, thrown_dice
from tests.support.rooms import Rooms, Temper, initial, started

DIRECTOR = {"reason": "seen on the film"}
OFTEN = 0.03


def order(rooms: Rooms, rng: Random) -> rd.AnyReading:
    """Any order there is, sensible or not; those that end a game are rarer."""
    state, room, loser = rooms.state, rng.choice(list(Room)), rng.choice(list(Side))
    at = {**rooms.at, **DIRECTOR}
    if rng.random() < 0.05:
        counted = rooms.game is TRICTRAC
        tally = (0, 12) if loser is Side.WHITE else (12, 0)
        return rd.CorrectResult(
            **at,
            room=room,
            tally=tally if counted else (0, 0),
            **lost(loser, Ending.TROUS if counted else Ending.BEAROFF),
        )
    orders: list[rd.AnyReading] = [rd.SetTailDraw(**at, drawn=rng.random() < 0.5)]
    if (due := state.table(room).current) is not None:
        lying = state.table(rng.choice(list(Room))).position
        where: dict[str, Any] = {**at, "room": room, "side": due.side, "turn": due.turn}
        orders.append(rd.CorrectPosition(**where, position=lying))
    if (last := state.last_thrown) is not None:
        turn = {**at, "side": last.side, "turn": last.turn}
        orders += [rd.ReopenTurn(**turn), rd.CorrectRoll(**turn, dice=rooms.roll())]
    if state.rolls:
        orders += about_a_wrong_roll(rooms, rng, at)
    return rng.choice(orders)


def about_a_wrong_roll(rooms: Rooms, rng: Random, at: dict[str, Any]) -> list[rd.AnyReading]:
    """Other dice lay in one of the rooms, in whatever turn; now and then the game is voided."""
    key, room = rng.choice(list(rooms.state.rolls)), rng.choice(list(Room))
    turn: dict[str, Any] = {**at, "room": room, "side": key.side, "turn": key.turn}
    stands = rd.LetRollStand(**turn, dice=rooms.roll())
    void = [rd.VoidForRoll(**turn)] if rng.random() < 0.1 else []
    return [stands, stands, *void]


def interfered_with(game: Game, seed: int, temper: Temper, **changes: int | bool) -> Rooms:
    rooms, rng = Rooms.seated(game, seed, temper, games=1, **changes), Random(seed)
    for _ in range(20_000):
        if rooms.state.over:
            return rooms
        if rng.random() < OFTEN:
            with suppress(MatchRefused, ScoreRefused):
                rooms.say(order(rooms, rng))
        else:
            rooms.step()
        for room in Room:
            check_count(rooms.state.table(room))
    raise AssertionError("not over")


def check_count(table: TableState) -> None:
    """The table as the match has it and as the counting game has it are one."""
    if table.count is None or table.result is not None:
        return
    assert table.on_turn is table.count.thrower
    lies = table.position if table.phase in (Phase.TO_ACT, Phase.DECLARED) else table.before
    assert table.count.position == lies


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@examples(8)
@given(
    st.integers(min_value=0, max_value=2**32),
    st.builds(Temper, closed_speed=st.sampled_from([0.05, 0.5, 0.95]), reader=st.booleans()),
    st.sampled_from([0, 1, 3]),
)
def test_whatever_the_director_orders_both_rooms_end_with_the_same_dice(
    game: Game, seed: int, temper: Temper, max_lead: int
) -> None:
    rooms = interfered_with(game, seed, temper, max_lead=max_lead)
    check_releases(rooms.history)
    thrown = thrown_dice(rooms.history)
    assert all(thrown[key] == dice for key, dice in released_dice(rooms.history).items())
    check_differing(rooms)
    assert audit([started(), *rooms.history]).findings == ()
    assert fold(game, initial(game, games=1, max_lead=max_lead), rooms.history) == rooms.state


def check_differing(rooms: Rooms) -> None:
    """The rooms have the same dice, turn by turn, but for those that the log marks."""
    state = rooms.state
    marked = {
        (each.side, each.turn, each.room): each.dice
        for each in audit([started(), *rooms.history]).standing
        if each.attempt == state.attempt
    }
    for key, record in state.rolls_of(1).items():
        for room in Room:
            assert record.in_room(room) == marked.get((key.side, key.turn, room), record.dice)
        unmarked = not any((key.side, key.turn, room) in marked for room in Room)
        assert not (unmarked and record.differs)


@pytest.mark.long
def test_the_orders_have_effect() -> None:
    seen: Counter[type[ev.Event]] = Counter()
    for game in (BACKGAMMON, TRICTRAC):
        for seed in range(12):
            seen.update(map(type, interfered_with(game, seed, Temper()).history))
    kinds = (ev.TurnReopened, ev.RollCorrected, ev.PositionCorrected, ev.TailDrawSet, ev.RollStands)
    for kind in (*kinds, ev.GameVoided, ev.ResultCorrected):
        assert seen[kind] >= 3, (kind, seen)
