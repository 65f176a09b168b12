"""No game starts after a time: decided when it would begin, for both rooms alike."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from rules.tables import readings as rd
from rules.tables.refused import has_opening_throw
from server.access import PUBLIC, SERVER
from server.matches.decide import MatchGiven, decide
from server.matches.match_record import MatchRecord
from tests.support.clock import Clock
from tests.support.commands import send
from tests.support.examples import examples
from tests.support.ids import match_id
from tests.support.rooms import Rooms, Temper, scheduled, started
from tests.support.served import DIRECTOR, opened, started_match, throw_opening

PATH = "/api/t/club/timetable"
LATE = MatchGiven(no_game=ev.Refusal.LAST_START)


FOUR_THREE = Roll(4, 3)


def throw(dice: Roll = FOUR_THREE, game: int = 1) -> rd.DiceThrown:
    return rd.DiceThrown(
        game=game, attempt=1, side=None, turn=1, dice=dice, source=DiceSource.READER
    )


def begun() -> MatchRecord:
    first = ev.GameStarted(game=1, attempt=1)
    return MatchRecord.of(scheduled()).after((started(), first))


@pytest.mark.parametrize("dice", [Roll(4, 3), Roll(2, 2)])
def test_an_opening_throw_is_void_once_no_game_may_begin(dice: Roll) -> None:
    step = decide(begun(), throw(dice), SERVER, LATE)
    (void,) = step.happened
    assert isinstance(void, ev.ThrowVoided)
    assert void.why is ev.Refusal.LAST_START
    assert not step.record.openings


def test_a_stale_throw_is_told_so_and_not_that_it_is_late() -> None:
    (void,) = decide(begun(), throw(game=2), SERVER, LATE).happened
    assert isinstance(void, ev.ThrowVoided)
    assert void.why is ev.Refusal.STALE


@examples(20)
@given(seed=st.integers(0, 10_000), until=st.integers(1, 400))
def test_what_has_begun_is_played_as_if_there_were_no_order_and_nothing_else_begins(
    seed: int, until: int
) -> None:
    rooms = Rooms.seated(BACKGAMMON, seed, Temper(resign=0.2))
    record = MatchRecord.of(scheduled()).after((started(), *rooms.history))
    for _ in range(until):
        reading = next((each for room in Room for each in rooms.useful(room)), None)
        if reading is None:
            return
        free, late = (decide(record, reading, SERVER, each) for each in (MatchGiven(), LATE))
        assert record.state is not None
        if has_opening_throw(record.state, free.happened):
            assert late.record is record
        else:
            assert late == free
        record = free.record
        rooms.say(reading)


async def ordered(client: httpx.AsyncClient, *, status: int = 200, **order: Any) -> None:
    answer = await client.post(PATH, json={"reason": "the hall closes", **order})
    assert answer.status_code == status, answer.text


async def test_the_time_that_counts_is_the_one_at_which_a_game_would_begin(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock) as served, served.client(DIRECTOR) as client:
        await started_match(client)
        order: dict[str, Any] = {"at": "2008-05-03T22:30Z", "until": "2008-05-04T09:00Z"}
        await ordered(client, order="last-start", **order)
        clock.passes(hours=10, minutes=30)
        await throw_opening(served.hall, 1, 1)
        assert not served.hall.match(match_id(1)).record.openings
        again = {"order": "last-start", **order, "at": "2008-05-03T23:00Z"}
        await ordered(client, status=409, **again)
        await ordered(client, **again, was=order["at"])
        await throw_opening(served.hall, 1, 1)
        assert served.hall.match(match_id(1)).record.openings == {1: Roll(4, 3)}


async def test_a_game_that_is_void_begins_again_on_the_next_day(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock) as served, served.client(DIRECTOR) as client:
        await started_match(client)
        await throw_opening(served.hall, 1, 1)
        order: dict[str, Any] = {"at": "2008-05-03T12:00Z", "until": "2008-05-04T09:00Z"}
        await ordered(client, order="last-start", **order)
        clock.passes(hours=1)
        void = rd.VoidGame(game=1, attempt=1, reason="seen")
        await send(served.hall, 1, void, "director")
        await throw_opening(served.hall, 1, 1, attempt=2)
        assert not served.hall.match(match_id(1)).record.openings
        clock.passes(hours=21)
        await throw_opening(served.hall, 1, 1, attempt=2)
        assert served.hall.match(match_id(1)).record.openings


async def test_everybody_reads_of_it_until_it_is_lifted_or_over(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock) as served, served.client(DIRECTOR) as client:
        await started_match(client)
        order: dict[str, Any] = {"at": "2008-05-03T22:30Z", "until": "2008-05-04T09:00Z"}
        await ordered(client, order="last-start", **order)
        pages = (
            "/hall/t/club/tournament",
            "/hall/t/club/tournament/timetable",
            "/hall/t/club/matches/1",
        )
        async with served.client(PUBLIC) as watching:
            for asking, path in ((watching, "/t/club"), *((client, page) for page in pages)):
                assert "No game starts between" in (await asking.get(path)).text, path
            refused = await watching.post(PATH, json={})
            assert refused.status_code in (401, 403)
            await ordered(client, order="lift-last-start", was=order["at"])
            assert "No game starts between" not in (await watching.get("/t/club")).text
            await ordered(client, status=409, order="lift-last-start", was=order["at"])
