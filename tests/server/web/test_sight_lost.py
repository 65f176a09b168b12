"""Whoever takes a seat while a page is open loses sight of that match at once (ruling 34)."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from rules import commands as cmd
from rules import events as ev
from rules.identities import PersonId
from rules.tables import readings as rd
from server.access import SERVER, Role, Visitor
from server.values.stored_events import StoredEvent
from tests.server.live.following import on_loopback
from tests.server.web.hall.test_console_live import frame, live
from tests.support.commands import register_team
from tests.support.ids import TOURNAMENT, match_id
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, Served, opened_match, throw_opening
from tests.support.stored import Listener

ANN = Visitor(Role.DIRECTOR, person_id("Ann"))


@contextlib.asynccontextmanager
async def begun(folder: Path) -> AsyncIterator[tuple[Served, int]]:
    """A hall with a match begun, the dice 4:3 thrown, and its port."""
    async with opened_match(folder) as (served, _), on_loopback(served.app) as port:
        await throw_opening(served.hall, 1, 1)
        yield served, port


def compass(served: Served) -> tuple[PersonId, ...]:
    """The two who sit for Compass."""
    line_up = served.hall.match(match_id(1)).record.line_ups["Compass"]
    return line_up.open_player, line_up.closed_player


async def enter(served: Served, *persons: str) -> None:
    """Compass has these players besides its two."""
    players = compass(served) + tuple(map(person_id, persons))
    was = served.hall.tournaments.processes[TOURNAMENT].teams["Compass"]
    change = cmd.ChangeTeam(team="Compass", name="Compass", players=players, was=was)
    await served.hall.commands.to_tournament(TOURNAMENT, change, SERVER)


async def test_pages_of_the_console_show_nothing_more_once_their_director_is_entered_in_a_team(
    tmp_path: Path,
) -> None:
    async with (
        begun(tmp_path) as (served, port),
        live(served, port, ANN, "/hall/live") as hall,
        live(served, port, ANN, "/hall/t/club/matches/1/live") as match,
    ):
        for socket in (hall, match):
            before = await frame(socket)
            assert before["hidden"] == []
            assert "4-3" in str(before["parts"])
        await enter(served, "Ann")
        for socket in (hall, match):
            after = await frame(socket)
            assert after["hidden"] == ["club-1"]
            assert "4-3" not in str(after["parts"])


async def test_the_front_page_names_the_match_of_whoever_plays_in_it_as_lists_do(
    tmp_path: Path,
) -> None:
    async with begun(tmp_path) as (served, _), served.client(ANN) as client:
        await enter(served, "Ann")
        page = (await client.get("/")).text
    said = re.sub(r"<[^>]+>", "", page.partition("You are playing in this match")[2])
    assert "Compass – Rudder" in " ".join(said.partition("\n\n")[0].split())
    assert "club/1" not in said
    assert "/t/club/matches/1" not in page


async def test_the_page_is_whole_again_once_the_director_is_on_no_list(tmp_path: Path) -> None:
    async with begun(tmp_path) as (served, port):
        await enter(served, "Ann")
        async with live(served, port, ANN, "/hall/live") as socket:
            assert (await frame(socket))["hidden"] == ["club-1"]
            await enter(served)
            assert (await frame(socket))["hidden"] == []


async def test_feeds_end_once_their_visitor_plays_in_a_match_that_they_show(tmp_path: Path) -> None:
    async with (
        begun(tmp_path) as (served, port),
        live(served, port, ANN, "/live") as every,
        live(served, port, ANN, "/t/club/matches/1/live") as one,
    ):
        for socket in (every, one):
            await frame(socket)
        await enter(served, "Ann")
        for socket in (every, one):
            with pytest.raises(ConnectionClosed) as closed:
                await frame(socket)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4003


async def test_a_feed_ends_once_its_visitor_turns_out_to_be_a_player(tmp_path: Path) -> None:
    async with (
        begun(tmp_path) as (served, port),
        live(served, port, ANN, "/t/club/matches/1/live") as socket,
    ):
        await frame(socket)
        merge = cmd.MergePersons(person=person_id("Ann"), into=compass(served)[1])
        await served.hall.commands.to_persons(merge, SERVER)
        with pytest.raises(ConnectionClosed):
            await frame(socket)


async def test_the_feed_of_all_matches_goes_on_with_the_others(tmp_path: Path) -> None:
    async with begun(tmp_path) as (served, port):
        others = {"home": "Compass", "away": "Rudder", "games": 4}
        await enter(served, "Ann")
        async with served.client(DIRECTOR) as client:
            for team, player in (("Anchor", "Ash"), ("Beacon", "Birch")):
                body = {"name": team, "players": [player, f"{player} II"]}
                assert (await client.post("/api/t/club/teams", json=body)).status_code == 201
            others |= {"home": "Anchor", "away": "Beacon"}
            assert (await client.post("/api/t/club/matches", json=others)).status_code == 201
        async with live(served, port, ANN, "/live") as socket:
            assert (await frame(socket))["match"] == "club/2"


async def test_who_follows_the_feed_is_logged_with_the_first_throw_of_a_game(
    tmp_path: Path,
) -> None:
    """Of a player of another team it is kept that he has watched; once a game (ruling 34)."""
    async with begun(tmp_path) as (served, port):
        hall = served.hall
        await register_team(hall, "Anchor", ("Ann", "Birch"))
        order = rd.VoidGame(game=1, attempt=1, reason="wrong seats")
        await hall.commands.to_match(match_id(1), order, SERVER)
        async with live(served, port, ANN, "/live") as socket:
            await frame(socket)
            assert not hall.match(match_id(1)).record.watched
            logged = asyncio.Event()

            def hear(stored: Sequence[StoredEvent]) -> None:
                if any(isinstance(entry.event, ev.OpenRoomWatched) for entry in stored):
                    logged.set()

            hall.subscriptions.add(Listener(hear))
            await throw_opening(hall, 1, 1, attempt=2)
            await asyncio.wait_for(logged.wait(), 10)
        assert hall.match(match_id(1)).record.watched == {(person_id("Ann"), 1, 2)}
