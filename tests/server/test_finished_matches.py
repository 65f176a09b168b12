"""Finished matches are not read at a start: lists know them, pages read them when asked for."""

import gc
import json
import re
import sqlite3
import sys
from collections import Counter
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.room import Room
from server.access import PUBLIC, Role, Visitor
from server.hall import Hall
from server.matches.board_places import BoardHasDice
from server.matches.registry import FINISHED_AT_ONCE
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.finished_matches import FinishedMatchStore
from server.store.event_log.sqlite_log import SqliteEventLog
from server.values.stored_events import match_stream
from tests.server.live.following import on_loopback
from tests.support.clock import utc_now
from tests.support.commands import (
    OPERATOR,
    assign_board,
    happen,
    remove_board,
    schedule,
    schedule_match_play,
)
from tests.support.full_hall import ToPoints, history_to_points
from tests.support.golden_records import (
    FINISHED,
    TEAMS,
    TO_POINTS,
    UNDER_WAY,
    golden,
    of_then,
    restored,
)
from tests.support.golden_records import shown as all_shown
from tests.support.ids import TOURNAMENT, match_id
from tests.support.persons import person_id
from tests.support.sensible_match import sensible_play
from tests.support.served import (
    DIRECTOR,
    NAME,
    Served,
    another_match,
    opened,
    result_seen,
    two_teams,
)
from tests.support.stored import Heard, Listener

CLERK_OF_CLOSED = Visitor(Role.CLERK, person_id("Clerk"), Room.CLOSED)
LISTS = ("/", "/screen", "/hall", "/hall?needy=1", "/api/t/club/matches", "/hall/teams")
_OF_THIS_REQUEST = re.compile(r'name="command_id" value="[^"]{22}"')


async def finished_and_one_under_way(folder: Path) -> None:
    """Records of a match that is over and signed, one under way, one over and not signed."""
    restored("0.2.0", folder)
    async with opened(folder):
        pass


async def lists(served: Served, visitor: Visitor) -> dict[str, str]:
    async with served.client(visitor) as client:
        answers = {path: await client.get(path) for path in LISTS}
    return {path: _OF_THIS_REQUEST.sub("", answer.text) for path, answer in answers.items()}


async def test_a_start_reads_what_is_played_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished_and_one_under_way(tmp_path)
    read, reading = list[str](), SqliteEventLog.read

    async def counted(log: SqliteEventLog, stream: str) -> object:
        read.append(stream)
        return await reading(log, stream)

    monkeypatch.setattr(SqliteEventLog, "read", counted)
    async with opened(tmp_path) as served:
        assert [each for each in read if "/match/" in each] == [match_stream(match_id(UNDER_WAY))]
        assert [*served.hall.matches] == [match_id(UNDER_WAY)]
        assert len(served.hall.registry) == 3


@pytest.mark.parametrize("visitor", [PUBLIC, DIRECTOR, CLERK_OF_CLOSED], ids=lambda who: who.role)
async def test_lists_say_of_a_finished_match_what_they_said_while_it_was_in_memory(
    visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    restored("0.2.0", tmp_path)
    at = utc_now()
    async with opened(tmp_path, lambda: at) as served:
        for match in (FINISHED, TO_POINTS):
            served.hall.registry.finished.remove(match_id(match))
        before = await lists(served, visitor)
    async with opened(tmp_path, lambda: at) as served:
        after = await lists(served, visitor)
        assert FINISHED not in {each.number for each in served.hall.matches}
    for path in LISTS:
        was, now = (Counter(_lines(answers[path])) for answers in (before, after))
        assert not now - was, path
        # The hall shows a match of the past by a line, which leaves out some of its tile.
        assert path == "/hall" or was == now, path


def _lines(text: str) -> list[str]:
    """What a page shows, or the values of a list; its order is another matter."""
    if text.startswith("["):
        return [json.dumps(each) for each in json.loads(text)]
    seen = re.sub(r"<script.*?</script>|<[^>]*>", "\n", text, flags=re.DOTALL)
    return [line.strip() for line in seen.splitlines() if line.strip()]


async def test_forms_files_and_feed_of_a_match_read_again_are_the_same_word_for_word(
    tmp_path: Path,
) -> None:
    await finished_and_one_under_way(tmp_path)
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        then = golden("0.2.0", "shown")
        assert of_then(then, await all_shown(client)) == then


async def test_a_corrected_result_of_a_finished_match_is_in_every_list_also_after_a_restart(
    tmp_path: Path,
) -> None:
    await finished_and_one_under_way(tmp_path)
    score = "/api/t/club/matches/1/protocol.json"
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        before = (await client.get(score)).json()
        order = {
            "game": 1,
            "attempt": 1,
            "room": "open",
            "home": 0,
            "away": 600,
            "was": await result_seen(client, "open"),
            "reason": "as both captains agreed",
        }
        answer = await client.post("/api/t/club/matches/1/director/adjust-score", json=order)
        assert answer.status_code == 200, answer.text
        after = (await client.get(score)).json()
        assert before["home"]["vp"] != after["home"]["vp"]
        assert (await client.get("/api/t/club/matches")).json()[0]["status"] == "finished"
        assert match_id(FINISHED) not in served.hall.registry.finished
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        assert match_id(FINISHED) in served.hall.matches, "somebody has to confirm it"
        hall = (await client.get("/hall")).text
        score = f"{after['home']['vp']}–{after['away']['vp']}"
        assert f"Finished {score}, results not confirmed yet" in hall


async def test_a_signature_under_a_finished_match_is_in_every_list_at_once_and_for_good(
    tmp_path: Path,
) -> None:
    await finished_and_one_under_way(tmp_path)
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        registry, one = served.hall.registry, match_id(TO_POINTS)
        assert await statuses(client) == ["signed", "playing", "finished"]
        async with registry.in_memory(one):
            players = served.hall.match(one).record.teams
            signed = [ev.MatchSigned(team=player, by=player) for player in players]
            await happen(served.hall, TO_POINTS, *signed)
        assert await statuses(client) == ["signed", "playing", "signed"]
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        assert await statuses(client) == ["signed", "playing", "signed"]
        assert [*served.hall.matches] == [match_id(UNDER_WAY)]


async def statuses(client: httpx.AsyncClient) -> list[str]:
    return [each["status"] for each in (await client.get("/api/t/club/matches")).json()]


async def test_what_was_kept_of_a_match_that_has_gone_on_since_is_not_believed(
    tmp_path: Path,
) -> None:
    await finished_and_one_under_way(tmp_path)
    with sqlite3.connect(tmp_path / "accounts.sqlite3") as database:
        database.execute("UPDATE finished_match SET head = head - 1 WHERE match LIKE '%/1'")
        database.execute("UPDATE finished_match SET version = 0 WHERE match LIKE '%/3'")
    database.close()
    async with opened(tmp_path) as served:
        assert {each.number for each in served.hall.matches} == {FINISHED, UNDER_WAY, TO_POINTS}
        assert len(served.hall.registry.finished) == 2


async def test_a_disk_that_takes_nothing_keeps_no_server_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished_and_one_under_way(tmp_path)
    with sqlite3.connect(tmp_path / "accounts.sqlite3") as database:
        database.execute("UPDATE finished_match SET head = head - 1 WHERE match LIKE '%/1'")
    database.close()

    def full(store: FinishedMatchStore, *_: object) -> None:
        raise AccountsUnavailable(sqlite3.OperationalError("database or disk is full"))

    for method in ("forget", "keep"):
        monkeypatch.setattr(FinishedMatchStore, method, full)
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        assert await statuses(client) == ["signed", "playing", "finished"]
        assert match_id(FINISHED) in served.hall.matches


@pytest.mark.long
async def test_finished_matches_beyond_a_number_leave_memory_but_one_that_is_watched(
    tmp_path: Path,
) -> None:
    restored("0.2.0", tmp_path)
    async with opened(tmp_path) as served:
        registry, hall = served.hall.registry, served.hall
        async with registry.in_memory(match_id(TO_POINTS)):
            watched = hall.match(match_id(TO_POINTS))
            for _ in range(FINISHED_AT_ONCE + 3):
                await _another_finished(hall)
            await hall.finished_writer.write()
            at_rest = [each for each in hall.matches if each in registry.finished]
            assert len(at_rest) == FINISHED_AT_ONCE
            assert hall.match(match_id(TO_POINTS)) is watched
            assert match_id(FINISHED) not in hall.matches
            hub = served.hub
            assert hub.snapshot(match_id(FINISHED)) is None
        async with registry.in_memory(match_id(FINISHED)), registry.in_memory(match_id(FINISHED)):
            assert hall.match(match_id(FINISHED)).record.signed
            assert hub.snapshot(match_id(FINISHED)) is not None


BLOCKS = 250
"""Of memory; 80 bytes each in the mean make 20 kB."""


@pytest.mark.parametrize(
    "count",
    [pytest.param(30, marks=pytest.mark.long), pytest.param(300, marks=pytest.mark.soak)],
)
async def test_a_finished_match_leaves_what_lists_need_and_no_more(
    tmp_path: Path, count: int
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await two_teams(director)
        heard = Heard()
        served.hall.subscriptions.add(Listener(heard))
        for _ in range(FINISHED_AT_ONCE + 5):
            await _played_at_boards(served, director, heard)
        gc.collect()
        before = sys.getallocatedblocks()
        for _ in range(count):
            await _played_at_boards(served, director, heard)
        gc.collect()
        assert len(served.hall.registry.finished) == FINISHED_AT_ONCE + 5 + count
        assert (sys.getallocatedblocks() - before) / count < BLOCKS


async def _played_at_boards(served: Served, director: httpx.AsyncClient, heard: Heard) -> None:
    """One more match of four games, with all that its boards said, as far as it is ever kept."""
    number = await another_match(director)
    await happen(served.hall, number, *sensible_play())
    await heard.all_of(served.hall)
    await served.hall.finished_writer.write()


async def _another_finished(hall: Hall) -> None:
    white, red = (players[0] for players in TEAMS.values())
    played = ToPoints(white, red, length=3, seed=7, steps=20_000)
    process = await schedule_match_play(hall, white=played.white, red=played.red, length=3)
    number = process.record.match_id.number
    await happen(hall, number, *history_to_points(played))


async def test_teams_numbers_and_sets_of_rolls_go_on_behind_finished_matches(
    tmp_path: Path,
) -> None:
    await finished_and_one_under_way(tmp_path)
    async with opened(tmp_path) as served:
        hall = served.hall
        process = await schedule(hall, home="Compass", away="Rudder", games=4)
        assert process.record.match_id.number == 4
        assert getattr(process.record.scheduled, "roll_set", None) == 9
        players = hall.tournaments.processes[TOURNAMENT].players_of("Compass")
        for command, why in (
            (cmd.ChangeTeam(team="Compass", name="Needle", players=players), "set up with it"),
            (cmd.ChangeTeam(team="Compass", name="Compass", players=players[1:]), "line-up"),
        ):
            with pytest.raises(MatchRefused, match=why):
                await hall.commands.to_tournament(TOURNAMENT, command, OPERATOR)


async def test_the_feed_of_all_matches_sends_a_finished_one_when_it_is_named(
    tmp_path: Path,
) -> None:
    await finished_and_one_under_way(tmp_path)
    async with opened(tmp_path) as served, on_loopback(served.app) as port:
        for address, matches in (
            ("/live", ["club/2"]),
            ("/live?now=club/1&now=club/2", ["club/1", "club/2"]),
        ):
            async with connect(f"ws://{NAME}{address}", host="127.0.0.1", port=port) as socket:
                frames = [json.loads(await socket.recv()) for _ in matches]
                assert [frame["match"] for frame in frames] == matches


async def test_a_finished_match_whose_log_is_damaged_is_refused_and_named(tmp_path: Path) -> None:
    await finished_and_one_under_way(tmp_path)
    with sqlite3.connect(tmp_path / "log.sqlite3") as database:
        stream = f"(SELECT stream_id FROM stream WHERE name = '{match_stream(match_id(1))}')"
        database.execute(
            f"UPDATE event SET actor = 'nobody' WHERE stream_id = {stream} AND sequence = 9"
        )
    database.close()
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        answer = await client.get("/hall/t/club/matches/1")
        assert answer.status_code == 404
        assert "event 9: entry or its hash changed" in answer.text
        assert "Match club/1 was not opened" in (await client.get("/hall")).text
        assert [each["number"] for each in (await client.get("/api/t/club/matches")).json()] == [
            2,
            3,
        ]
        assert (await client.get("/t/club/matches/2")).status_code == 200


async def test_a_board_of_a_closed_room_is_remembered_beyond_its_match(tmp_path: Path) -> None:
    restored("0.2.0", tmp_path)
    async with opened(tmp_path) as served:
        await assign_board(served.hall, FINISHED, Room.CLOSED, "BZ-8")
        await remove_board(served.hall, FINISHED, Room.CLOSED)
    async with opened(tmp_path) as served:
        hall = served.hall
        assert match_id(FINISHED) not in hall.matches
        with pytest.raises(BoardHasDice):
            await assign_board(hall, UNDER_WAY, Room.OPEN, "BZ-8")
        await schedule(hall, home="Compass", away="Rudder", games=4)
        await assign_board(hall, 4, Room.OPEN, "BZ-8")
        await assign_board(hall, UNDER_WAY, Room.OPEN, "BZ-8")
        await remove_board(hall, UNDER_WAY, Room.OPEN)
    async with opened(tmp_path) as served:
        await assign_board(served.hall, UNDER_WAY, Room.OPEN, "BZ-8")
