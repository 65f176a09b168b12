"""Results that no board decided are marked on every form (ruling 15)."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from protocol_forms.decided_notes import ConfirmedBy, Decided, DecidedResult, ResultDecision
from protocol_forms.match_protocol import match_protocol_view
from protocol_forms.protocol_view import MatchCourse, MatchProtocolView, Signature
from protocol_forms.terminal_form import match_protocol_table
from protocol_forms.writers.form_html import form_section
from protocol_forms.writers.pdf import form_pdf
from rules.room import Room
from rules.scoring.match_protocol import Confirmations
from rules.scoring.teams import TeamPlace
from tests.protocol_forms.forms import HEADING
from tests.protocol_forms.writers.pdf_text import printed_text
from tests.rules.scoring.final import FINAL_PROTOCOL
from tests.support.needs import PDFTOTEXT

WHEN = "2008-10-05 14:05 UTC"
BY_HAND = Decided(ResultDecision.BY_HAND, "Olena", WHEN)
CORRECTED = Decided(ResultDecision.CORRECTED, "Ann", WHEN, "seen on the film")


def view(**decided: DecidedResult) -> MatchProtocolView:
    """The final with decisions by places such as `open_1`."""
    places = {}
    for name, result in decided.items():
        room, game = name.split("_")
        places[int(game), Room(room)] = result
    return match_protocol_view(FINAL_PROTOCOL, HEADING, decided=places)


@pytest.mark.parametrize(
    ("confirmed", "words"),
    [
        (ConfirmedBy.NOBODY, "unconfirmed"),
        (ConfirmedBy.PLAYERS, "confirmed by both players"),
        (ConfirmedBy.CAPTAINS, "confirmed by both captains"),
        (ConfirmedBy.ACCOUNT, "confirmed by Petro"),
    ],
)
def test_a_corrected_result_names_who_when_why_and_who_confirmed(
    confirmed: ConfirmedBy, words: str
) -> None:
    account = "Petro" if confirmed is ConfirmedBy.ACCOUNT else ""
    shown = view(closed_3=DecidedResult((CORRECTED,), confirmed, account))
    note = f"a: game 3, closed room: corrected by Ann, {WHEN}: seen on the film – {words}"
    assert shown.notes[0] == note
    assert [row.mark for row in shown.rows if row.decided] == ["a"]


def test_results_that_one_account_kept_by_hand_share_a_note_with_the_time_it_took() -> None:
    later = Decided(ResultDecision.BY_HAND, "Olena", "2008-10-05 14:20 UTC")
    shown = view(
        open_1=DecidedResult((BY_HAND,), ConfirmedBy.NOBODY),
        closed_1=DecidedResult((later,), ConfirmedBy.NOBODY),
        open_2=DecidedResult((BY_HAND, CORRECTED), ConfirmedBy.NOBODY),
    )
    assert shown.notes[:2] == (
        f"a: recorded by hand, entered by Olena, {WHEN} – 2008-10-05 14:20 UTC – unconfirmed",
        f"b: game 2, open room: recorded by hand, entered by Olena, {WHEN}; "
        f"corrected by Ann, {WHEN}: seen on the film – unconfirmed",
    )
    assert [row.mark for row in shown.rows[:3]] == ["a", "a", "b"]


def test_the_note_is_on_the_page_in_the_terminal_and_in_the_printed_form() -> None:
    shown = view(closed_3=DecidedResult((CORRECTED,), ConfirmedBy.NOBODY))
    assert "corrected by Ann" in form_section(shown)
    screen = io.StringIO()
    Console(file=screen, width=200).print(match_protocol_table(shown))
    assert "corrected by Ann" in screen.getvalue()
    assert form_pdf(shown).startswith(b"%PDF")


def test_a_game_played_again_has_one_note_for_both_rooms_and_its_result_needs_no_word() -> None:
    voided = DecidedResult((Decided(ResultDecision.VOIDED, "Ann", WHEN, "wrong dice"),))
    shown = view(open_4=voided, closed_4=voided)
    assert shown.notes[0] == f"a: game 4: an attempt voided by Ann, {WHEN}: wrong dice"
    again = DecidedResult(
        (Decided(ResultDecision.VOIDED, "Ann", WHEN, "wrong dice", next_roll_set=51),)
    )
    numbered = view(open_4=again, closed_4=again)
    assert numbered.notes[0] == f"{shown.notes[0]}; played again with set of rolls no. 51"
    assert [row.game for row in shown.rows if row.mark == "a"] == [4, 4]
    assert {row.confirmation for row in shown.rows} == {""}


@PDFTOTEXT.required
def test_who_signed_and_what_is_replaced_stands_on_the_page_and_on_paper() -> None:
    course = MatchCourse(
        played="2008-10-05",
        place="Yalta",
        signatures=(Signature(team="Kharkov", by="Olena", when=WHEN),),
        replaces="2008-10-05 13:40 UTC",
    )
    captains = Confirmations(frozenset(Room), frozenset({TeamPlace.HOME}))
    protocol = replace(FINAL_PROTOCOL, confirmations=captains)
    shown = match_protocol_view(protocol, replace(HEADING, course=course))
    state = "final: the time for queries has passed"
    lapsed = replace(shown, state=state)
    page, paper = form_section(shown), printed_text(lapsed)
    for text in ("Yalta, 2008-10-05", f"Olena, {WHEN}", "had signed by 2008-10-05 13:40 UTC"):
        assert text in page
        assert text in paper
    assert " ".join(paper.split()).count(state) == 4, "in the head, both feet and for Moscow"


def test_a_signature_that_is_not_public_is_on_no_form() -> None:
    course = MatchCourse(signatures=(Signature(team="Kharkov", by="Olena", when=WHEN),))
    shown = match_protocol_view(FINAL_PROTOCOL, replace(HEADING, course=course))
    assert shown.signatures == ()
