"""Addresses of pages that were called otherwise lead to where the pages are."""

from pathlib import Path

from tests.support.forms import form_of
from tests.support.served import DIRECTOR, opened, two_teams


async def test_an_address_of_before_leads_to_that_of_now_with_all_that_was_asked(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await two_teams(client)
        for before, now in (
            ("/events", "/tournaments"),
            ("/hall/event?a=1", "/hall/tournament?a=1"),
            ("/hall/t/club/event", "/hall/t/club/tournament"),
            ("/hall/t/club/event/rounds/1/2?x=y", "/hall/t/club/tournament/rounds/1/2?x=y"),
            ("/hall/t/event/event/entries", "/hall/t/event/tournament/entries"),
        ):
            answer = await client.get(before)
            assert (answer.status_code, answer.headers["location"]) == (308, now)


async def test_a_form_that_was_opened_before_is_taken_where_its_page_is_now(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await two_teams(client)
        page = await client.get("/hall/t/club/tournament/set-up")
        form = form_of(page, "/hall/t/club/tournament", order="describe")
        fields = {**form, "title": "Moved Cup"}
        answer = await client.post("/hall/t/club/event", data=fields)
        assert answer.status_code == 308
        taken = await client.post(answer.headers["location"], data=fields)
        assert taken.status_code == 303, taken.text
        assert "Moved Cup" in (await client.get("/hall/t/club/tournament")).text
