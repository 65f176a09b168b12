"""A match without boards, kept by hand from its set-up to its signed form (ruling 15)."""

import csv
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from rules.match_files.mat_reader import read_mat
from rules.room import Room
from rules.scoring.teams import TeamPlace, side_of
from server.access import Role, Visitor
from tests.server.web.hall.test_console import seen
from tests.support.commands import schedule_match_play
from tests.support.forms import form_of
from tests.support.persons import person_id, sign_in_name
from tests.support.served import (
    DIRECTOR,
    Served,
    line_up_of,
    opened,
    opened_match,
    result_seen,
    results_seen,
    served_hall,
    served_match,
    started_match,
)

GOLDEN = Path(__file__).parents[3] / "golden"
CLERK = Visitor(Role.CLERK, person_id("Clerk of the open room"), Room.OPEN)
OPERATOR = Visitor(Role.OPERATOR, person_id("Olena"))
MARKED = ("mark", "decided", "confirmation")
"""What a form says besides of a result that was kept by hand."""


def the_final() -> list[dict[str, Any]]:
    """The results of the final of 2008, as the API takes them."""
    teams = {"Kharkov": TeamPlace.HOME, "Moscow": TeamPlace.AWAY}
    with (GOLDEN / "protocol_final.csv").open(encoding="utf-8", newline="") as file:
        return [_entry(row, teams) for row in csv.DictReader(file)]


def _entry(row: dict[str, str], teams: dict[str, TeamPlace]) -> dict[str, Any]:
    room = Room(row["room"])
    white, red = row["opening"].split(":")
    owner = side_of(teams[row["owner"]], room).value if row["owner"] else None
    return {
        "game": int(row["game"]),
        "attempt": 1,
        "room": room.value,
        "loser": side_of(teams[row["winner"]].opponent, room).value,
        "ending": row["ended"],
        "left": int(row["left"]),
        "cube": int(row["cube"]),
        "owner": owner,
        "opening": [int(white), int(red)],
    }


async def kept(client: httpx.AsyncClient, entries: list[dict[str, Any]]) -> None:
    for entry in entries:
        answer = await client.post("/api/t/club/matches/1/results/by-hand", json=entry)
        assert answer.json()["events"][0] == "ResultEntered", answer.text


async def confirmed(client: httpx.AsyncClient) -> None:
    """Every result that waits for it, in that client's name."""
    for each in (await client.get("/api/t/club/matches/1")).json()["results"]:
        named = {name: each[name] for name in ("game", "attempt", "room", "result")}
        answer = await client.post("/api/t/club/matches/1/results", json=named)
        assert answer.json()["events"] == ["ResultConfirmed"], answer.text


def unmarked(view: dict[str, Any]) -> dict[str, Any]:
    rows = [{k: v for k, v in row.items() if k not in MARKED} for row in view["rows"]]
    heading = ("event", "match", "roll_sets", "state", "recorded", "ledger_head", "notes")
    left_out = {*heading, "played", "signatures"}
    return {**{k: v for k, v in view.items() if k not in left_out}, "rows": rows}


TEAMS = {
    "Kharkov": ("Jakob Garal", "Alexandr Krasov"),
    "Moscow": ("Sergei Chertkov", "Vladimir Chelter"),
}
"""Who sat in the open and in the closed room of the final of 2008, home first."""


async def lined_up(client: httpx.AsyncClient) -> None:
    """The final as match 1, before its first game."""
    for name, players in TEAMS.items():
        await client.post("/api/t/club/teams", json={"name": name, "players": players})
    home, away = TEAMS
    await client.post("/api/t/club/matches", json={"home": home, "away": away, "games": 6})
    for name, (open_player, closed_player) in TEAMS.items():
        line_up = line_up_of(name, open_player, closed_player)
        answer = await client.post("/api/t/club/matches/1/line-ups", json=line_up)
        assert answer.status_code == 200, answer.text


async def signed(client: httpx.AsyncClient) -> None:
    """Both teams sign it."""
    for team, (by, _) in TEAMS.items():
        given = {"team": team, "by": by, "results": await results_seen(client)}
        answer = await client.post("/api/t/club/matches/1/signatures", json=given)
        assert answer.json()["events"] == ["MatchSigned"]


async def test_the_final_of_2008_kept_by_hand_gives_its_protocol_but_for_its_marks(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await lined_up(director)
        await kept(director, the_final())
        early = await director.post(
            "/api/t/club/matches/1/signatures",
            json={"team": "Kharkov", "by": "Garal", "results": await results_seen(director)},
        )
        assert "the open room's result of game 1 is unconfirmed" in early.text
        async with served.client(OPERATOR) as second:
            await confirmed(second)
        await signed(director)
        view = (await director.get("/api/t/club/matches/1/protocol.json")).json()
    golden = json.loads((GOLDEN / "protocol_final_view.json").read_text(encoding="utf-8"))
    assert unmarked(view) == unmarked(golden)
    assert view["state"] == "signed"
    (note, *unowned) = view["notes"]
    assert note.startswith("a: recorded by hand, entered by Director, ")
    assert note.endswith(" – confirmed by Olena")
    assert unowned == golden["notes"]
    assert {(row["mark"], row["confirmation"]) for row in view["rows"]} == {("a", "Olena")}


def sheet_of_the_final() -> dict[str, str]:
    """The same as the fields of the sheet's form: line-ups by the first names that are offered."""
    fields = dict[str, str]()
    with (GOLDEN / "protocol_final.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            at = f"{row['room']}-{row['game']}"
            place = dict(zip(TEAMS, ("home", "away"), strict=True))
            owner = f"-{place[row['owner']]}" if row["owner"] else ""
            fields[f"opening-{row['game']}"] = row["opening"]
            fields |= {
                f"{at}-winner": place[row["winner"]],
                f"{at}-ending": row["ended"],
                f"{at}-left": row["left"],
                f"{at}-cube": row["cube"] + owner,
            }
    return fields


async def test_the_final_of_2008_on_its_sheet_gives_its_protocol_but_for_its_marks(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await lined_up(director)
        sheet = "/hall/t/club/matches/1/sheet"
        answer = await director.post(sheet, data=sheet_of_the_final())
        assert answer.status_code == 303, answer.text
        own = await director.get(sheet)
        assert "12 results that you entered still have to be confirmed" in own.text
        assert "13–17: difference 7–9, column 12 results" in own.text
        async with served.client(OPERATOR) as second:
            fields = form_of(await second.get(sheet), f"{sheet}/confirmation")
            answer = await second.post(f"{sheet}/confirmation", data=fields)
            assert answer.status_code == 303, answer.text
        for team, (by, _) in TEAMS.items():
            given = {"team": team, "by": by, "results": await results_seen(director)}
            await director.post("/api/t/club/matches/1/signatures", json=given)
        view = (await director.get("/api/t/club/matches/1/protocol.json")).json()
    golden = json.loads((GOLDEN / "protocol_final_view.json").read_text(encoding="utf-8"))
    assert unmarked(view) == unmarked(golden)
    assert view["state"] == "signed"


async def test_every_fault_of_a_sheet_stands_at_its_cell_in_the_words_of_its_list(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await lined_up(director)
        wrong = {
            "open-2-ending": "bearoff",
            "open-2-left": "15",
            "closed-3-ending": "gammon",
            "closed-3-left": "4",
            "closed-4-winner": "",
            "opening-5": "3:3",
        }
        sheet = "/hall/t/club/matches/1/sheet"
        answer = await director.post(sheet, data=sheet_of_the_final() | wrong)
        assert answer.status_code == 422
        for cell in ("open-2-left", "closed-3-left", "closed-4-winner", "opening-5"):
            assert f'id="{cell}-why"' in answer.text, cell
        assert "1 to 14 for bear-off" in seen(answer)
        assert "15 for gammon" in seen(answer)
        assert "bearoff;" not in seen(answer)


async def test_what_somebody_else_has_confirmed_meanwhile_is_refused_in_words(
    tmp_path: Path,
) -> None:
    sheet = "/hall/t/club/matches/1/sheet"
    other = Visitor(Role.OPERATOR, person_id("Marsh"))
    async with opened_match(tmp_path) as (served, director), served.client(OPERATOR) as second:
        await kept(director, the_final()[:1])
        fields = form_of(await second.get(sheet), f"{sheet}/confirmation")
        async with served.client(other) as first:
            await confirmed(first)
        refused = await second.post(f"{sheet}/confirmation", data=fields)
        assert refused.status_code == 409
        assert "this side has confirmed already" in seen(refused)


async def test_a_match_at_one_table_has_no_sheet_of_two_rooms(tmp_path: Path) -> None:
    sheet = "/hall/t/club/matches/1/sheet"
    async with served_hall(tmp_path) as (director, hall):
        await schedule_match_play(hall, white="Brook", red="Holloway", length=3)
        opened_page = await director.get(sheet)
        sent = await director.post(sheet, data={"open-1-winner": "home"})
        confirmation = await director.post(f"{sheet}/confirmation", data={"seen": "[]"})
        statuses = [each.status_code for each in (opened_page, sent, confirmation)]
        assert statuses == [404, 404, 404]


async def test_a_corrected_and_confirmed_result_says_on_every_form_who_when_and_why(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, director):
        entry, *_ = the_final()
        async with served.client(CLERK) as clerk:
            await kept(clerk, [entry])
        was = await result_seen(director)
        order = {**entry, "left": 8, "reason": "the sheet says eight", "was": was}
        await director.post("/api/t/club/matches/1/director/correct-result", json=order)
        notes = [(await director.get("/api/t/club/matches/1/protocol.json")).json()["notes"][0]]
        async with served.client(OPERATOR) as second:
            await confirmed(second)
        view = (await director.get("/api/t/club/matches/1/protocol.json")).json()
        notes.append(view["notes"][0])
        page = await director.get("/t/club/matches/1/forms/protocol.html")
    kept_by, corrected, *_ = view["rows"][0]["decided"]
    note = (
        f"a: game 1, open room: recorded by hand, "
        f"entered by {sign_in_name(CLERK)}, {kept_by['when']}; "
        f"corrected by Director, {corrected['when']}: the sheet says eight"
    )
    assert notes == [f"{note} – unconfirmed", f"{note} – confirmed by Olena"]
    assert note in seen(page)


@pytest.mark.parametrize("form", ["mat", "sgf"])
async def test_a_game_kept_by_hand_is_in_match_files_by_its_result(
    tmp_path: Path, form: str
) -> None:
    async with served_match(tmp_path) as (client, _, _):
        await kept(client, the_final()[:2])
        written = await client.get(f"/api/t/club/matches/1/open.{form}")
        assert written.status_code == 200, written.text
        if form == "mat":
            (game,) = read_mat(written.text).games
            assert game.wins is not None
            assert game.wins.points == 2


async def test_a_clerk_keeps_the_results_of_his_own_room_only(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, _):
        opened_game, closed_game, *_ = the_final()
        async with served.client(CLERK) as clerk:
            page = await clerk.get("/room")
            assert "Enter this room's result of game 1 by hand" in seen(page)
            denied = await clerk.post("/api/t/club/matches/1/results/by-hand", json=closed_game)
            assert denied.status_code == 403
            await kept(clerk, [opened_game])


async def form_of_the_final(served: Served, visitor: Visitor) -> None:
    async with served.client(visitor) as client:
        for entry in the_final():
            white, red = entry.pop("opening")
            fields = {name: str(value or "") for name, value in entry.items()}
            sent = await client.post(
                "/hall/t/club/matches/1/results-by-hand",
                data={**fields, "form": f"hand-{entry['room']}", "first": white, "second": red},
            )
            assert sent.status_code == 303, seen(sent)


async def test_a_whole_match_is_kept_by_plain_forms_and_the_pages_say_what_is_missing(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await started_match(director, games=6)
        page = seen(await director.get("/hall/t/club/matches/1"))
        assert "Enter this room's result of game 1 by hand" in page
        await form_of_the_final(served, OPERATOR)
        page = seen(await director.get("/hall/t/club/matches/1"))
        assert "Finished 13–17, results not confirmed yet" in page
        assert "Unconfirmed results" in page
        hall = seen(await director.get("/hall"))
        assert (
            "12 results have to be confirmed by someone other than the person who entered" in hall
        )
        assert "Record the signature" not in page
        for standing in (await director.get("/api/t/club/matches/1")).json()["results"]:
            place = {name: str(standing[name]) for name in ("game", "attempt", "room")}
            shown = await director.get("/hall/t/club/matches/1")
            fields = form_of(shown, "/hall/t/club/matches/1/results", **place)
            sent = await director.post("/hall/t/club/matches/1/results", data=fields)
            assert sent.status_code == 303, seen(sent)
        page = seen(await director.get("/hall/t/club/matches/1"))
        assert "Record the signature" in page
        assert "Unconfirmed results" not in page


async def test_all_results_that_wait_are_confirmed_at_once_on_the_matchs_page(
    tmp_path: Path,
) -> None:
    page, together = "/hall/t/club/matches/1", "/hall/t/club/matches/1/sheet/confirmation"
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await started_match(director, games=6)
        await form_of_the_final(served, OPERATOR)
        async with served.client(OPERATOR) as operator:
            assert "Confirm all of them" not in seen(await operator.get(page))
        answer = await director.post(together, data=form_of(await director.get(page), together))
        assert answer.status_code == 303, seen(answer)
        assert "Unconfirmed results" not in seen(await director.get(page))


async def test_a_wrong_opening_throw_is_told_beside_its_dice(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (_, director):
        opened_game, closed_game, *_ = the_final()
        await kept(director, [opened_game])
        fields = {name: str(value or "") for name, value in closed_game.items()}
        fields |= {"form": "hand-closed", "first": "3", "second": "4"}
        del fields["opening"]
        refused = await director.post("/hall/t/club/matches/1/results-by-hand", data=fields)
        assert refused.status_code == 409
        assert "3:4 is not possible; allowed: 4:3, as in the other room of game 1" in seen(refused)
