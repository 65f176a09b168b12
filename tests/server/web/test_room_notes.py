"""Notes of the director to one room of a match: read there, by operators, and by nobody else."""

import io
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from board_drivers.wire import messages as wire
from rules.room import Room
from server.access import Role, Visitor
from server.archive.export_import import archived_tournament, verified_archive
from server.archive.tournament_archive import archive_lines, read_archive
from server.store.event_log.sqlite_log import SqliteEventLog
from server.values.stored_events import desk_stream, match_stream, tournament_stream
from server.web.edge.authorization import COOKIE
from tests.server.live.following import on_loopback
from tests.support.forms import form_of
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.phones import hall_with_phones, received
from tests.support.routes import authorized_routes
from tests.support.secrecy import addresses
from tests.support.served import DIRECTOR, everybody, opened, opened_match, served_match

MATCH = "/hall/t/club/matches/1"
SEND = "/api/t/club/matches/1/director/note"
NOTE = "Wait for the second timer zorkmid"
SHOWN = f"To this table, from Director: {NOTE}"
AT = {"attempt": 1, "reason": "the hall is closed"}


async def _sent(director: httpx.AsyncClient, text: str = NOTE, room: str = "closed") -> None:
    answer = await director.post(SEND, json={"room": room, "text": text})
    assert answer.json() == {"events": ["RoomNoteSent"]}


async def test_the_phone_of_that_room_shows_the_latest_until_it_is_taken_back(
    tmp_path: Path,
) -> None:
    async with (
        hall_with_phones(tmp_path) as hall,
        hall.seated(Room.OPEN) as one,
        hall.seated(Room.CLOSED) as other,
        one.at_table() as opened_table,
        other.at_table() as closed_table,
        hall.served.client(DIRECTOR) as director,
    ):
        for table in (opened_table, closed_table):
            await table.until(received(wire.Wait))
        before, infos = dict(closed_table.infos[-1]), len(opened_table.infos)
        await _sent(director)
        await closed_table.until_info(lambda info: info["announcements"])
        now = dict(closed_table.infos[-1])
        (first,) = now.pop("announcements")
        assert first["text"] == SHOWN
        assert now == {name: each for name, each in before.items() if name != "announcements"}
        await _sent(director, "Go on")
        await closed_table.until_info(lambda info: "Go on" in str(info["announcements"]))
        (second,) = closed_table.infos[-1]["announcements"]
        assert second["key"] != first["key"]
        await _sent(director, "  ")
        await closed_table.until_info(lambda info: not info["announcements"])
        assert len(opened_table.infos) == infos
        assert (await one.info()).json()["info"]["announcements"] == []


async def test_operators_see_who_sent_it_and_the_room_itself_reads_it(tmp_path: Path) -> None:
    shown_to = {"operator": MATCH, "clerk of closed": "/room", "player in closed": "/seat"}
    hidden_from = {
        "clerk of open": "/room",
        "player in open": "/seat",
        "captain of Compass": "/captain",
    }
    async with opened_match(tmp_path) as (served, director):
        await _sent(director)
        for who, address in {**shown_to, **hidden_from}.items():
            async with served.client(everybody(1)[who]) as client:
                page = (await client.get(address)).text
                assert (NOTE in page) is (who in shown_to), who
                assert ("<bdi>Director</bdi>" in page) is (who in shown_to), who
        await _sent(director, "")
        assert NOTE not in (await director.get(MATCH)).text
        log = (await director.get(f"{MATCH}/log?about=director&room=closed")).text
        assert f"Note to the table from Director: {NOTE}" in log
        assert "Director took back the note to the table" in log
        assert NOTE not in (await director.get("/hall/t/club/tournament/entries")).text


async def test_open_pages_are_told_at_once(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, director), on_loopback(served.app) as port:
        own = f"127.0.0.1:{port}"
        headers = {
            "origin": f"http://{own}",
            "cookie": f"{COOKIE}={await served.session(DIRECTOR)}",
        }
        async with connect(f"ws://{own}{MATCH}/live", additional_headers=headers) as socket:
            assert NOTE not in str(await socket.recv())
            await _sent(director)
            assert NOTE in str(await socket.recv())


async def test_the_form_warns_and_sends_and_an_empty_one_takes_back(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (_, director):
        page = await director.get(f"{MATCH}/orders/note")
        assert "The closed room reads what you send there" in page.text
        assert 'name="reason"' not in page.text
        form: dict[str, Any] = form_of(page, f"{MATCH}/orders/note")
        refused = await director.post(
            f"{MATCH}/orders/note", data={**form, "room": "closed", "text": "x" * 281}
        )
        assert refused.status_code == 422
        assert "x" * 281 in refused.text
        for text, here in ((NOTE, True), ("", False)):
            fields = form_of(await director.get(f"{MATCH}/orders/note"), f"{MATCH}/orders/note")
            answer = await director.post(
                f"{MATCH}/orders/note", data={**fields, "room": "closed", "text": text}
            )
            assert answer.status_code == 303, answer.text
            assert (NOTE in (await director.get(MATCH)).text) is here


async def test_what_cannot_be_sent_is_refused(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (director, hall, number):
        for body in (
            {"room": "closed", "text": "x" * 281},
            {"room": "hall", "text": NOTE},
            {"room": "closed", "text": "\u202e"},
            {"room": "closed"},
        ):
            assert (await director.post(SEND, json=body)).status_code == 422, body
        none = await director.post(SEND, json={"room": "closed", "text": ""})
        assert none.status_code == 409
        assert "no note stands there" in none.text
        note = {"room": "open", "text": NOTE}
        unknown = await director.post(SEND.replace("/1/", "/9/"), json=note)
        assert unknown.status_code == 404
        play = {"white": "Brook", "red": "Stonely", "length": 3}
        single = await director.post("/api/t/club/matches/match-play", json=play)
        assert single.status_code == 201, single.text
        at_one = SEND.replace("/1/", f"/{single.json()['number']}/")
        no_room = await director.post(at_one, json={"room": "closed", "text": NOTE})
        assert no_room.status_code == 409
        assert no_room.json()["field"] == "room"
        assert (await director.post(at_one, json=note)).status_code == 200
        for game in range(1, 5):
            await director.post(
                f"/api/t/club/matches/{number}/director/cancel-game", json={**AT, "game": game}
            )
        assert hall.match(match_id(number)).record.is_over
        over = await director.post(SEND, json=note)
        assert over.json()["code"] == "match_over"


async def test_directors_alone_send_one_and_nobody_who_plays_there(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, director):
        body = {"room": "closed", "text": "They rolled 6-6"}
        for who, visitor in everybody(1).items():
            async with served.client(visitor) as client:
                answer = await client.post(SEND, json=body)
                assert (answer.status_code == 200) is (who == "director"), (who, answer.text)
        await _sent(director)
        line_up = served.hall.match(match_id(1)).record.line_ups["Rudder"]
        async with served.client(Visitor(Role.DIRECTOR, line_up.open_player)) as player:
            refused = await player.post(SEND, json=body)
            assert refused.status_code == 403
            assert "you play in match 1" in refused.text
            for page in (MATCH, f"{MATCH}/log", f"{MATCH}/orders/note", "/hall"):
                assert NOTE not in (await player.get(page)).text, page
            assert NOTE not in (await player.get("/hall/t/club/tournament/entries")).text
        assert NOTE in (await director.get(MATCH)).text


async def test_it_stands_again_after_a_restart(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (_, director):
        await _sent(director)
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        assert NOTE in (await director.get(MATCH)).text
        await _sent(director, "")
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        assert NOTE not in (await director.get(MATCH)).text


async def test_no_address_tells_the_public_of_it(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, director), served.client() as public:
        for room in Room:
            await _sent(director, room=room.value)
        routes = [each.path for each in authorized_routes(served.app) if each.method == "GET"]
        for address in (addresses(path)[0] for path in routes):
            assert "zorkmid" not in (await public.get(address)).text, address


async def test_no_ledger_and_no_archive_of_the_match_has_it(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, director):
        for room in Room:
            await _sent(director, room=room.value)
        for game in range(1, 5):
            await director.post(
                "/api/t/club/matches/1/director/cancel-game", json={**AT, "game": game}
            )
        async with served.client() as public:
            for part in ("ledger.json", "protocol.json", "live.json"):
                assert "zorkmid" not in (await public.get(f"/t/club/matches/1/{part}")).text, part
        (tournament,) = served.hall.tournaments.names
    log = await SqliteEventLog.open(tmp_path / "log.sqlite3")
    assert b"zorkmid" in b"".join(
        repr(each.event).encode() for each in await log.read(desk_stream(tournament))
    )
    archived = await archived_tournament(log, "club", persons={}, running=True)
    await log.close()
    assert {*archived.streams} == {tournament_stream(tournament), match_stream(match_id(1))}
    lines = b"".join(archive_lines(archived.archive, archived.streams))
    await verified_archive(read_archive(io.BytesIO(lines)))
    assert b"zorkmid" not in lines
    assert person_id("Director").text.encode() in lines
