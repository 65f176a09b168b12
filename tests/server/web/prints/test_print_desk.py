"""The print desk: what is proposed, printed, changed since; real programs stand for `lp`."""

import re
from pathlib import Path

import httpx
import pytest

from protocol_forms.grids import Paper
from rules import events as ev
from server.access import Role, Visitor
from server.views import printers
from server.views.printable import Scope
from tests.support.commands import happen_in_tournament, register_team, schedule
from tests.support.extra_walks import every_printable
from tests.support.fake_printer import FakePrinter
from tests.support.forms import one_line
from tests.support.knockout_desk import KnockoutDesk
from tests.support.persons import person_id
from tests.support.served import (
    DIRECTOR,
    everybody,
    opened,
    opened_match,
    served,
    served_hall,
    served_match,
    started_match,
    throw_opening,
)
from tests.support.team_event import EventDesk

DESK = "/hall/t/club/prints"
ONE = {"match": ["1"], "each": ["protocol"], "language": "en", "paper": "a4", "as": "pdf"}
PAGE = {"accept": "text/html"}


async def pressed(client: httpx.AsyncClient, **fields: object) -> httpx.Response:
    return await client.post(DESK, data={**ONE, **fields}, headers=PAGE)


async def desk_text(client: httpx.AsyncClient) -> str:
    page = await client.get(DESK, headers=PAGE)
    assert page.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", page.text).split())


async def won_on_paper(client: httpx.AsyncClient) -> None:
    """The director gives the open room's result of game 1, which has begun."""
    order = {
        "game": 1,
        "attempt": 1,
        "room": "open",
        "reason": "recorded by hand",
        "loser": "red",
        "ending": "gammon",
        "left": 15,
        "cube": 2,
        "was": None,
    }
    answer = await client.post("/api/t/club/matches/1/director/correct-result", json=order)
    assert answer.status_code == 200, answer.text


@pytest.fixture
def no_printer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without `lp`, whatever this one has."""
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("no_printer")
async def test_what_was_printed_is_known_after_a_restart_and_said_to_have_changed(
    tmp_path: Path,
) -> None:
    async with served_match(tmp_path) as (client, hall, _):
        await throw_opening(hall, 1, game=1)
        assert "no printing service" in await desk_text(client)
        assert " by Director" not in await desk_text(client)
        printed = await pressed(client, form=["house-rules"])
        assert printed.content.startswith(b"%PDF")
        assert (await desk_text(client)).count("by Director – unchanged") == 2
    async with served_hall(tmp_path) as (client, hall):
        assert (await desk_text(client)).count("by Director – unchanged") == 2
        await won_on_paper(client)
        text = await desk_text(client)
        assert re.search(r"Match protocol: opened as PDF \S+ .* by Director – changed since", text)
        assert text.count("by Director – unchanged") == 1


async def test_the_desk_names_what_forms_cannot_print(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await register_team(hall, "Harbour", ("ნინო", "משה"))
        assert "Forms cannot print" not in await desk_text(client)
        await register_team(hall, "مرسى", ("王芳", "Brook"))
        text = await desk_text(client)
        assert re.search(r"write them in Latin letters: مرسى , 王芳 ", text)


async def test_a_print_goes_to_the_chosen_printer_once_however_often_it_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printer = FakePrinter(tmp_path / "bin", monkeypatch)
    async with served(tmp_path / "records") as client:
        await started_match(client)
        page = (await client.get(DESK, headers=PAGE)).text
        offered = re.findall(r'<option value="([^"]+)"[^>]*>\s*(?:Desk|Hall-Laser|Old)', page)
        assert offered == ["Hall-Laser", "Desk", "Old"]
        for _ in range(2):
            answer = await pressed(
                client,
                form=["house-rules", "signs"],
                printer="Desk",
                paper="a5",
                command_id="one-and-the-same",
                **{"as": "printer"},
            )
            assert answer.status_code == 303
        assert answer.headers["location"] == f"{DESK}?whole=1&sent=3"
        assert printer.runs == 1
        assert re.search(r"House rules PDF printed \S+ .* by Director", await desk_text(client))
        assert printer.printed.startswith(b"%PDF")
        assert printer.arguments == ["-d", "Desk", "-t", "club", "-o", "media=A5", "-"]
        sent = await client.get(answer.headers["location"], headers=PAGE)
        assert "3 forms were sent to the printer." in sent.text


async def test_a_printer_that_takes_nothing_is_told_in_words_and_nothing_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printer = FakePrinter(tmp_path / "bin", monkeypatch)
    printer.refuse()
    async with served(tmp_path / "records") as client:
        await started_match(client)
        refused = await pressed(client, printer="Desk", **{"as": "printer"})
        assert refused.status_code == 503
        assert "Desk did not print it: lp: The printer or class does not exist." in refused.text
        unknown = await pressed(client, printer="Nobody", **{"as": "printer"})
        assert (unknown.status_code, "Hall-Laser, Desk, Old" in unknown.text) == (409, True)
        assert " by Director" not in await desk_text(client)
        printer.fall_silent()
        monkeypatch.setattr(printers, "PATIENCE_FOR_LISTS", 0.05)
        assert "has not answered for 0.05 seconds" in await desk_text(client)


async def test_a_printing_service_that_answers_in_bytes_is_told_by_its_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    FakePrinter(tmp_path / "bin", monkeypatch).break_down()
    with pytest.raises(printers.PrinterFailed) as failed:
        await printers.send_to_printer(b"%PDF", "club", "Desk", Paper.A4)
    said = "Desk did not print it, and lp ended with status 3. Check the printer, or open the PDF"
    assert str(failed.value) == said


@pytest.mark.usefixtures("no_printer")
async def test_a_machine_that_cannot_print_says_to_open_the_pdf() -> None:
    with pytest.raises(printers.PrinterFailed, match="no printing service: open the PDF"):
        await printers.send_to_printer(b"%PDF", "club", "Desk", Paper.A4)


async def test_a_printing_service_that_cannot_be_started_is_told_with_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printer = FakePrinter(tmp_path / "bin", monkeypatch)
    (printer.folder / "lp").write_bytes(b"no program")
    with pytest.raises(printers.PrinterFailed, match="cannot be started: Exec format error"):
        await printers.send_to_printer(b"%PDF", "club", "Desk", Paper.A4)


@pytest.mark.usefixtures("no_printer")
async def test_a_print_that_cannot_be_made_is_refused_whole_with_what_is_allowed(
    tmp_path: Path,
) -> None:
    refused: tuple[tuple[dict[str, object], str], ...] = (
        ({"match": [], "each": []}, "1 to 300 forms"),
        ({"match": ["9"]}, "allowed: 1"),
        ({"each": []}, "needed: "),
        ({"form": ["minutes"]}, "minutes"),
        ({"paper": "a3"}, "a4, a5, letter"),
        ({"language": "la"}, "en, uk, ru"),
    )
    async with served_match(tmp_path) as (client, _, _):
        for fields, says in refused:
            answer = await pressed(client, **fields)
            assert answer.status_code == 409
            assert says in answer.text
            assert "Nothing was printed" in answer.text
        assert " by Director" not in await desk_text(client)


@pytest.mark.usefixtures("no_printer")
async def test_the_desk_is_directors_and_operators(tmp_path: Path) -> None:
    async with opened(tmp_path) as hall:
        async with hall.client(DIRECTOR) as director:
            await started_match(director)
        for name, visitor in everybody(1).items():
            async with hall.client(visitor) as client:
                allowed = name in ("director", "operator")
                for answer in (await client.get(DESK), await pressed(client)):
                    refused = answer.status_code in (401, 403, 303)
                    assert refused is not allowed, (name, answer.status_code)


@pytest.mark.usefixtures("no_printer")
async def test_whoever_plays_in_a_match_prints_none_of_its_forms(tmp_path: Path) -> None:
    async with opened(tmp_path) as hall:
        await register_team(hall.hall, "Compass", ("Brook", "Fields"))
        await register_team(hall.hall, "Rudder", ("Holloway", "Stonely"))
        await schedule(hall.hall, home="Compass", away="Rudder", games=4)
        async with hall.client(DIRECTOR) as director:
            await pressed(director)
        async with hall.client(Visitor(Role.DIRECTOR, person_id("Brook"))) as playing:
            text = await desk_text(playing)
            assert "You are playing in this match: someone else has to print its forms." in text
            assert " by Director" not in text
            assert (await pressed(playing)).status_code == 403


@pytest.mark.usefixtures("no_printer")
async def test_every_form_that_needs_no_part_can_be_printed_with_all_the_others(
    tmp_path: Path,
) -> None:
    async with served_match(tmp_path) as (client, _, _):
        scopes = (Scope.NOTHING, Scope.TEAM)
        kinds = [each.kind for each in every_printable() if each.scope in scopes]
        answer = await pressed(client, form=kinds, second="uk", paper="letter")
        assert answer.content.startswith(b"%PDF")


@pytest.mark.usefixtures("no_printer")
async def test_a_form_opened_by_its_own_link_is_a_print_and_a_later_one_names_what_it_replaces(
    tmp_path: Path,
) -> None:
    form = "/t/club/matches/1/forms/protocol"
    async with opened_match(tmp_path) as (served, client):
        await throw_opening(served.hall, 1, game=1)
        async with served.client() as anybody:
            public = await anybody.get("/t/club/matches/1/forms/protocol.pdf")
        assert public.content.startswith(b"%PDF")
        assert "Match protocol: opened" not in await desk_text(client)
        for _ in range(2):
            assert (await client.get(f"{form}.pdf")).content.startswith(b"%PDF")
        assert "by Director – unchanged" in await desk_text(client)
        assert "Replaces the protocol" not in (await client.get(form)).text
        await won_on_paper(client)
        changed = (await client.get(form)).text
        (when,) = re.findall(r"Replaces the protocol that was printed at ([\d: -]+ UTC)\.", changed)
        await client.get(f"{form}.pdf")
        assert "by Director – unchanged" in await desk_text(client)
        assert when in (await client.get(f"{form}.json")).json()["replaces_print"]
        async with served.client() as anybody:
            text = (await anybody.get("/t/club/matches/1/forms/protocol")).text
        assert "Replaces the protocol" not in text


async def test_the_desk_offers_what_the_tournament_has(tmp_path: Path) -> None:
    event = {"standings", "schedule", "cross-tables", "programme"}
    teams = {"team-plates", "player-plates", "entries"}
    knockout, ttt = {"bracket", "bracket-tree"}, {"ttt"}
    every = event | teams | knockout | ttt

    async def offered(client: httpx.AsyncClient) -> set[str]:
        page = one_line((await client.get(f"{DESK}?whole=1", headers=PAGE)).text)
        assert ('value="first-three"' in page) is ('value="standings"' in page)
        kinds = set(re.findall(r'name="form" value="([a-z-]+)"', page))
        assert {"ranking", "signs", "house-rules"} <= kinds
        return kinds & every

    async with served_hall(tmp_path) as (client, hall):
        assert await offered(client) == set()
        await EventDesk(client).set_up()
        assert await offered(client) == event | teams
        await KnockoutDesk(client).set_up()
        assert await offered(client) == every - ttt
        rules = ev.TttRulesSet(version=1, cap=25, removal_at=3, move_hours=24, text="", by="")
        await happen_in_tournament(hall, rules)
        assert await offered(client) == every


@pytest.mark.usefixtures("no_printer")
async def test_what_hangs_somewhere_is_on_the_desk_whatever_the_tournament_has(
    tmp_path: Path,
) -> None:
    async with served_match(tmp_path) as (client, _, _):
        assert 'value="ttt"' not in (await client.get(DESK, headers=PAGE)).text
        assert (await pressed(client, form=["ttt"])).status_code == 200
        assert 'value="ttt"' in (await client.get(DESK, headers=PAGE)).text


async def test_the_sheet_for_the_entrance_is_offered_where_phones_reach_the_server(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, _):
        for host, offered in (("yalta.test", True), ("127.0.0.1", False)):
            page = await client.get(f"http://{host}{DESK}?whole=1", headers=PAGE)
            assert page.status_code == 200
            assert ('name="form" value="where"' in one_line(page.text)) is offered
