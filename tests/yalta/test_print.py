"""`yalta print`: out of records, an archive and a running server, into a file and to a printer."""

import asyncio
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.server.live.following import on_loopback
from tests.support.fake_printer import FakePrinter
from tests.support.golden_records import FINISHED, restored
from tests.support.served import DIRECTOR, opened
from yalta.cli import application


def printing(*arguments: object) -> Result:
    return CliRunner().invoke(application("print"), ["print", *map(str, arguments)])


@pytest.fixture
def records(tmp_path: Path) -> Path:
    return restored("0.2.0", tmp_path / "records")


def test_a_match_and_sheets_for_the_hall_are_written_out_of_records(
    records: Path, tmp_path: Path
) -> None:
    for named, forms, says in (
        ("club", ("signs", "house-rules", "--language", "uk", "--second", "en"), "2 forms"),
        ("club", ("--all", "score-sheet", "--room", "open", "--paper", "a5"), ""),
    ):
        out = tmp_path / "written.pdf"
        done = printing(named, *forms, "--out", out, "--data", records)
        if says:
            assert (done.exit_code, done.stderr) == (0, "")
            assert done.stdout == f"{says} in {out}\n"
            assert out.read_bytes().startswith(b"%PDF")
        else:
            assert (done.exit_code, done.stdout) == (2, "")
            assert "allowed: a match of two rooms" in done.stderr


def test_a_form_of_figures_is_written_for_screens_and_spreadsheets_too(
    records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YALTA_SECOND_COLOUR", "black")
    for ending in ("html", "xlsx"):
        out = tmp_path / f"protocol.{ending}"
        done = printing(f"club/{FINISHED}", "--out", out, "--data", records)
        assert (done.exit_code, done.stderr) == (0, "")
        assert out.stat().st_size > 500
    assert "Closed room, Black" in (tmp_path / "protocol.html").read_text(encoding="utf-8")


def test_an_archive_is_printed_without_records_of_its_own(records: Path, tmp_path: Path) -> None:
    archive, out = tmp_path / "club.archive", tmp_path / "all.pdf"
    export = ["tournament", "export", "club", "--running", "--names", "--output", str(archive)]
    exported = CliRunner().invoke(application("tournament"), [*export, "--data", str(records)])
    assert exported.exit_code == 0, exported.stderr
    done = printing("club", "--all", "--from", archive, "--out", out)
    assert (done.exit_code, done.stdout) == (0, f"2 forms in {out}\n"), done.stderr
    archive.write_bytes(archive.read_bytes()[:900])
    damaged = printing("club", "--all", "--from", archive, "--out", out)
    assert (damaged.exit_code, damaged.stdout) == (2, "")
    assert str(archive) in damaged.stderr


async def test_a_form_is_had_from_a_running_server_as_everybody_sees_it(tmp_path: Path) -> None:
    restored("0.2.0", tmp_path / "records")
    async with opened(tmp_path / "records") as served, on_loopback(served.app) as port:
        address, out = f"http://127.0.0.1:{port}", tmp_path / "form.pdf"
        for arguments, status, says in (
            ((f"club/{FINISHED}", "protocol", "--second", "uk"), 0, "1 form in"),
            (("club", "standings"), 0, "1 form in"),
            (("club", "signs"), 2, "404"),
            (("club", "--all"), 0, "2 forms in"),
            ((f"club/{FINISHED}", "protocol", "room-results", "standings"), 0, "3 forms in"),
            (("club", "--all", "signs"), 2, "'signs' is not possible"),
            (("club",), 2, "the name of a form"),
            (("club", "--round", "7"), 2, "round"),
        ):
            order = (*arguments, "--from", address, "--out", out)
            done = await asyncio.to_thread(printing, *order)
            assert done.exit_code == status, done.stderr
            assert says in (done.stderr if status else done.stdout)
    gone = printing("club", "standings", "--from", "http://127.0.0.1:1", "--out", out)
    assert gone.exit_code == 2


async def test_what_was_printed_is_known_to_the_desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = restored("0.2.0", tmp_path / "records")
    printer = FakePrinter(tmp_path / "bin", monkeypatch)
    order = (f"club/{FINISHED}", "--data", folder, "--paper", "letter")
    done = await asyncio.to_thread(printing, *order)
    assert (done.exit_code, done.stdout) == (0, "club: 1 form sent to Hall-Laser\n"), done.stderr
    assert printer.printed.startswith(b"%PDF")
    assert "media=Letter" in printer.arguments
    async with opened(folder) as served, served.client(DIRECTOR) as client:
        page = await client.get("/hall/t/club/prints?whole=1", headers={"accept": "text/html"})
        assert "by command line" in page.text
    printer.refuse()
    refused = await asyncio.to_thread(printing, *order)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "Hall-Laser did not print it" in refused.stderr


def test_what_cannot_be_printed_is_refused_with_what_is_allowed(
    records: Path, tmp_path: Path
) -> None:
    refused: tuple[tuple[tuple[str, ...], str], ...] = (
        (("Club",), "NAME: 'Club' is not possible; allowed: a tournament such as club"),
        (("club",), "allowed: the name of a form, a match, --round or --all"),
        (("club", "minutes"), "FORM: 'minutes' is not possible; allowed: protocol"),
        (("club", "--round", "7"), "round: 7"),
        (("club/1", "--out", "form.txt"), "allowed: a name that ends in .html, .pdf"),
        (("club", "standings", "--second", "uk", "--out", "s.csv"), "--second"),
        (("club", "--all", "--out", "all.csv"), "--out"),
    )
    for arguments, says in refused:
        out = () if "--out" in arguments else ("--out", tmp_path / "none.pdf")
        done = printing(*arguments, *out, "--data", records)
        assert (done.exit_code, done.stdout) == (2, "")
        assert says in done.stderr
    assert not (tmp_path / "none.pdf").exists()
    nowhere = printing("club/1", "--out", tmp_path / "none" / "p.pdf", "--data", records)
    assert (nowhere.exit_code, nowhere.stdout) == (2, "")
    assert "none/p.pdf cannot be written: No such file" in nowhere.stderr


def test_without_a_printer_or_records_it_says_so(
    records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = printing("club/1", "--out", tmp_path / "p.pdf", "--data", tmp_path / "empty")
    assert (nowhere.exit_code, "holds no records" in nowhere.stderr) == (2, True)
    monkeypatch.setenv("PATH", str(tmp_path))
    without = printing("club/1", "--data", records)
    assert (without.exit_code, "use --out FILE" in without.stderr) == (2, True)
    assert os.listdir(tmp_path) == ["records"]
