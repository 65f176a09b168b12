"""On paper White's opponent is called as the hall has set it (ruling 5)."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from server.views.printers import IN_BLACK, printed_words
from server.words.languages import LANGUAGES
from server.words.translation import words_for
from tests.support.part_services import change_services
from tests.support.served import DIRECTOR, opened, started_match

FORMS = re.compile(r"\b(protocol_forms|server/views/\w+/prints\.py|server/views/print)")


def test_every_text_of_a_form_that_names_red_has_its_black_one() -> None:
    catalogue = (
        files("server.words.catalogues").joinpath("uk", "pages.po").read_text(encoding="utf-8")
    )
    named = set[str]()
    for entry in catalogue.split("\n\n"):
        places = " ".join(re.findall(r"^#: (.*)$", entry, re.MULTILINE))
        text = "".join(re.findall(r'"(.*)"', entry.split("msgstr")[0]))
        if re.search(r"\bRed\b", text) and FORMS.search(places):
            named.add(text)
    assert named == set(IN_BLACK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_black_is_said_in_every_language_and_red_stays_where_nobody_asks(language: str) -> None:
    words = words_for(language)
    assert printed_words(words, "red") is words
    black = printed_words(words, "black")
    assert black.gettext("Red") == words.gettext("Black") != words.gettext("Red")
    assert black.gettext("White") == words.gettext("White")


async def test_forms_say_black_where_the_hall_does_and_values_for_programs_stay(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served:
        change_services(served.app, second_colour="black")
        async with served.client(DIRECTOR) as client:
            await started_match(client)
            page = (await client.get("/t/club/matches/1/forms/protocol.html")).text
            values = (await client.get("/t/club/matches/1/protocol.json")).json()
    assert "Closed room, Black" in page
    assert "Red" not in page
    assert {seat["colour"] for seat in values["home"]["seats"]} == {"White", "Red"}
