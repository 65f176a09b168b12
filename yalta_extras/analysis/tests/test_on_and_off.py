"""The extra switched off over records that have luck of a match: nothing tells of it."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from rules import commands as cmd
from server.access import PUBLIC
from server.extras_on import found_extras
from tests.support.golden_records import FINISHED, restored
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, opened, settings_of
from yalta.cli import application
from yalta_extras.analysis.tests.lucky_hall import (
    PAGE,
    InventedJudge,
    known_in,
    luck_in,
    lucky_hall,
)

ADDRESSES = (
    "/decisions",
    "/decisions.csv",
    "/t/club/decisions",
    "/t/club/forms/decisions",
    f"{PAGE}/forms/luck",
    f"{PAGE}/forms/take-home-sheet",
)
LISTS = ("/players", "/t/club/players", "/t/club/standings")


def test_it_is_on_where_nobody_says_which_extras_are(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    assert "analysis" in found_extras(settings).on
    assert "analysis" not in found_extras(settings.model_copy(update={"extras": ()})).on


async def judged_in(folder: Path) -> tuple[str, dict[str, Any]]:
    """Store in `folder` a match that is over and judged; return its page and its protocol as JSON.

    Page and protocol are those with luck, as the extra that is on shows them.
    """
    async with lucky_hall(folder, start=InventedJudge.start) as on, on.client(PUBLIC) as client:
        await known_in(on)
        await luck_in(on).judge_asked()
        protocol = await client.get(f"{PAGE}/forms/protocol.json")
        return (await client.get(PAGE)).text, protocol.json()


async def test_while_it_is_off_its_addresses_are_404_and_no_page_has_anything_of_it(
    tmp_path: Path,
) -> None:
    page, _ = await judged_in(tmp_path)
    assert '<div id="luck"><section' in page
    assert f"{PAGE}/forms/luck" in page
    async with opened(tmp_path, extras=()) as off, off.client(PUBLIC) as client:
        for address in ADDRESSES:
            assert (await client.get(address)).status_code == 404, address
        match = await client.get(PAGE)
        assert match.status_code == 200
        assert "luck" not in match.text
        for address in LISTS:
            listed = await client.get(address)
            assert listed.status_code == 200, address
            assert "/decisions" not in listed.text, address


async def test_while_it_is_off_no_print_has_anything_of_it(tmp_path: Path) -> None:
    _, with_luck = await judged_in(tmp_path)
    assert with_luck.pop("luck")
    with_luck.pop("luck_notes", None)
    async with opened(tmp_path, extras=()) as off, off.client(PUBLIC) as client:
        assert (await client.get(f"{PAGE}/forms/protocol.json")).json() == with_luck
        async with off.client(DIRECTOR) as director:
            desk = (await director.get("/hall/t/club/prints?whole=1")).text
    for kind in ("luck", "take-home-sheet", "decisions"):
        assert f'value="{kind}"' not in desk


async def test_somebody_erased_while_it_is_off_is_named_nowhere_once_it_is_on(
    tmp_path: Path,
) -> None:
    await judged_in(tmp_path)
    async with opened(tmp_path, extras=()) as off:
        await off.hall.commands.to_persons(cmd.ErasePerson(person=person_id("Brook")), DIRECTOR)
    async with opened(tmp_path) as again, again.client(PUBLIC) as client:
        ranking = (await client.get("/decisions?least=1")).text
        assert "<bdi>Fields</bdi>" in ranking
        assert "<bdi>Brook</bdi>" not in ranking
        assert "N. N." in ranking


@pytest.mark.parametrize("kind", ["luck", "take-home-sheet", "decisions"])
def test_while_it_is_off_a_form_of_it_is_refused_by_yalta_print_in_words(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    restored("0.2.0", tmp_path)
    monkeypatch.setenv("YALTA_EXTRAS", "")
    arguments = ["print", f"club/{FINISHED}", kind, "--out", str(tmp_path / "form.pdf")]
    done = CliRunner().invoke(application("print"), [*arguments, "--data", str(tmp_path)])
    assert done.exit_code == 2
    assert f"FORM: '{kind}' is not possible; allowed: protocol, " in done.stderr
    assert kind not in done.stderr.partition("allowed:")[2]
