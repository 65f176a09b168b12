"""Results that no board decided are marked on every form (ruling 15)."""

import io

import pytest
from rich.console import Console

from protocol_forms.decided_notes import ConfirmedBy, Decided, DecidedResult, Decision
from protocol_forms.html_form import match_protocol_section
from protocol_forms.match_protocol import match_protocol_view
from protocol_forms.pdf_form import match_protocol_pdf
from protocol_forms.protocol_view import MatchProtocolView
from protocol_forms.terminal_form import match_protocol_table
from rules.room import Room
from tests.protocol_forms.forms import HEADING
from tests.rules.scoring.final import FINAL_PROTOCOL

WHEN = "2008-10-05 14:05 UTC"
BY_HAND = Decided(Decision.BY_HAND, "Olena", WHEN)
CORRECTED = Decided(Decision.CORRECTED, "Ann", WHEN, "seen on the film")


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
    later = Decided(Decision.BY_HAND, "Olena", "2008-10-05 14:20 UTC")
    shown = view(
        open_1=DecidedResult((BY_HAND,), ConfirmedBy.NOBODY),
        closed_1=DecidedResult((later,), ConfirmedBy.NOBODY),
        open_2=DecidedResult((BY_HAND, CORRECTED), ConfirmedBy.NOBODY),
    )
    assert shown.notes[:2] == (
        f"a: kept by hand, entered by Olena, {WHEN} – 2008-10-05 14:20 UTC – unconfirmed",
        f"b: game 2, open room: kept by hand, entered by Olena, {WHEN}; "
        f"corrected by Ann, {WHEN}: seen on the film – unconfirmed",
    )
    assert [row.mark for row in shown.rows[:3]] == ["a", "a", "b"]


def test_the_note_is_on_the_page_in_the_terminal_and_in_the_printed_form() -> None:
    shown = view(closed_3=DecidedResult((CORRECTED,), ConfirmedBy.NOBODY))
    assert "corrected by Ann" in match_protocol_section(shown)
    screen = io.StringIO()
    Console(file=screen, width=200).print(match_protocol_table(shown))
    assert "corrected by Ann" in screen.getvalue()
    assert match_protocol_pdf(shown, 0).startswith(b"%PDF")
