"""`yalta tournament results` and `site`: what a tournament came to, outside the server."""

import asyncio
import csv
import io
import json
import re
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner, Result

from rules import commands as cmd
from server.views.people.prints import COLUMNS, person_csv, person_rows, person_xlsx
from tests.support.golden_records import UNDER_WAY, golden, restored
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, opened
from yalta.cli import application


def event(*arguments: object) -> Result:
    return CliRunner().invoke(application("tournament"), ["tournament", *map(str, arguments)])


def rows_of(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


@pytest.fixture
def records(tmp_path: Path) -> Path:
    return restored("0.2.0", tmp_path / "records")


def form(match: int) -> dict[str, Any]:
    """The protocol of a golden match."""
    shown: dict[str, str] = golden("0.2.0", "shown")
    protocol: dict[str, Any] = json.loads(shown[f"/t/club/matches/{match}/protocol.json"])
    return protocol


def test_what_persons_came_to_adds_up_to_what_their_teams_did(
    records: Path, tmp_path: Path
) -> None:
    done = event("results", "club", "--output", tmp_path / "r.csv", "--data", records)
    assert (done.exit_code, done.stderr) == (0, "")
    rows = rows_of((tmp_path / "r.csv").read_bytes())
    duplicate = [row for row in rows if row["kind"] == "duplicate"]
    protocol = form(1)
    for side in ("home", "away"):
        players = {seat["players"] for seat in protocol[side]["seats"]}
        team = [row for row in duplicate if row["person"] in players]
        assert len(team) == 2
        for unit in ("smp", "imp"):
            assert sum(int(row[f"{unit}_for"]) for row in team) == protocol[side][unit]
    assert {int(row["games"]) for row in duplicate} == {4}
    assert sum(int(row["won"]) for row in duplicate) == 8
    to_points = [row for row in rows if row["kind"] == "to points"]
    assert sorted(int(row["points_for"]) for row in to_points) == [0, 3]


def test_federation_numbers_stand_beside_names_but_not_of_who_is_hidden(
    records: Path, tmp_path: Path
) -> None:
    async def known() -> None:
        async with opened(records) as served:
            for name, hidden in (("Brook", False), ("Fields", True)):
                person = person_id(name)
                add = cmd.AddPerson(
                    person=person,
                    names=(f"=Ivan {name}",),
                    club="Odesa",
                    country="UA",
                    federation_number=f"UA-{name}",
                )
                await served.hall.commands.to_persons(add, DIRECTOR)
                if hidden:
                    hide = cmd.HidePerson(person=person, hidden=True)
                    await served.hall.commands.to_persons(hide, DIRECTOR)

    asyncio.run(known())
    assert (
        event("results", "club", "--output", tmp_path / "r.csv", "--data", records).exit_code == 0
    )
    rows = {row["person"]: row for row in rows_of((tmp_path / "r.csv").read_bytes())}
    brook, fields = rows["Brook"], rows["Fields"]
    assert (brook["name"], brook["federation_number"], brook["club"]) == (
        "'=Ivan Brook",
        "UA-Brook",
        "Odesa",
    )
    assert (fields["federation_number"], fields["club"], fields["country"]) == ("", "", "")
    assert "Fields" not in fields["name"]


def test_a_workbook_holds_texts_as_texts_and_figures_as_figures() -> None:
    rows = [["a1", "=1+1", "UA-7", "", "", "backgammon", "duplicate", *range(9)]]
    with ZipFile(io.BytesIO(person_xlsx(rows))) as workbook:
        sheet = workbook.read("xl/worksheets/sheet1.xml").decode()
        texts = workbook.read("xl/sharedStrings.xml").decode()
    assert "<f>" not in sheet
    assert "<t>=1+1</t>" in texts
    assert re.search(r'<c r="P2"><v>8</v></c>', sheet)
    assert person_csv(rows).decode("utf-8-sig").splitlines()[0] == ",".join(COLUMNS)
    assert person_rows([], names=None) == []  # type: ignore[arg-type]


def test_a_site_holds_what_is_over_with_forms_files_and_ledgers(
    records: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    done = event("site", "club", "--output", site, "--data", records, "--language", "uk")
    assert (done.exit_code, done.stderr) == (0, "")
    index = (site / "index.html").read_text(encoding="utf-8")
    linked = set(re.findall(r'href="([^"]+)"', index))
    assert linked == {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()} - {
        "index.html"
    }
    assert 'lang="uk"' in index
    assert "24 : 6" in index
    assert not (site / "matches" / str(UNDER_WAY)).exists()
    assert form(1)["ledger_head"] in (site / "matches/1/index.html").read_text(encoding="utf-8")
    checked = CliRunner().invoke(
        application("ledger"), ["ledger", "verify", str(site / "matches/1/ledger.jsonl")]
    )
    assert checked.exit_code == 0, checked.stdout
    shown: dict[str, str] = golden("0.2.0", "shown")
    assert (site / "matches/1/open.mat").read_text() == shown["/api/t/club/matches/1/open.mat"]


def test_a_site_names_the_side_that_is_black_on_paper_by_its_printed_colour(
    records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YALTA_SECOND_COLOUR", "black")
    site = tmp_path / "site"
    assert event("site", "club", "--output", site, "--data", records).exit_code == 0
    form = (site / "matches/1/index.html").read_text(encoding="utf-8")
    assert "Open room, Black" in form
    assert "Open room, Red" not in form


def test_nothing_secret_of_a_match_under_way_is_in_a_site(records: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert event("site", "club", "--output", site, "--data", records).exit_code == 0
    everything = b"".join(path.read_bytes() for path in site.rglob("*") if path.is_file())
    assert f"/match/{UNDER_WAY}".encode() not in everything
    index = (site / "index.html").read_text(encoding="utf-8")
    assert re.search(rf'<th scope="row">{UNDER_WAY}</th>.*–', index)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("results", "club", "--output", "r.txt"), "a name in .csv or .xlsx"),
        (("results", "nobody", "--output", "r.csv"), "allowed: club"),
        (("results", "club", "--output", "absent/r.csv"), "absent/r.csv cannot be written: No"),
        (("site", "club", "--output", "full"), "is there already"),
        (("site", "club", "--output", "absent/site"), "cannot be written"),
    ],
)
def test_what_cannot_be_written_is_refused_and_nothing_is_left(
    arguments: tuple[str, ...], why: str, records: Path, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "kept").write_text("kept")
    refused = event(*arguments, "--data", records)
    assert refused.exit_code == 2
    assert why in refused.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"full", "records"}
