"""What a page says of where points come from, in words."""

from protocol_forms.labels import in_english
from protocol_forms.protocol_view import imp_words, smp_words, vp_words
from protocol_forms.writers.html import cited
from rules.room import Room
from rules.scoring.citations import vp_cited
from rules.scoring.match_protocol import AdjustedResult, cancelled_game
from rules.scoring.scales import Imp, Smp
from rules.scoring.teams import PerTeam, TeamPlace
from tests.rules.scoring.final import FINAL


def test_small_match_points_cite_row_and_cube_of_the_finals_results() -> None:
    """Games 1 and 5 of the final of 2008: row 7 at cube 2 twice over, and a refused double."""
    every = [smp_words(result, team, in_english) for result in FINAL for team in TeamPlace]
    citations = [words for words in every if words]
    assert len(citations) == len(FINAL)
    points = [f"{smp} SMP" for result in FINAL for smp in (result.smp.home, result.smp.away) if smp]
    assert [words.split(":")[0] for words in citations] == points
    assert "300 SMP: row Pass/15, cube 2" in citations
    assert "300 SMP: row 15, cube 1" in citations


def test_points_set_by_the_director_are_of_no_table_and_none_need_none() -> None:
    adjusted = AdjustedResult(
        game=1, room=Room.OPEN, smp=PerTeam(Smp(150), Smp(0)), reason="as ruled"
    )
    home, away = (smp_words(adjusted, team, in_english) for team in TeamPlace)
    assert home == "150 SMP: set by the director, not from a table"
    assert away == ""
    assert smp_words(cancelled_game(1, "a fire alarm")[0], TeamPlace.HOME, in_english) == ""


def test_match_points_cite_their_step_and_victory_points_their_cell() -> None:
    assert imp_words(Smp(350), in_english) == "8 IMP: SMP 320–360"
    assert imp_words(Smp(0), in_english) == ""
    assert vp_words(vp_cited(Imp(-8), 6), in_english) == (
        "13–17: difference 7–9, column 12 results"
    )
    assert vp_words(vp_cited(Imp(90), 6), in_english) == (
        "30–0: difference 62 or more, column 12 results"
    )


def test_a_figure_without_a_citation_stands_alone_and_names_are_escaped() -> None:
    assert cited(17, "", "vp") == "17"
    shown = cited(17, "<b> & more", "vp")
    assert 'popovertarget="vp"' in shown
    assert "&lt;b&gt; &amp; more" in shown
