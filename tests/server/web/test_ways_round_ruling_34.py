"""Who plays in a match is shown nothing of it, however the match is asked for (ruling 34)."""

from pathlib import Path
from urllib.parse import quote

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from rules import commands as cmd
from rules.room import Room
from rules.tables import readings as rd
from server.access import PUBLIC, Role, Visitor
from server.web.edge.authorization import DEVICE_COOKIE
from tests.server.live.following import on_loopback
from tests.support.account_commands import given_key
from tests.support.commands import assign_board, schedule
from tests.support.forms import one_line
from tests.support.ids import TOURNAMENT, match_id
from tests.support.persons import keep_persons, person_id
from tests.support.served import DIRECTOR, PHONE, opened, opened_match

ABOUT = (
    "/api/t/club/matches/{number}",
    "/t/club/matches/{number}",
    "/t/club/matches/{number}/live.json",
    "/t/club/matches/{number}/protocol.json",
    "/hall/t/club/matches/{number}",
    "/hall/t/club/matches/{number}/log",
)
RESERVE = person_id("Summers")


@pytest.mark.parametrize("number", ["+1", "1.0", "0_1", " 1", "1 ", "01", "١", "0", "-1", "1e0"])
async def test_a_number_written_otherwise_names_no_match_for_anybody(
    number: str, tmp_path: Path
) -> None:
    async with opened_match(tmp_path) as (served, _):
        seated = served.hall.match(match_id(1)).record.line_ups["Compass"].closed_player
        for visitor in (DIRECTOR, Visitor(Role.DIRECTOR, seated), PUBLIC):
            async with served.client(visitor) as client:
                for path in ABOUT:
                    answer = await client.get(path.format(number=quote(number)))
                    assert answer.status_code in (401, 404, 422), (visitor, path, answer.text)


async def test_who_plays_takes_no_key_of_a_board_of_his_match(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, _):
        hall = served.hall
        given_key(hall.board_keys, "BZ-2")
        await assign_board(hall, 1, Room.CLOSED, "BZ-2")
        seated = hall.match(match_id(1)).record.line_ups["Compass"].open_player
        async with served.client(Visitor(Role.DIRECTOR, seated)) as client:
            assert (await client.post("/api/boards/BZ-2/key")).status_code == 403
            assert (await client.delete("/api/boards/BZ-2")).status_code == 403
        async with served.client(DIRECTOR) as client:
            assert (await client.post("/api/boards/BZ-2/key")).status_code == 201


async def test_nobody_takes_himself_off_a_list_to_look_and_puts_himself_back(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, _):
        await keep_persons(served.hall.persons, ["Summers"])
        team = served.hall.tournaments.processes[TOURNAMENT].teams["Compass"]
        with_reserve = cmd.ChangeTeam(
            team="Compass", name="Compass", players=(*team, RESERVE), was=team
        )
        await served.hall.commands.to_tournament(TOURNAMENT, with_reserve, DIRECTOR)
        reserve = Visitor(Role.OPERATOR, RESERVE)
        async with served.client(reserve) as client:
            names = [each.text for each in (*team, RESERVE)]
            body = {"team": "Compass", "name": "Compass", "players": names[:2], "was": names}
            refused = await client.put("/api/t/club/teams", json=body)
            assert (refused.status_code, "you play in match 1" in refused.text) == (403, True)
            assert (await client.get("/api/t/club/matches/1")).status_code == 403
        async with served.client(DIRECTOR) as client:
            assert (await client.put("/api/t/club/teams", json=body)).status_code == 200
        async with served.client(reserve) as client:
            back = {**body, "players": names, "was": names[:2]}
            assert (await client.put("/api/t/club/teams", json=back)).status_code == 403


async def test_refusals_name_matches_and_people_as_people_do(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, client):
        for language in ("en", "uk", "ru"):
            page = await client.post(
                "/hall/t/club/matches/1/links",
                data={"team": "", "seat": "captain"},
                headers={"accept-language": language},
            )
            assert page.status_code == 409
            assert "PersonId" not in page.text
            assert "('" not in page.text.split('role="alert"')[1][:400]
        async with on_loopback(served.app) as port:
            for path, known in (
                ("/t/club/matches/99/live", "match: 99"),
                ("/live?now=none/1", "club"),
            ):
                with pytest.raises(InvalidStatus) as refused:
                    await connect(f"ws://127.0.0.1:{port}{path}")
                assert refused.value.response.status_code == 404
                body = refused.value.response.body.decode()
                assert known in body
                assert TOURNAMENT.text not in body


WATCHED = ("/", "/t/club", "/screen", "/t/club/matches/1", "/t/club/matches/1/live.json")


async def test_the_closed_rooms_phone_that_signs_out_watches_nothing_before_the_match_is_over(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, _):
        for room, watches in ((Room.OPEN, True), (Room.CLOSED, False)):
            seat = Visitor(Role.SEAT, room=room, match=match_id(1))
            async with served.client(seat) as phone:
                await phone.post("/sign-out")
                answers = {path: await phone.get(path) for path in WATCHED}
                refused = {path for path, each in answers.items() if each.status_code == 403}
                assert refused == (set() if watches else {*WATCHED})
                page = await phone.get("/", headers={"accept": "text/html"})
                said = "board in a match that is still being played"
                assert (said in page.text) is not watches
        for game in range(1, 5):
            cancel = rd.CancelGame(game=game, attempt=1, reason="the hall closes")
            await served.hall.commands.to_match(match_id(1), cancel, DIRECTOR)
        async with served.client() as phone:
            phone.cookies.set(DEVICE_COOKIE, PHONE)
            assert [(await phone.get(path)).status_code for path in WATCHED] == [200] * 5


async def test_the_only_director_on_a_team_is_told_to_make_an_account_that_can_go_on(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        for team, players in (
            ("Compass", ["Director", "Fields"]),
            ("Rudder", ["Marsh", "Stonely"]),
        ):
            body = {"name": team, "players": players}
            answer = await director.post("/api/t/club/teams", json=body)
            assert answer.status_code == 201, answer.text
        await schedule(served.hall, home="Compass", away="Rudder", games=4)
        page, links = "/hall/t/club/matches/1", "/hall/t/club/matches/1/links"
        for address, status in ((page, 200), (links, 403)):
            told = await director.get(address, headers={"accept": "text/html"})
            assert told.status_code == status
            assert 'href="/accounts">Make an account' in one_line(told.text)
        other = Visitor(Role.OPERATOR, person_id("Olena"))
        async with served.client(other) as operator:
            seats = {"team": "Compass", "open_player": "Director", "closed_player": "Fields"}
            lined_up = await operator.post(
                "/api/t/club/matches/1/line-ups", json={**seats, "was": None}
            )
            assert lined_up.status_code == 200, lined_up.text
            assert (await operator.get(links)).status_code == 200


async def test_another_matchs_page_lists_no_match_in_which_its_visitor_plays(
    tmp_path: Path,
) -> None:
    """While a match waits its page leads to others, whose own players are not led there."""
    async with opened_match(tmp_path) as (served, client):
        for team, players in (("Anchor", ("Keel", "Mast")), ("Beacon", ("Lamp", "Lens"))):
            body = {"name": team, "players": list(players)}
            assert (await client.post("/api/t/club/teams", json=body)).status_code == 201
        terms = {"home": "Anchor", "away": "Beacon", "games": 4}
        assert (await client.post("/api/t/club/matches", json=terms)).status_code == 201
        seated = served.hall.match(match_id(1)).record.line_ups["Compass"].closed_player
        led = {}
        for visitor in (PUBLIC, Visitor(Role.OPERATOR, seated)):
            async with served.client(visitor) as of_visitor:
                page = await of_visitor.get("/t/club/matches/2")
                led[visitor.role] = 'href="/t/club/matches/1"' in page.text
        assert led == {Role.PUBLIC: True, Role.OPERATOR: False}
