"""Whether a table records positions or dice only, set over HTTP and on the match's page."""

import html
from pathlib import Path

from rules.room import Room
from server.access import Role, Visitor
from tests.support.forms import form_of
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.served import (
    DIRECTOR,
    everybody,
    opened,
    opened_match,
    planned_match,
    served,
    served_match,
    started_match,
    throw_opening,
)

OPEN, CLOSED = (f"/api/t/club/matches/1/tables/{room.value}/recording" for room in Room)
PAGE = "/hall/t/club/matches/1"
DICE_ONLY, RECORDED = {"positions": False, "was": True}, {"positions": True, "was": False}
OPERATORS = ("director", "operator")
REFUSED = {
    "en": "positions have to be recorded: trictrac is counted from them",
    "uk": "позиції мають записуватися",
    "ru": "позиции должны записываться",
}


async def test_directors_and_operators_alone_set_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as hall:
        async with hall.client(DIRECTOR) as director:
            await started_match(director)
        match = hall.hall.match(match_id(1))
        for who, visitor in everybody(1).items():
            was = Room.CLOSED not in match.record.unrecorded
            body = {"positions": not was, "was": was}
            async with hall.client(visitor) as client:
                status = (await client.put(CLOSED, json=body)).status_code
            changed = (Room.CLOSED not in match.record.unrecorded) is not was
            assert changed is (who in OPERATORS), who
            assert (status == 200) is changed, who


async def test_each_table_is_set_by_itself_before_the_line_ups_too_and_for_good(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as client:
        await planned_match(client, games=4)
        answer = await client.put(OPEN, json=DICE_ONLY)
        assert answer.json() == {"events": ["RecordingSet"]}
    async with served(tmp_path) as client:
        kept = [(await client.get(each)).json() for each in (OPEN, CLOSED)]
        assert kept == [{"positions": each, "settable": True} for each in (False, True)]
        assert (await client.put(OPEN, json=RECORDED)).json() == {"events": ["RecordingSet"]}


async def test_sent_twice_it_is_set_once(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (hall, client):
        key = {"Idempotency-Key": "6a5f0c0e8f4b4f6d"}
        first = await client.put(OPEN, json=DICE_ONLY, headers=key)
        before = len(hall.hall.match(match_id(1)).history)
        assert (await client.put(OPEN, json=DICE_ONLY, headers=key)).json() == first.json()
        assert len(hall.hall.match(match_id(1)).history) == before


async def test_who_has_seen_another_setting_is_told_both(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, _):
        await client.put(OPEN, json=DICE_ONLY)
        late = await client.put(OPEN, json={"positions": True, "was": True})
        both = late.json()
        assert late.status_code == 409
        assert (both["field"], both["was"], both["now"]) == ("was", True, False)
        assert (await client.get(OPEN)).json()["positions"] is False


async def test_a_table_that_has_begun_keeps_what_is_set_and_the_other_one_may_change(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (hall, client):
        form = form_of(await client.get(PAGE), f"{PAGE}/recording", room="open")
        await throw_opening(hall.hall, 1, 1)
        late = await client.put(OPEN, json=DICE_ONLY)
        assert late.status_code == 409
        assert (late.json()["field"], late.json()["value"]) == ("positions", False)
        assert (await client.get(OPEN)).json() == {"positions": True, "settable": False}
        page = await client.post(f"{PAGE}/recording", data={**form, "positions": "false"})
        assert page.status_code == 409
        assert "the table has begun the match: what it records stays as it is" in page.text
        assert 'id="recording-open-positions-why"' in page.text
        assert 'value="recording-open"' not in page.text
        assert (await client.put(CLOSED, json=DICE_ONLY)).status_code == 200
        tables = (await client.get("/api/t/club/matches/1")).json()["tables"]
        assert tables["open"]["position"]
        assert tables["closed"]["position"] is None
        table = await client.get("/api/t/club/matches/1/tables/closed")
        assert table.json() == tables["closed"]


async def test_trictrac_is_recorded_and_its_page_offers_nothing_else(tmp_path: Path) -> None:
    async with opened(tmp_path) as hall, hall.client(DIRECTOR) as client:
        await started_match(client, game="trictrac")
        refused = await client.put(OPEN, json=DICE_ONLY)
        assert refused.status_code == 409
        assert refused.json()["field"] == "positions"
        assert f"{PAGE}/recording" not in (await client.get(PAGE)).text
        sent = {"form": "recording-closed", "room": "closed", "was": "true", "positions": "false"}
        for language, text in REFUSED.items():
            headers = {"accept-language": language}
            page = await client.post(f"{PAGE}/recording", data=sent, headers=headers)
            assert page.status_code == 409
            _, beside = html.unescape(page.text).split('id="recording-closed-positions-why">')
            assert text in beside.split("<")[0]
        assert not hall.hall.match(match_id(1)).record.unrecorded


async def test_an_operator_sets_it_on_the_matchs_page(tmp_path: Path) -> None:
    operator = Visitor(Role.OPERATOR, person_id("Olena"))
    async with opened_match(tmp_path) as (hall, _):
        async with hall.client(operator) as client:
            form = form_of(await client.get(PAGE), f"{PAGE}/recording", room="closed")
            sent = {**form, "positions": "false"}
            assert (await client.post(f"{PAGE}/recording", data=sent)).status_code == 303
            form = form_of(await client.get(PAGE), f"{PAGE}/recording", room="closed")
        assert form["was"] == form["positions"] == "false"
        assert hall.hall.match(match_id(1)).record.unrecorded == {Room.CLOSED}
