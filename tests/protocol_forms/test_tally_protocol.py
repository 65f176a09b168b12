"""The protocol of counted games, its own columns and "house rule" in every form of it."""

import io
import json
from dataclasses import replace

import pytest
from rich.console import Console

from protocol_forms.match_protocol import tally_protocol_view
from protocol_forms.protocol_view import MatchProtocolView
from protocol_forms.terminal_form import match_protocol_table
from protocol_forms.writers.files import form_json
from protocol_forms.writers.form_html import form_html, form_section
from protocol_forms.writers.pdf import form_pdf
from rules.dice import Roll
from rules.room import Ending, Room
from rules.scoring.match_protocol import Confirmations, cancelled_game
from rules.scoring.tallies import CountedResult, TallyProtocol, TallyResult
from rules.scoring.teams import PerTeam, TeamPlace
from rules.scoring.terms import TERMS
from tests.protocol_forms.forms import INVENTED, MARKED_UP
from tests.protocol_forms.writers.pdf_text import text_of
from tests.protocol_forms.writers.test_form_html import TableReader
from tests.support.needs import PDFTOTEXT

HOUSE_RULE = "Trous compared: house rule"
OPENING = Roll(4, 1)


def counted(
    game: int,
    room: Room,
    home: int,
    away: int,
    ending: Ending = Ending.TROUS,
    opening: Roll | None = OPENING,
) -> TallyResult:
    return TallyResult(
        game=game,
        room=room,
        opening=opening,
        ending=ending,
        winner=TeamPlace.HOME if home > away else TeamPlace.AWAY,
        tally=PerTeam(home, away),
    )


PLAYED: tuple[CountedResult, ...] = (
    counted(1, Room.OPEN, 12, 7),
    counted(1, Room.CLOSED, 9, 12, Ending.RESIGNED),
    *cancelled_game(2, "lights out"),
)
ALL = Confirmations(frozenset(Room), frozenset(TeamPlace))


def view(games: int, *results: CountedResult, confirmed: bool = False) -> MatchProtocolView:
    confirmations = ALL if confirmed else Confirmations()
    protocol = TallyProtocol(games, results, confirmations)
    heading = replace(INVENTED, roll_sets=INVENTED.roll_sets[:games])
    return tally_protocol_view(protocol, heading, TERMS["trictrac"])


COMPLETE = view(2, *PLAYED, confirmed=True)
BEGUN = view(3, *PLAYED)


def test_a_row_has_what_each_team_counted_and_nothing_of_cubes_or_points() -> None:
    row = COMPLETE.rows[0]
    assert (row.game, row.letter, row.opening) == (1, "O", "4:1")
    assert (row.tally_home, row.tally_away) == (12, 7)
    assert (row.left_away, row.smp_home, row.imp_home, row.cube_proposed) == (None,) * 4


def test_the_teams_have_their_sums_and_neither_smp_nor_imp_nor_vp() -> None:
    assert (COMPLETE.home.tally, COMPLETE.away.tally, COMPLETE.difference) == (21, 19, 2)
    assert COMPLETE.compared == "trous"
    assert COMPLETE.winner == "Compass"
    for total in (COMPLETE.home, COMPLETE.away):
        assert (total.smp, total.imp, total.vp) == (None, None, None)


def test_a_resignation_and_what_the_director_did_are_marked_and_explained() -> None:
    assert [row.mark for row in COMPLETE.rows] == ["", "†", "a", "a"]
    assert COMPLETE.notes == (
        "a: game 2: cancelled by the director: lights out",
        "† Resigned: the other side has its twelve trous.",
    )


def test_a_result_kept_by_hand_may_be_without_its_opening_throw() -> None:
    protocol = view(1, counted(1, Room.OPEN, 12, 3, opening=None))
    assert (protocol.rows[0].opening, protocol.rows[0].tally_home) == (None, 12)


def test_one_game_has_one_set_of_rolls() -> None:
    assert "Set of rolls no. 37" in form_section(view(1, *PLAYED[:2]))
    assert "Sets of rolls nos. 37–38" in form_section(COMPLETE)


def test_the_state_is_provisional_until_all_have_signed() -> None:
    assert (BEGUN.state, COMPLETE.state) == ("provisional, unsigned", "signed")


@pytest.mark.parametrize("protocol", [COMPLETE, BEGUN], ids=["complete", "begun"])
def test_every_form_says_house_rule(protocol: MatchProtocolView) -> None:
    assert HOUSE_RULE in form_section(protocol)
    assert HOUSE_RULE in " ".join(shown(protocol))
    assert json.loads(form_json(protocol))["table_title"] == HOUSE_RULE


def test_the_html_table_has_two_columns_of_trous() -> None:
    reader = TableReader(form_html(COMPLETE))
    assert reader.rows[0] == ["Game", "Room", "Opening throw", "Trous"]
    assert reader.rows[2:6] == [
        ["1", "O", "4:1", "12", "7"],
        ["1", "C†", "", "9", "12"],
        ["2", "Oa", "", "0", "0"],
        ["2", "Ca", "", "0", "0"],
    ]
    assert reader.rows[6:] == [["Sum", "21", "19"], ["Difference in trous", "+2"]]
    assert "Won with more trous: Compass" in " ".join(reader.text.split())


def shown(protocol: MatchProtocolView) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=80).print(match_protocol_table(protocol))
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_the_terminal_shows_rows_sums_and_outcome() -> None:
    lines = shown(COMPLETE)
    assert " 1 O  4:1      12      7" in lines
    assert " Sum           21     19" in lines
    assert "Difference in trous +2, won by Compass" in lines
    assert lines[-1] == f"{HOUSE_RULE} · signed"


def test_an_unfinished_match_has_a_difference_so_far_and_a_level_one_no_winner() -> None:
    assert "Difference in trous +2 so far" in shown(BEGUN)
    level = view(1, counted(1, Room.OPEN, 12, 5), counted(1, Room.CLOSED, 5, 12))
    assert "Difference in trous 0, level in trous" in shown(level)


@PDFTOTEXT.required
def test_the_printed_form_has_the_same_rows() -> None:
    lines = [" ".join(line.split()) for line in text_of(form_pdf(COMPLETE)).splitlines()]
    assert {"1 O 4:1 12 7", "Sum 21 19", "Difference in trous +2"} <= set(lines)
    assert "Won with more trous: Compass" in lines
    assert any(line.startswith(HOUSE_RULE) for line in lines)


def test_names_are_never_obeyed_and_twelve_games_are_typeset() -> None:
    games = [counted(game, room, 12, 11) for game in range(1, 13) for room in Room]
    wide = tally_protocol_view(TallyProtocol(12, tuple(games)), MARKED_UP, TERMS["trictrac"])
    assert form_pdf(wide).startswith(b"%PDF")
    assert "<b>*bold*" not in form_html(wide)
    assert max(map(len, shown(wide))) <= 80
