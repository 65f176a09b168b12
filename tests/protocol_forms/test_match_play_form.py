"""The form of a match to points: every game, the score after it, the Crawford game marked."""

import io
import json
from dataclasses import replace

import pytest
from rich.console import Console

from protocol_forms.decided_notes import ConfirmedBy, Decided, DecidedResult, ResultDecision
from protocol_forms.grids import Paper
from protocol_forms.match_play_form import MatchPlayHeading, MatchPlayView, match_play_view
from protocol_forms.terminal_form import form_table
from protocol_forms.writers.files import form_json
from protocol_forms.writers.form_html import form_html
from protocol_forms.writers.pdf import form_pdf
from rules.dice import Roll
from rules.match_play.protocol import GameScore, MatchPlayProtocol
from rules.match_play.state import MatchScore
from rules.position import Side
from rules.room import Ending, Room
from server.words.languages import LANGUAGES
from server.words.translation import words_for
from tests.protocol_forms.writers import pdf_text
from tests.support.needs import PDFTOTEXT

WHITE, RED = Side.WHITE, Side.RED
HEADING = MatchPlayHeading(
    white="Robin Brook", red="Kim <b>Holloway</b> #set", event="Open", match="7"
)
LINES: list[tuple[Side, Ending, int, int, tuple[int, int]]] = [
    (WHITE, Ending.RESIGNED, 2, 2, (2, 0)),
    (RED, Ending.PASS, 1, 1, (2, 1)),
    (WHITE, Ending.GAMMON, 1, 2, (4, 1)),
    (RED, Ending.BEAROFF, 1, 1, (4, 2)),
    (WHITE, Ending.BACKGAMMON, 4, 12, (16, 2)),
]
"""Winner, ending, cube, points, score after: game 4 is the Crawford game of a match to 5."""


def games(*, counts: bool = True) -> tuple[GameScore, ...]:
    return tuple(
        GameScore(
            game=number, winner=winner, ending=ending, cube=cube, points=points, white=score[0],
            red=score[1], counts=counts or number < len(LINES), crawford=number == 4,
            opening=Roll(3, 1) if number == 1 else None,
        )
        for number, (winner, ending, cube, points, score) in enumerate(LINES, start=1)
    )  # fmt: skip


def protocol(*, complete: bool = True, counts: bool = True) -> MatchPlayProtocol:
    return MatchPlayProtocol(
        score=MatchScore(5, 16, 2),
        games=games(counts=counts),
        complete=complete,
        confirmed=True,
        signed=frozenset(Side) if complete else frozenset(),
    )


VIEW = match_play_view(protocol(), HEADING)


def test_every_game_stands_with_its_points_and_the_score_after_it() -> None:
    assert [(row.points_white, row.points_red) for row in VIEW.rows] == [
        (2, None), (None, 1), (2, None), (None, 1), (12, None),
    ]  # fmt: skip
    assert [(row.score_white, row.score_red) for row in VIEW.rows] == [x[-1] for x in LINES]
    assert [row.game for row in VIEW.rows if row.crawford] == [4]
    assert (VIEW.rows[1].cube, VIEW.rows[1].proposed) == (1, 2)
    assert (VIEW.winner, VIEW.state) == ("Robin Brook", "signed")


def test_an_unfinished_match_has_no_winner_and_is_provisional() -> None:
    view = match_play_view(protocol(complete=False), HEADING)
    assert (view.winner, view.state) == (None, "provisional, unsigned")


def test_a_result_that_was_entered_has_its_letter_and_its_note() -> None:
    entered = Decided(ResultDecision.BY_HAND, "Olena", "2026-05-02 12:00 UTC")
    decided = {(2, Room.OPEN): DecidedResult((entered,), ConfirmedBy.PLAYERS)}
    view = match_play_view(protocol(), HEADING, decided)
    assert (view.rows[1].mark, view.rows[1].confirmation) == ("a", "both players")
    assert view.notes == (
        "a: game 2: recorded by hand, entered by Olena, 2026-05-02 12:00 UTC – confirmed by both "
        "players",
    )


def test_games_after_the_one_that_won_the_match_stand_in_brackets_with_a_note() -> None:
    view = match_play_view(protocol(counts=False), HEADING)
    assert "(12)" in form_html(view)
    assert view.notes == ("Points in brackets do not count: the match was won before that game.",)


def test_a_trial_says_first_that_it_counts_in_no_standings() -> None:
    view = match_play_view(protocol(counts=False), replace(HEADING, trial=True))
    assert view.notes[0] == "A trial: it does not count in any standings."
    assert view.notes[1:] == match_play_view(protocol(counts=False), HEADING).notes


def test_the_page_escapes_names_and_marks_the_crawford_game() -> None:
    page = form_html(VIEW)
    assert "<b>Holloway</b>" not in page
    assert page.count("Crawford game") == 1
    assert "Match to 5" in page


def test_the_json_has_the_views_fields() -> None:
    values = json.loads(form_json(VIEW))
    assert values["length"] == 5
    assert len(values["rows"]) == len(LINES)


def test_the_terminal_holds_it_in_eighty_columns() -> None:
    out = io.StringIO()
    Console(file=out, width=80).print(form_table(VIEW))
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert any("Crawford" in line for line in lines)
    assert "Result 16–2, won by Robin Brook" in [line.rstrip() for line in lines]


@PDFTOTEXT.required
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_printed_form_says_the_same_in_every_language(language: str) -> None:
    words = words_for(language)
    view = match_play_view(protocol(), HEADING, say=words.gettext)
    text = text_of(view, language)
    assert set(words.gettext("Crawford game").split()) <= set(text.split())
    assert "Kim <b>Holloway</b> #set" in text
    assert "16 2" in text


def text_of(view: MatchPlayView, language: str) -> str:
    """The page's words, runs of spaces made one."""
    pdf = form_pdf(view, Paper.A4, 0, words_for(language).gettext, language)
    return " ".join(pdf_text.text_of(pdf).split())
