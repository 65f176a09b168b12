"""A bracket on paper: everybody on it once a round, on as many pages as names need."""

import pytest

from protocol_forms.grids import Paper
from protocol_forms.writers.pdf import several_pdf
from rules.formats.knockout.state import Knockout
from server.values.naming import Names, Person
from server.views.knockouts.prints import bracket_form, bracket_to_hang
from server.views.knockouts.values import BracketPage, KnockoutShown
from server.words.languages import LANGUAGES
from server.words.translation import words_for
from tests.protocol_forms.writers.pdf_text import text_of
from tests.rules.formats.knockout.evening import Evening, persons
from tests.support.needs import PDFTOTEXT


def shown(count: int, language: str = "en") -> tuple[Knockout, KnockoutShown]:
    """A knockout of players with long names after its first round."""
    evening = Evening(count)
    evening.draw()
    evening.play(1)
    known = {
        each: Person(person_id=each, names=(f"Олександра Задніпровська {each}",))
        for each in persons(count)
    }
    page = BracketPage(evening.outcomes, Names(known), {}, words_for(language))
    return evening.knockout, page.knockout(evening.knockout)


@PDFTOTEXT.required
@pytest.mark.parametrize(("count", "pages"), [(2, 1), (11, 1), (40, 5)])
def test_everybody_stands_on_the_tree_and_no_page_holds_more_than_eight_of_a_round(
    count: int, pages: int
) -> None:
    knockout, values = shown(count)
    sheet = bracket_to_hang("Harbour Cup", [values], words_for("en"))
    text = text_of(several_pdf([sheet], Paper.A4, 0))
    assert text.count("\f") == pages
    for player in knockout.entrants:
        assert player.text in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_rounds_and_places_are_tables_in_every_language(language: str) -> None:
    _, values = shown(6, language)
    form = bracket_form("Harbour Cup", [values], words_for(language))
    first, *_, places = form.tables
    assert [len(table.rows) for table in form.tables] == [4, 2, 1, 2]
    assert sum(row[3] == "5–3" for row in first.rows) == 2
    assert [row[0] for row in places.rows] == ["5–6", "5–6"]
