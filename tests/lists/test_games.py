"""A game is its rules and a record: no other file knows which there are."""

from pathlib import Path

import pytest

from rules.games.known_games import INFOS
from tests.lists.copies import changed, copied, insert, run_in
from tests.lists.literals import literals
from tests.lists.test_languages import translate

THE_LIST = "rules/games/known_games.py"
OWN_MODULES = (
    "rules/games/backgammon.py",
    "rules/games/long_gammon.py",
    "rules/games/trictrac/as_game.py",
)
ALSO_AN_ENDING = (
    "rules/events/ttt_events.py",
    "rules/games/game_info.py",
    "rules/room.py",
    "server/views/ttt/values.py",
    "server/web/results/pages.py",
    "server/views/tables/words.py",
    "server/web/orders/results.py",
    "server/web/results/sheet.js",
    "server/web/ttt/desk.html",
    "server/web/ttt/own.html",
)
"""A backgammon is a way to lose as well."""
ELSEWHERE = {
    "rules/match_files/mat_reader.py": "what .mat files may write for their variation",
    "yalta/cli.py": "the command that teaches Trictrac",
}
RENAMED = '''"""Backgammon under another name."""

from dataclasses import replace

from rules.games import backgammon
from rules.text import N_


class Renamed(backgammon.Backgammon):
    """Its rules."""

    name = "renamed"


INFO = replace(
    backgammon.INFO,
    rules=Renamed(),
    wire_kind=9,
    title=N_("Renamed game"),
    on_board=N_("Board of the renamed game."),
    asked_as=("renamed",),
    nets=False,
)
'''


def test_no_game_is_named_outside_its_own_module() -> None:
    allowed = (*OWN_MODULES, *ALSO_AN_ENDING, *ELSEWHERE)
    assert literals(INFOS, allowed) == []


@pytest.mark.long(90)
def test_a_game_is_added_in_three_files_and_is_played_shown_and_printed(tmp_path: Path) -> None:
    copy = copied(tmp_path)
    (copy / "rules/games/renamed.py").write_text(RENAMED, "utf-8")
    insert(copy, THE_LIST, " backgammon, long_gammon\n", " renamed,")
    insert(copy, THE_LIST, ")\n\nINFOS", ", renamed.INFO")
    run_in(copy, "server.words.refresh")
    catalogues = [copy / "server/words/catalogues" / each / "pages.po" for each in ("uk", "ru")]
    for each in catalogues:
        translate(each)
    own = {"rules/games/renamed.py", THE_LIST}
    assert changed(copy) == {*own, *(each.relative_to(copy).as_posix() for each in catalogues)}
    assert str(copy / "server") in run_in(copy, "tests.lists.open_everything", "uk", "renamed")
    demo = ("yalta", "demo", "--fast", "--exit", "--game", "renamed", "--games", "4")
    played = run_in(copy, *demo, "--players", "sensible", "--data", str(tmp_path / "records"))
    assert "protocol" in played
