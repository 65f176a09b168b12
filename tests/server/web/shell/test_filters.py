"""The filters above long lists: in the address alone, and only where a list is long."""

import re

from server.web.shell.lists import LONG, Filter, Filters
from server.web.shell.page_templates import page_templates

YEARS = Filter("year", "Year", "", (("2008", "2008"), ("2007", "2007")))
TEAMS = Filter("team", "Team", "Red & Co", (("Anchor", "Anchor"), ("Red & Co", "Red & Co")))


def shown(filters: Filters) -> str:
    template = page_templates("en").from_string(
        '{% from "shell/_filters.html" import filters with context %}{{ filters(of) }}'
    )
    return template.render(of=filters)


def test_a_short_list_has_no_filters_and_a_long_one_has_those_with_a_choice() -> None:
    only = Filter("kind", "Kind", "", (("ttt", "TTT"),))
    assert not shown(Filters("/list", (YEARS, only), LONG, LONG)).strip()
    page = shown(Filters("/list", (YEARS, only), LONG + 1, LONG + 1))
    assert 'href="/list?year=2008"' in page
    assert "kind" not in page


def test_a_choice_is_marked_counted_kept_by_the_other_filters_and_undone() -> None:
    page = shown(Filters("/list", (YEARS, TEAMS), 3, 40, (("from", "2008-05-01"),)))
    assert 'href="/list?from=2008-05-01&amp;year=2008&amp;team=Red+%26+Co"' in page
    assert re.search(r'value="Red &amp; Co"\s+selected', page)
    assert "3 of 40 shown" in page
    assert 'href="/list?from=2008-05-01">Show all' in page
    assert '<input type="hidden" name="from" value="2008-05-01">' in page


def test_a_list_that_is_filtered_shows_its_filters_however_short_it_is() -> None:
    chosen = Filter("year", "Year", "2008", (("2008", "2008"),))
    page = shown(Filters("/list", (chosen,), 1, 1))
    assert re.search(r'href="/list\?year=2008"\s+aria-current="page">2008<', page)
