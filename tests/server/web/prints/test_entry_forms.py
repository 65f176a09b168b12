"""The entries with their fees over HTTP: in every format and language, for the desk alone."""

from pathlib import Path

import pytest

from server.views.printable import MEDIA_TYPES, FormFormat
from tests.server.web.prints.test_match_tables import table
from tests.support.served import DIRECTOR, everybody, opened, started_match

FORM = "/t/club/forms/entries"


async def test_fees_are_given_to_director_and_operator_and_to_nobody_else(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await started_match(director)
        team = {"name": "Lantern", "players": ["Ash", "Elm"], "due": 471147100}
        entered = await director.post("/api/t/club/entries", json={"teams": [team]})
        assert entered.status_code == 201, entered.text
        for name, visitor in everybody(1).items():
            async with served.client(visitor) as client:
                for form_format in FormFormat:
                    answer = await client.get(f"{FORM}.{form_format.value}")
                    if name in ("director", "operator"):
                        assert answer.status_code == 200, (name, form_format)
                        assert answer.headers["content-type"].startswith(MEDIA_TYPES[form_format])
                    else:
                        refused = 401 if name == "public" else 403
                        assert answer.status_code == refused, (name, form_format)
                for address in (f"{FORM}.json?public=true", "/t/club/forms.pdf?form=entries"):
                    everybodys = await client.get(address)
                    assert everybodys.status_code in (403, 404, 409), (name, address)
        rows = await table(director, f"{FORM}.csv")
        assert ["Lantern", "", "2", "No", "4711471", "0", "4711471"] in rows


@pytest.mark.parametrize(
    ("language", "title", "empty"),
    [
        ("en", "Entries with fees", "No team yet."),
        ("uk", "Заявки та внески", "Команд ще немає."),
        ("ru", "Заявки и взносы", "Команд ещё нет."),
    ],
)
async def test_the_form_says_in_each_language_that_no_team_is_entered(
    language: str, title: str, empty: str, tmp_path: Path
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        form = (await client.get(f"{FORM}.json?language={language}")).json()
        assert (form["title"], form["tables"][0]["notes"]) == (title, [empty])
