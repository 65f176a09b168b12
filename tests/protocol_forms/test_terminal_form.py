"""The terminal form: eighty columns hold it, names are not markup."""

import io

from rich.console import Console

from protocol_forms.match_protocol import match_protocol_view
from protocol_forms.protocol_view import MatchProtocolView
from protocol_forms.terminal_form import match_protocol_table
from tests.protocol_forms.forms import BEGUN_VIEW, FINAL_VIEW, MARKED_UP, long_match


def shown(view: MatchProtocolView) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=80).print(match_protocol_table(view))
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_the_finals_rows_and_outcome_are_shown() -> None:
    lines = shown(FINAL_VIEW)
    assert " 2 O  2:6             4             15                   300              7" in lines
    assert "Difference in IMP −8, VP 13–17, won by Moscow" in lines
    assert lines[-1].endswith("provisional, unsigned")


def test_an_unfinished_match_says_what_is_missing() -> None:
    assert "Difference in IMP −27 so far; VP after all games" in shown(BEGUN_VIEW)


def test_eighty_columns_hold_the_widest_match_and_names_stay_as_written() -> None:
    lines = shown(match_protocol_view(long_match(), MARKED_UP))
    assert "Київ [red]" in " ".join(lines)
    assert any("28800" in line and line.endswith("24") for line in "\n".join(lines).splitlines())
    assert max(map(len, lines)) <= 80
