"""The HTML form: the same rows as the view, names escaped."""

import re
from html.parser import HTMLParser

from protocol_forms.html_form import (
    match_protocol_page,
    match_protocol_section,
    match_protocol_style,
)
from protocol_forms.match_protocol import match_protocol_view
from tests.protocol_forms.forms import BEGUN_VIEW, FINAL_VIEW, MARKED_UP, MARKUP, long_match
from tests.protocol_forms.test_match_protocol import printed
from tests.rules.scoring.final import FINAL_PROTOCOL


class TableReader(HTMLParser):
    """Rows of text of the one table, and whether every element is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data.strip()


def test_the_table_shows_the_views_rows() -> None:
    reader = TableReader(match_protocol_section(FINAL_VIEW))
    expected = [printed(row) for row in FINAL_VIEW.rows]
    expected[0][4] = "2*"
    for place, row in enumerate(FINAL_VIEW.rows):
        expected[place][0] = str(row.game)
    assert [[cell or "." for cell in row] for row in reader.rows[2:14]] == expected
    assert reader.open == []


def test_the_foot_shows_sums_difference_and_victory_points() -> None:
    rows = TableReader(match_protocol_section(FINAL_VIEW)).rows
    assert rows[14:] == [
        ["Sum", "1380", "1980", "35", "43"],
        ["Difference in IMP", "−8"],
        ["Result in VP", "13", "17"],
    ]


def test_victory_points_wait_for_all_games() -> None:
    rows = TableReader(match_protocol_section(BEGUN_VIEW)).rows
    assert rows[-1] == ["Result in VP", "after all games"]


def test_names_are_escaped_everywhere() -> None:
    page = match_protocol_page(match_protocol_view(FINAL_PROTOCOL, MARKED_UP))
    reader = TableReader(page)
    assert reader.open == []
    assert MARKUP in reader.text
    assert "<b>" not in page


def test_each_room_is_said_in_a_class_and_a_word() -> None:
    section = match_protocol_section(match_protocol_view(long_match(), MARKED_UP))
    assert len(re.findall('<tr class="open">', section)) == 12
    assert len(re.findall('title="closed room"', section)) == 12


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = match_protocol_page(FINAL_VIEW)
    assert match_protocol_style() in page
    assert not re.search(r"https?:|<link|<script|src=|url\(", page)
