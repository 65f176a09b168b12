"""A knockout by messages on the command line, and as an archive without anybody's address."""

import asyncio
from pathlib import Path

from typer.testing import CliRunner

from tests.support.pbem_players import pbem_hall
from tests.yalta.test_tournament_by_commands import yalta
from yalta.cli import application


def test_one_is_planned_without_players_who_enter_by_messages(tmp_path: Path) -> None:
    planned = yalta(tmp_path, "knockout", "new", "cup", "--preset", "by-messages")
    assert planned.output == "cup: knockout 1, 0 players\n"
    shown = yalta(tmp_path, "knockout", "show", "cup").output
    assert "to 10" in shown
    refused = yalta(tmp_path, "knockout", "new", "cup")
    assert refused.exit_code == 2
    assert "--players: nobody is named" in refused.output


async def test_its_archive_has_every_report_and_no_address(tmp_path: Path) -> None:
    async with pbem_hall(tmp_path / "records") as pbem:
        await pbem.open()
        await pbem.enter("ann", "ben")
        await pbem.draw()
        await pbem.win(1, "ben", 100)
    await asyncio.to_thread(_exported_and_taken_in, tmp_path)


def _exported_and_taken_in(folder: Path) -> None:
    shown = yalta(folder, "knockout", "show", "club").output
    assert "ben" in shown.splitlines()[-2]
    archive = folder / "club.archive"
    written = yalta(folder, "export", "club", "--output", str(archive), "--names")
    assert written.exit_code == 0, written.output
    text = archive.read_text(encoding="utf-8")
    assert '"kind":"PbemBoardWon"' in text
    assert "players.test" not in text
    elsewhere = folder / "elsewhere"
    taken = CliRunner().invoke(
        application("tournament"),
        [
            "tournament",
            "import",
            str(archive),
            "--name",
            "cup",
            "--data",
            str(elsewhere / "records"),
        ],
    )
    assert taken.exit_code == 0, taken.output
    assert yalta(elsewhere, "knockout", "show", "cup").output == shown
