"""The desk's page over HTTP: ticks, waiting list, fees; and that fees and notes go nowhere."""

import io
from pathlib import Path
from typing import Any

import httpx
import pytest

from rules import commands as cmd
from rules.formats.team_event.deciding import TEAM_EVENT
from rules.room import Room
from server.access import PUBLIC, Role, Visitor
from server.archive.export_import import archived_tournament, verified_archive
from server.archive.tournament_archive import archive_lines, read_archive
from server.store.event_log.sqlite_log import SqliteEventLog
from server.values.stored_events import desk_stream, tournament_stream
from tests.support.forms import form_of
from tests.support.ids import TOURNAMENT
from tests.support.persons import person_id
from tests.support.routes import authorized_routes
from tests.support.secrecy import addresses
from tests.support.served import DIRECTOR, opened
from tests.support.team_event import EventDesk

PAGE = "/hall/t/club/tournament/entries"
EVENT_PAGE = "/hall/t/club/tournament"
API = "/api/t/club/entries"
OPERATOR = Visitor(Role.OPERATOR, person_id("Olena"))
SECRETS = ("471147100", "815081500", "zorkmid", "only the aunt pays")
"""Amounts too long to stand by chance in a hash."""


async def order(client: httpx.AsyncClient, kind: str, status: int = 303, **fields: Any) -> str:
    """Send the page's form of that order with these fields typed."""
    edit = f"?edit={fields.pop('edit')}" if "edit" in fields else ""
    page = await client.get(PAGE + edit)
    holding = {"team": fields["team"]} if "team" in fields and kind != "wait" else {}
    form = form_of(page, PAGE, order=kind, **holding)
    answer = await client.post(PAGE, data={**form, **fields})
    assert answer.status_code == status, answer.text
    return answer.text


async def paid_and_noted(client: httpx.AsyncClient) -> None:
    await EventDesk(client).set_up()
    await order(client, "terms", currency="zorkmid")
    fee: dict[str, Any] = {"due": "4711471", "paid": "8150815,00", "note": "only the aunt pays"}
    await order(client, "entry", edit="1", team="Compass", **fee)


async def test_one_click_says_that_a_team_is_present_and_another_that_it_is_not(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await EventDesk(client).set_up()
        for present in (True, False):
            await order(client, "attendance", team="Rudder")
            entries = (await client.get(API)).json()["entries"]
            assert [each["present"] for each in entries] == [False, present, False]


async def test_a_place_that_is_free_is_offered_to_the_first_who_waits(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await EventDesk(client).set_up()
        await order(client, "terms", limit="2")
        desk = (await client.get(API)).json()
        assert [each["state"] for each in desk["entries"]] == ["confirmed", "confirmed", "waiting"]
        assert desk["next"] is None
        refused = await order(client, "confirm", status=409, team="Anchor")
        assert "which is the limit" in refused
        await order(client, "wait", team="Compass")
        assert (await client.get(API)).json()["next"] == "Anchor"
        assert "Next on the waiting list: Anchor" in (await client.get(PAGE)).text
        await order(client, "confirm", team="Anchor")
        desk = (await client.get(API)).json()
        assert [each["place"] for each in desk["entries"]] == [1, None, None]


async def test_an_edit_made_from_an_older_page_is_refused_and_shows_both(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await EventDesk(client).set_up()
        old = form_of(await client.get(f"{PAGE}?edit=1"), PAGE, order="entry")
        await order(client, "entry", edit="1", team="Compass", paid="10")
        answer = await client.post(PAGE, data={**old, "paid": "20"})
        assert answer.status_code == 409
        assert "paid 0" in answer.text
        assert "paid 10" in answer.text
        assert (await client.get(API)).json()["entries"][0]["paid"] == 1000


async def test_what_is_no_amount_is_refused_beside_its_field(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await EventDesk(client).set_up()
        text = await order(client, "entry", 422, edit="1", team="Compass", due="1,500")
        assert 'id="entry-due-why"' in text
        assert "an amount such as 1500 or 12.50" in text
        assert 'value="1,500"' in text


async def test_a_scanned_code_leads_to_the_row_of_its_team(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(OPERATOR) as client:
        await EventDesk(client).set_up()
        codes = (await client.get(f"{PAGE}/codes")).text
        assert f"{PAGE}/2" in codes
        answer = await client.get(f"{PAGE}/2")
        assert answer.headers["location"] == f"{PAGE}#entry-2"
        assert 'id="entry-2"' in (await client.get(PAGE)).text


async def test_once_an_entry_was_taken_back_every_other_one_still_has_its_own_form(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await EventDesk(client).set_up()
        first, *others = served.hall.tournaments.processes[TOURNAMENT].teams
        taken_back = cmd.WithdrawEntry(team=first, reason="entered twice")
        await served.hall.commands.to_tournament(TOURNAMENT, taken_back, DIRECTOR)
        for number, team in enumerate(others, 2):
            form = form_of(await client.get(f"{PAGE}?edit={number}"), PAGE, order="entry")
            assert form["team"] == team
        assert 'name="order" value="entry"' not in (await client.get(f"{PAGE}?edit=1")).text


async def test_filter_and_order_work_without_a_script(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await EventDesk(client).set_up()
        await order(client, "attendance", team="Rudder")
        page = (await client.get(f"{PAGE}?show=missing&sort=name")).text
        rows = [team for team in ("Anchor", "Compass", "Rudder") if f"<bdi>{team}</bdi>" in page]
        assert rows == ["Anchor", "Compass"]
        assert page.index("<bdi>Anchor</bdi>") < page.index("<bdi>Compass</bdi>")


async def test_notes_are_the_directors_and_an_operator_leaves_them_as_they_are(
    tmp_path: Path,
) -> None:
    async with (
        opened(tmp_path) as served,
        served.client(DIRECTOR) as director,
        served.client(OPERATOR) as operator,
    ):
        await paid_and_noted(director)
        assert "only the aunt pays" in (await director.get(PAGE)).text
        for address in (PAGE, f"{PAGE}?edit=1", API, "/hall/t/club/tournament"):
            assert "only the aunt pays" not in (await operator.get(address)).text
        await order(operator, "entry", edit="1", team="Compass", paid="900")
        first = (await director.get(API)).json()["entries"][0]
        assert (first["paid"], first["note"]) == (90000, "only the aunt pays")
        seen = form_of(await operator.get(f"{PAGE}?edit=1"), PAGE, order="entry")
        for note in ("mine", ""):
            forged = await operator.post(PAGE, data={**seen, "note": note})
            assert forged.status_code == 403
        await order(director, "entry", edit="1", team="Compass", note="")
        assert (await director.get(API)).json()["entries"][0]["note"] == ""


@pytest.mark.parametrize(
    "visitor",
    [Visitor(Role.CLERK, person_id("Clerk"), Room.CLOSED), PUBLIC],
    ids=["clerk", "public"],
)
async def test_fees_and_notes_are_told_to_nobody_but_the_desk(
    tmp_path: Path, visitor: Visitor
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await paid_and_noted(director)
        asked = [each for each in authorized_routes(served.app) if each.method == "GET"]
        from_code = ("/docs", "/openapi")
        routes = [each.path for each in asked if not each.path.startswith(from_code)]
        async with served.client(visitor) as client:
            for address in (addresses(path)[0] for path in routes):
                text = (await client.get(address)).text
                assert not [each for each in SECRETS if each in text], address


async def test_an_archive_verifies_and_holds_the_entries_but_no_fee_and_no_note(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await paid_and_noted(client)
        await order(client, "attendance", team="Compass")
        (tournament,) = served.hall.tournaments.names
    log = await SqliteEventLog.open(tmp_path / "log.sqlite3")
    assert desk_stream(tournament) in await log.heads()
    archived = await archived_tournament(log, "club", persons={}, running=False)
    await log.close()
    assert [*archived.streams] == [tournament_stream(tournament)]
    lines = [*archive_lines(archived.archive, archived.streams)]
    archive = await verified_archive(read_archive(io.BytesIO(b"".join(lines))))
    assert TEAM_EVENT.of(archive.states).entries.present == {"Compass"}
    assert not [each for each in SECRETS if each in b"".join(lines).decode()]


async def test_who_is_not_present_is_ticked_as_absent_and_named_and_who_waits_is_not_drawn(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await EventDesk(client).set_up()
        body = {"name": "Keel", "players": ["Ash", "Elm"]}
        await client.post("/api/t/club/teams", json=body)
        await order(client, "terms", limit="3")
        assert "checked" not in await draw_form(client)
        for team in ("Compass", "Rudder"):
            await order(client, "attendance", team=team)
        form = await draw_form(client)
        assert "ticked as absent: Anchor." in form
        assert "on the waiting list: Keel." in form
        assert 'value="Keel"' not in form
        fields = {"order": "draw", "form": "draw-1", "stage": "1", "absent-3": "Anchor"}
        assert (await client.post(EVENT_PAGE, data=fields)).status_code == 303
        assert "Absent at the draw: Anchor" in (await client.get(EVENT_PAGE)).text
        stage = (await client.get("/api/t/club/event")).json()["stages"][0]
        pairs = {(each["home"], each["away"]) for each in stage["rounds"][0]["pairings"]}
        assert [{*pair} for pair in pairs] == [{"Compass", "Rudder"}]


async def draw_form(client: httpx.AsyncClient) -> str:
    """The form of the first stage's draw."""
    page = (await client.get(EVENT_PAGE)).text
    return page.partition('class="entrants"')[2].partition("</form>")[0]


async def test_entries_are_there_again_after_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await paid_and_noted(client)
        before = (await client.get(API)).json()
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        assert (await client.get(API)).json() == before
