"""The log in words: a sentence for every kind of event, and where to find it."""

from dataclasses import replace

import pytest

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.games.game import PointMark, SideScore
from rules.games.long_gammon import LONG_GAMMON
from rules.position import Side
from rules.room import Ending, Room
from server.views.log.words import Chapter, chapter_of, event_words, log_lines
from server.words.languages import LANGUAGES
from server.words.translation import words_for
from tests.server.store.samples import SAMPLES, stored
from tests.server.views.hall.seen import ENGLISH


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_event_is_told_in_a_sentence(language: str) -> None:
    told = [
        (type(event).__name__, event_words(event, words_for(language), BACKGAMMON))
        for event in SAMPLES
    ]
    assert [(kind, text) for kind, text in told if text == kind or "%(" in text] == []


def test_points_marked_in_trictrac_are_told_with_what_they_are_for() -> None:
    mark = PointMark(side=Side.WHITE, figure="petit jan", ways=1, points=4, rule="ruling 24")
    marked = ev.PointsMarked(
        game=1,
        attempt=1,
        room=Room.OPEN,
        side=Side.WHITE,
        turn=3,
        marks=(mark,),
        white=SideScore(points=4),
        red=SideScore(points=2, holes=1),
    )
    assert event_words(marked, ENGLISH, BACKGAMMON) == (
        "Turn 3 of White is worth: 4 for White, petit jan. White 0 trous and 4, Red 1 trous and 2"
    )
    nothing = event_words(replace(marked, marks=()), ENGLISH, BACKGAMMON)
    assert nothing.startswith("Turn 3 of White is worth: no points.")


def test_a_long_gammon_is_logged_with_its_mars() -> None:
    lost = ev.GameFinished(
        game=1, attempt=1, room=Room.OPEN, loser=Side.RED, ending=Ending.GAMMON, left=15, cube=1
    )
    assert event_words(lost, ENGLISH, LONG_GAMMON) == "Red lost: mars, 15 left, cube 1"
    assert event_words(lost, ENGLISH, BACKGAMMON) == "Red lost: gammon, 15 left, cube 1"


def test_an_order_is_filed_under_the_directors_orders_and_says_why() -> None:
    voided = ev.GameVoided(game=3, attempt=1, by="director", reason="wrong dice released")
    assert chapter_of(voided) is Chapter.DIRECTOR
    assert event_words(voided, ENGLISH, BACKGAMMON) == (
        "Game 3 was voided in both rooms. Reason: wrong dice released"
    )


def test_dice_given_to_the_closed_room_are_a_line_of_the_closed_room() -> None:
    released = [event for event in SAMPLES if isinstance(event, ev.RollReleased)]
    (line,) = log_lines(list(stored(released)), ENGLISH, BACKGAMMON)
    assert (line.room, line.chapter) == (Room.CLOSED, Chapter.DICE)


def test_a_board_taken_from_its_table_is_told_as_that() -> None:
    put = ev.BoardAssigned(room=Room.OPEN, board_id="BZ-1")
    assert event_words(put, ENGLISH, BACKGAMMON) == "Board BZ-1 was put on the table"
    taken = replace(put, board_id="")
    assert event_words(taken, ENGLISH, BACKGAMMON) == "The board was removed from the table"
