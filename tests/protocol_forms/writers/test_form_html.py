"""The HTML form: the same rows as the view, names escaped."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from protocol_forms.board_drawing import BoardDrawn
from protocol_forms.labels import in_english
from protocol_forms.match_protocol import match_protocol_view
from protocol_forms.writers.board_svg import board_svg
from protocol_forms.writers.form_html import form_html, form_section
from protocol_forms.writers.html import form_in_two_languages, form_style, words_in_two_languages
from protocol_forms.writers.sheet import NotTheSameForm
from rules.position import Position
from rules.scoring.teams import PerTeam
from server.words.translation import words_for
from tests.protocol_forms.forms import (
    BEGUN_VIEW,
    FINAL_VIEW,
    HEADING,
    MARKED_UP,
    MARKUP,
    long_match,
)
from tests.protocol_forms.test_match_protocol import printed
from tests.rules.scoring.final import FINAL_PROTOCOL
from tests.support.backgammon_positions import counts


class TableReader(HTMLParser):
    """Rows of text of every table, by themselves those of the first, and what is left unclosed.

    `citations` are what is said on demand of the figures.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.open: list[str] = []
        self.citations: list[str] = []
        self.text = ""
        self._cites = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._cites = ("class", "citation") in attrs
        if tag not in ("meta", "br", "col"):
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self._cites = False

    def handle_data(self, data: str) -> None:
        if self._cites:
            self.citations.append(data)
            return
        self.text += data
        if "td" in self.open or "th" in self.open:
            self.tables[-1][-1][-1] += data.strip()

    @property
    def rows(self) -> list[list[str]]:
        return self.tables[0]


def test_each_figure_of_the_final_cites_its_cell_in_both_its_tables() -> None:
    citations = TableReader(form_section(FINAL_VIEW)).citations
    assert len(citations) == 2 * (2 * len(FINAL_VIEW.rows) + 2)
    for citation in (
        "330 SMP: row 9, cube 2",
        "8 IMP: SMP 320–360",
        "13–17: difference 7–9, column 12 results",
    ):
        assert citations.count(citation) >= 2
    names = re.findall(r'id="((?:cell|game)-[^"]+)"', form_section(FINAL_VIEW))
    assert len(names) == len(set(names)) == len(citations)


def test_the_table_shows_the_views_rows() -> None:
    reader = TableReader(form_section(FINAL_VIEW))
    expected = [printed(row) for row in FINAL_VIEW.rows]
    expected[0][4] = "2*"
    for place, row in enumerate(FINAL_VIEW.rows):
        expected[place][0] = str(row.game)
    assert [[cell or "." for cell in row] for row in reader.rows[2:14]] == expected
    assert reader.open == []


def test_the_foot_shows_sums_difference_and_victory_points() -> None:
    rows = TableReader(form_section(FINAL_VIEW)).rows
    assert rows[14:] == [
        ["Sum", "1380", "1980", "35", "43"],
        ["Difference in IMP", "−8"],
        ["Result in VP", "13", "17"],
    ]


def test_victory_points_wait_for_all_games() -> None:
    rows = TableReader(form_section(BEGUN_VIEW)).rows
    assert rows[-1] == ["Result in VP", "after all games"]


def test_a_phone_has_a_table_a_game_with_both_rooms_side_by_side() -> None:
    tables = TableReader(form_section(FINAL_VIEW)).tables[1:-1]
    assert len(tables) == 7
    assert tables[1] == [
        ["", "Open room", "Closed room"],
        ["", "Kharkov", "Moscow", "Kharkov", "Moscow"],
        ["Doubling cube", "4Double passed", "2Double passed"],
        ["Remaining checkers", "15", "", "", "15"],
        ["SMP", "", "300", "150", ""],
        ["IMP", "", "7", "4", ""],
    ]
    assert tables[0][2] == ["Doubling cube", "2*", "2", ""]


def test_a_phones_last_table_has_the_sums() -> None:
    assert TableReader(form_section(FINAL_VIEW)).tables[-2] == [
        ["", "Kharkov", "Moscow"],
        ["SMP", "1380", "1980"],
        ["IMP", "35", "43"],
        ["Difference in IMP", "−8"],
        ["Result in VP", "13", "17"],
    ]


def test_the_page_keeps_the_theme_somebody_chose() -> None:
    assert '<html lang="en" data-theme="dark">' in form_html(FINAL_VIEW, theme="dark")
    assert '<html lang="en">' in form_html(FINAL_VIEW)


def test_a_page_in_two_languages_has_the_second_beside_the_first_and_names_once() -> None:
    say = words_for("uk").gettext
    second = match_protocol_view(FINAL_PROTOCOL, MARKED_UP, say=say)
    second = form_in_two_languages(match_protocol_view(FINAL_PROTOCOL, MARKED_UP), second, "uk")
    page = form_html(second, words_in_two_languages(in_english, say, "uk"))
    reader = TableReader(page)
    assert reader.open == []
    assert 'Match protocol <span class="second" lang="uk">Протокол матчу</span></h1>' in page
    assert reader.rows[14] == ["SumСума", "1380", "1980", "35", "43"]
    assert reader.text.count(f"{MARKUP} – Київ [red]") == TableReader(
        form_html(match_protocol_view(FINAL_PROTOCOL, MARKED_UP))
    ).text.count(f"{MARKUP} – Київ [red]")
    assert 'title="open room"' in page


def test_words_of_a_teams_name_are_cut_at_the_head_of_a_column_and_never_broken() -> None:
    teams = PerTeam("Copenhagen Backgammon Club", "Чорноморець Одеса")
    page = form_section(match_protocol_view(FINAL_PROTOCOL, replace(HEADING, teams=teams)))
    for word in ("Copenhagen", "Чорноморець", "Одеса"):
        assert f'<span class="word">{word}</span>' in page


def test_two_forms_with_other_rows_are_not_one_in_two_languages() -> None:
    with pytest.raises(NotTheSameForm):
        form_in_two_languages(FINAL_VIEW, match_protocol_view(long_match(), MARKED_UP), "uk")


def test_names_are_escaped_everywhere() -> None:
    page = form_html(match_protocol_view(FINAL_PROTOCOL, MARKED_UP))
    reader = TableReader(page)
    assert reader.open == []
    assert MARKUP in reader.text
    assert "<b>" not in page


def test_each_room_is_said_in_a_class_and_a_word() -> None:
    section = form_section(match_protocol_view(long_match(), MARKED_UP))
    assert len(re.findall('<tr class="open">', section)) == 12
    assert len(re.findall('title="closed room"', section)) == 12


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = form_html(FINAL_VIEW)
    assert form_style() in page
    assert not re.search(r"https?:|<link|<script|src=|url\(", page)


def test_a_tall_stack_is_counted_and_what_is_borne_off_lies_in_its_tray() -> None:
    position = Position(counts(p1=9), counts(p6=5))
    drawn = board_svg(BoardDrawn("", position=position), None, in_english)
    assert re.findall(r'class="of-stack"[^>]*>(\d+)<', drawn) == ["9"]
    assert drawn.count('class="white slab"') == 6
    assert drawn.count('class="red slab"') == 10
