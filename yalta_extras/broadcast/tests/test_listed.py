"""The extra among those that are listed, at the command line and to the director."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.words.translation import words_for
from tests.support.served import DIRECTOR, opened
from yalta.cli import application
from yalta_extras.broadcast.extra import EXTRA


@pytest.mark.parametrize(("chosen", "state"), [(None, "on"), ("", "off"), ("broadcast", "on")])
def test_a_server_has_the_extras_that_are_named_or_the_usual_ones(
    chosen: str | None, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if chosen is not None:
        monkeypatch.setenv("YALTA_EXTRAS", chosen)
    shown = CliRunner().invoke(application("extras"), ["extras"]).stdout
    assert re.search(rf"^broadcast +{state} ", shown, re.MULTILINE)


def test_an_extra_that_is_not_there_cannot_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YALTA_EXTRAS", "broadcast,study of stars")
    result = CliRunner().invoke(application("extras"), ["extras"])
    assert result.exit_code == 2
    assert "YALTA_EXTRAS: 'study of stars' is not possible; allowed: " in result.stderr
    assert "broadcast" in result.stderr


@pytest.mark.parametrize(
    ("language", "on", "state"),
    [
        ("en", ["broadcast"], "switched on"),
        ("uk", ["broadcast"], "увімкнено"),
        ("uk", [], "вимкнено"),
    ],
)
async def test_the_director_sees_which_extras_are_on(
    tmp_path: Path, language: str, on: list[str], state: str
) -> None:
    async with (
        opened(tmp_path, extras=on) as served,
        served.client(DIRECTOR) as director,
    ):
        page = (await director.get("/accounts", headers={"accept-language": language})).text
    states = dict(re.findall(r"<strong>(\w+)</strong> ·\s*<span class=.\w+.>([\w ]+)</span>", page))
    assert states["broadcast"] == state
    assert words_for(language).gettext(EXTRA.about) in page
