"""Every form by its name: in which formats, of which parts, in how many languages."""

from pathlib import Path

import pytest

from server.settings import ServerAddresses
from server.views.printable import MEDIA_TYPES, FormFormat
from tests.support.extra_walks import every_printable
from tests.support.needs import PDFINFO
from tests.support.part_services import change_services
from tests.support.pdf_structure import pdf_info, structure
from tests.support.served import (
    DIRECTOR,
    everybody,
    opened,
    opened_match,
    served,
    served_match,
    started_match,
)


def test_every_form_has_a_name_of_its_own() -> None:
    kinds = [each.kind for each in every_printable()]
    assert len(set(kinds)) == len(kinds)


async def test_a_form_or_format_that_is_not_there_is_refused_with_those_that_are(
    tmp_path: Path,
) -> None:
    async with served_match(tmp_path) as (client, _, _):
        for address, field, allowed in (
            ("/t/club/forms/minutes.pdf", "form", "standings"),
            ("/t/club/forms/protocol.pdf", "form", "standings"),
            ("/t/club/forms/house-rules.csv", "format", "pdf"),
            ("/t/club/matches/1/forms/standings.pdf", "form", "protocol"),
            ("/t/club/matches/1/forms/protocol.docx", "form", "protocol"),
        ):
            answer = await client.get(address)
            assert answer.status_code == 404, address
            refusal = answer.json()
            assert (refusal["field"], allowed in refusal["allowed"]) == (field, True), refusal


@PDFINFO.required
async def test_a_printed_form_leads_to_its_live_page_where_a_public_address_is_set(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, client):
        file = tmp_path / "form.pdf"
        for public_url, led in (("", False), ("https://yalta.example.org", True)):
            change_services(served.app, addresses=ServerAddresses(public_url))
            for place in (
                "forms/standings",
                "forms/schedule",
                "forms/ranking",
                "matches/1/forms/protocol",
            ):
                file.write_bytes((await client.get(f"/t/club/{place}.pdf")).content)
                assert ("Figure" in pdf_info(file, "-struct")) is led, (place, public_url)
                page = (await client.get(f"/t/club/{place}")).text
                assert ('<a class="qr" href="https://yalta.example.org/t/club' in page) is led


async def test_a_page_in_two_languages_is_the_same_form_with_both_beside_each_other(
    tmp_path: Path,
) -> None:
    async with served_match(tmp_path) as (client, _, _):
        for place in ("forms/standings", "matches/1/forms/protocol"):
            one = await client.get(f"/t/club/{place}?language=en")
            both = await client.get(f"/t/club/{place}?language=en&second=uk")
            assert both.status_code == 200, both.text
            assert '<span class="second" lang="uk">' in both.text
            assert '<span class="second"' not in one.text
        assert "Протокол матчу</span></h1>" in both.text
        assert (await client.get("/t/club/forms/standings?language=uk&second=uk")).text.count(
            '<span class="second"'
        ) == 0


async def test_every_form_for_everybody_is_there_in_every_format(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, _):
        for form_format in FormFormat:
            for place in ("forms/standings", "matches/1/forms/protocol"):
                answer = await client.get(f"/t/club/{place}.{form_format.value}")
                assert answer.status_code == 200, (place, form_format)
                assert answer.headers["content-type"].startswith(MEDIA_TYPES[form_format])
                assert answer.content == (await client.get(answer.url)).content


@pytest.mark.long
@PDFINFO.required
async def test_every_form_of_figures_is_tagged_with_its_heading_and_the_heads_of_its_tables(
    tmp_path: Path,
) -> None:
    async with served(tmp_path / "records") as client:
        await started_match(client)
        file = tmp_path / "form.pdf"
        for each in (each for each in every_printable() if each.public):
            place = "matches/1/forms" if each.scope.of_match else "forms"
            answer = await client.get(f"/t/club/{place}/{each.kind}.pdf")
            if answer.status_code == 404:
                assert answer.json()["field"] in ("player", "team", "round", "game"), each.kind
                continue
            assert answer.status_code == 200, each.kind
            file.write_bytes(answer.content)
            assert "Tagged:          yes" in pdf_info(file), each.kind
            lines = structure(file)
            assert any(line.startswith("# ") for line in lines), each.kind
            rows = [line[0] for line in lines if line[:1] in ("!", "|")]
            assert rows[:1] in ([], ["!"]), each.kind


async def test_whoever_sits_in_the_closed_room_is_shown_no_form_of_the_public(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, _):
        for name in ("player in closed", "clerk of closed", "phone in closed"):
            async with served.client(everybody(1)[name]) as client:
                for address in ("forms/standings.pdf", "matches/1/forms/protocol.json"):
                    answer = await client.get(f"/t/club/{address}")
                    assert answer.status_code == 403, (name, address)


SHEETS = (
    "forms/signs",
    "forms/house-rules",
    "forms/where",
    "forms/player-plates",
    "forms/team-plates",
    "forms/table-plates",
    "forms/table-cards",
    "forms/first-three",
    "forms/call-slips",
    "forms/ruling-slips",
    "forms/empty-board",
    "matches/1/forms/score-sheet",
    "matches/1/forms/blank-protocol",
    "matches/1/forms/board",
)


@pytest.mark.long
@PDFINFO.required
async def test_a_clerks_position_sheets_are_in_two_languages_where_that_is_asked(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as file:
        async with file.client(DIRECTOR) as director:
            await started_match(director)
        async with file.client(everybody(1)["clerk of closed"]) as clerk:
            for address, language, both in (
                ("/hall/t/club/matches/1/tables/closed/position-sheet.pdf", "uk", True),
                ("/hall/position-sheets/closed.pdf", "en", False),
            ):
                printed = await clerk.get(f"{address}?second={language}")
                sheet = tmp_path / "sheet.pdf"
                sheet.write_bytes(printed.content)
                text = pdf_info(sheet, "-struct-text")
                assert "Position sheet" in text
                assert ("Аркуш позиції" in text) is both


async def test_sheets_for_the_hall_are_on_paper_only(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, _):
        for place in SHEETS:
            address = f"/t/club/{place}"
            printed = await client.get(f"{address}.pdf?language=uk&second=en&paper=a5")
            assert printed.content.startswith(b"%PDF"), address
            page = await client.get(address)
            assert (page.status_code, page.json()["allowed"]) == (404, "pdf")


async def test_a_match_to_points_has_one_plate_and_the_board_of_its_one_table(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        match = {"white": "Robin Brook", "red": "Alex Fields", "length": 3}
        await client.post("/api/t/club/matches/match-play", json=match)
        plates = await client.get("/t/club/forms/table-plates.pdf")
        assert plates.content.startswith(b"%PDF")
        board = await client.get("/t/club/matches/1/forms/board.pdf")
        assert board.content.startswith(b"%PDF")
        refused = await client.get("/t/club/matches/1/forms/board.pdf?room=closed")
        assert refused.status_code in (404, 409)
        assert "one that has begun, and a room of it" in refused.text


async def test_a_part_that_is_not_there_is_refused_by_its_field(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, _):
        for query, field in (
            ("forms/table-plates.pdf?round=3", "round"),
            ("forms/team-plates.pdf?team=Nobody", "team"),
            ("forms/player-plates.pdf?player=Nobody", "player"),
            ("forms/standings.csv?second=uk", "second"),
        ):
            answer = await client.get(f"/t/club/{query}")
            assert answer.status_code in (404, 409), query
            assert answer.json()["field"] == field
        for query in ("paper=a3", "second=la", "round=0"):
            answer = await client.get(f"/t/club/forms/signs.pdf?{query}")
            assert answer.status_code == 422, query


async def test_the_public_gets_the_house_rules_and_no_board(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, _), served.client() as public:
        assert (await public.get("/t/club/forms/house-rules.pdf")).status_code == 200
        assert (await public.get("/t/club/matches/1/forms/board.pdf")).status_code == 401
        assert (await public.get("/t/club/forms/player-plates.pdf")).status_code == 401
