"""The closed room's seat over HTTP: when it is offered, how it is played, what it came to."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rules import events as ev
from rules.room import Room
from rules.scoring.match_protocol import MatchProtocol
from server.live.snapshot import public_protocol
from tests.support.finished_hall import FINISHED, hall_with
from tests.support.full_hall import Planned
from tests.support.ids import match_id
from yalta_extras.closed_seat import games as closed_seats
from yalta_extras.closed_seat.games import shares_rolls
from yalta_extras.closed_seat.tests.visitors import (
    SEAT,
    act,
    begin,
    due,
    to_resignable,
    visitor_of,
)

UNDER_WAY = Planned("Compass", "Rudder", steps=300)


async def test_a_running_match_answers_as_one_that_nobody_has_scheduled(tmp_path: Path) -> None:
    async with hall_with(tmp_path, UNDER_WAY) as served, visitor_of(served) as client:
        for method, path in (
            ("GET", "/closed-seat"),
            ("POST", "/closed-seat"),
            ("GET", "/closed-seat/none"),
            ("POST", "/closed-seat/none"),
            ("POST", "/closed-seat/none/leave"),
        ):
            answers = []
            for number in (1, 99):
                data = {"game": 1, "side": "white", "act": "throw", "seen": 0}
                answer = await client.request(
                    method,
                    f"/t/club/matches/{number}{path}",
                    data=data if method == "POST" else None,
                    headers={"accept": "text/html"},
                )
                text = re.sub(r'value="[^"]{22}"', "", answer.text)
                text = re.sub(rf"(matches/|[Mm]atch ){number}\b", r"\1N", text)
                answers.append((answer.status_code, text))
            assert answers[0] == answers[1]
            assert answers[0][0] == 404
        assert SEAT not in (await client.get("/t/club/matches/1")).text


async def test_a_match_that_is_not_over_keeps_its_sets_of_rolls_to_itself(tmp_path: Path) -> None:
    async with hall_with(tmp_path, FINISHED, UNDER_WAY) as served:
        over, playing = (served.hall.match(match_id(number)).record for number in (1, 2))
        assert isinstance(playing.scheduled, ev.MatchScheduled)
        assert not shares_rolls(over, [over, playing])
        # Sets 1 to 4 are those of the match that is over.
        for first, shared in ((4, True), (5, False)):
            scheduled = replace(playing.scheduled, roll_set=first)
            assert shares_rolls(over, [over, replace(playing, scheduled=scheduled)]) is shared
        trial = replace(playing.scheduled, roll_set=1, trial=True)
        assert not shares_rolls(over, [replace(playing, scheduled=trial)])


async def test_a_game_is_played_to_its_end_and_scored_by_the_matchs_own_protocol(
    tmp_path: Path,
) -> None:
    async with hall_with(tmp_path, FINISHED) as served, visitor_of(served) as client:
        address = await begin(client)
        await to_resignable(client, address)
        answer = await act(client, address, "resigned-gammon")
        assert answer.status_code == 303
        page = (await client.get(address)).text
        assert due(page) == "over"
        assert "Resign" not in page
        now = served.hub.snapshot(match_id(1))
        assert now is not None
        protocol = public_protocol(now)
        assert isinstance(protocol, MatchProtocol)
        in_closed = next(
            each for each in protocol.results if (each.game, each.room) == (1, Room.CLOSED)
        )
        cells = [int(each.replace("−", "-")) for each in re.findall(r"number\">([+−]?\d+)<", page)]
        # A gammon at cube 1 lost by away: row 15 is 300 SMP, 7 IMP (the tables of 2005).
        assert cells[:2] == [-300, -7]
        theirs = in_closed.smp.away - in_closed.smp.home, in_closed.imp.away - in_closed.imp.home
        assert tuple(cells[2:4]) == theirs
        home = protocol.imp.home - in_closed.imp.home + 7
        away = protocol.imp.away - in_closed.imp.away
        assert f'<td class="number">{home}</td><td class="number">{away}</td>' in page
        assert protocol.vp is not None
        vp = f'<td class="number">{protocol.vp.home}</td><td class="number">{protocol.vp.away}</td>'
        assert vp in page
        assert "1 · yours" in page


async def test_the_visitors_dice_are_told_with_the_larger_first(tmp_path: Path) -> None:
    told = list[list[int]]()
    async with hall_with(tmp_path, FINISHED) as served, visitor_of(served) as client:
        for game in (1, 2):
            for side in ("white", "red"):
                page = (await client.get(await begin(client, game, side))).text
                dice = re.search(r'data-dice="([\d ]+)"', page)
                if dice is not None:
                    told.append([int(each) for each in dice[1].split()])
                    assert f"Your dice: {dice[1].replace(' ', '-')}." in page
    assert told
    assert all(dice == sorted(dice, reverse=True) for dice in told)


async def test_everybody_in_the_same_seat_is_counted_and_nobody_in_the_other(
    tmp_path: Path,
) -> None:
    async with hall_with(tmp_path, FINISHED) as served, visitor_of(served) as client:
        counted = []
        for side in ("white", "white", "red"):
            address = await begin(client, side=side)
            await to_resignable(client, address)
            await act(client, address, "resigned-gammon")
            counted += re.findall(r"(\d+) · yours", (await client.get(address)).text)
        assert counted == ["1", "2", "1"]


async def test_the_browser_that_began_a_game_is_led_back_to_it_until_it_is_given_up(
    tmp_path: Path,
) -> None:
    async with hall_with(tmp_path, FINISHED) as served, visitor_of(served) as client:
        address = await begin(client, game=2)
        assert f'href="{address}"' in (await client.get(SEAT)).text
        async with visitor_of(served) as other:
            assert address not in (await other.get(SEAT)).text
            assert (await other.get(address)).status_code == 200
        left = await client.post(f"{address}/leave")
        assert left.headers["location"] == SEAT
        assert address not in (await client.get(SEAT)).text
        assert (await client.get(address)).status_code == 404


async def test_the_same_form_sent_again_changes_nothing(tmp_path: Path) -> None:
    async with hall_with(tmp_path, FINISHED) as served, visitor_of(served) as client:
        address = await begin(client)
        page = await to_resignable(client, address)
        seen = re.search(r'name="seen" value="(\d+)"', page)
        assert seen is not None
        data = {"act": "resigned-gammon", "seen": seen[1]}
        for _ in range(2):
            assert (await client.post(address, data=data)).status_code == 303
        assert due((await client.get(address)).text) == "over"


async def test_a_play_that_is_not_allowed_says_so_on_the_page(tmp_path: Path) -> None:
    async with hall_with(tmp_path, FINISHED) as served, visitor_of(served) as client:
        address = await begin(client)
        while due(await to_resignable(client, address)) != "play":
            await act(client, address, "throw")
        refused = await act(client, address, "play", play="24/1")
        assert refused.status_code == 409
        assert "The dice do not allow this play" in refused.text
        assert (await act(client, address, "throw")).status_code == 409


@pytest.mark.parametrize(
    "data",
    [
        {"act": "play", "seen": "0", "play": "6/5 " * 40},
        {"act": "win", "seen": "0"},
        {"act": "throw", "seen": "many"},
    ],
)
async def test_what_no_page_sends_is_refused(tmp_path: Path, data: dict[str, str]) -> None:
    async with hall_with(tmp_path, FINISHED) as served, visitor_of(served) as client:
        address = await begin(client)
        assert (await client.post(address, data=data)).status_code == 422


async def test_one_address_begins_so_many_games_in_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closed_seats, "BEGUN_MOST", 2)
    async with hall_with(tmp_path, FINISHED) as served, visitor_of(served) as client:
        for _ in range(2):
            await begin(client)
        refused = await client.post(SEAT, data={"game": 1, "side": "red"})
        assert refused.status_code == 503
        assert "Too many games" in refused.text


async def test_playing_changes_nothing_of_the_match(tmp_path: Path) -> None:
    async with hall_with(tmp_path, FINISHED, UNDER_WAY) as served, visitor_of(served) as client:
        before = [
            (process.sequence, process.record) for process in served.hall.registry.matches.values()
        ]
        page = (await client.get("/t/club/matches/1/live.json")).text
        address = await begin(client)
        await to_resignable(client, address)
        await act(client, address, "resigned-gammon")
        after = [
            (process.sequence, process.record) for process in served.hall.registry.matches.values()
        ]
        assert after == before
        assert (await client.get("/t/club/matches/1/live.json")).text == page
