"""The log in words: a sentence for every kind of event, and where to find it."""

from dataclasses import replace
from typing import get_args

import pytest

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from server.console.log_words import Chapter, chapter_of, event_words, log_lines
from server.web.words import LANGUAGES, words_for
from tests.server.console.seen import ENGLISH
from tests.server.store.samples import SAMPLES, stored


def notation(event: ev.PlayMade) -> str:
    return BACKGAMMON.notation(event.moves)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: type(event).__name__)
def test_every_kind_of_event_is_told_in_a_sentence(event: ev.Event, language: str) -> None:
    said = event_words(event, words_for(language), notation)
    assert said != type(event).__name__
    assert "%(" not in said


def test_the_samples_have_every_kind_there_is() -> None:
    kinds = {kind for union in get_args(ev.Event) for kind in (get_args(union) or (union,))}
    assert kinds == {type(event) for event in SAMPLES}


def test_an_order_is_filed_under_the_directors_orders_and_says_why() -> None:
    voided = ev.GameVoided(game=3, attempt=1, by="director", reason="wrong dice released")
    assert chapter_of(voided) is Chapter.DIRECTOR
    assert event_words(voided, ENGLISH, notation) == (
        "Game 3 was voided in both rooms. Reason: wrong dice released"
    )


def test_dice_given_to_the_closed_room_are_a_line_of_the_closed_room() -> None:
    released = [event for event in SAMPLES if isinstance(event, ev.RollReleased)]
    (line,) = log_lines(list(stored(released)), ENGLISH, notation)
    assert (line.room, line.chapter) == (Room.CLOSED, Chapter.DICE)


def test_a_board_taken_from_its_table_is_told_as_that() -> None:
    put = ev.BoardAssigned(room=Room.OPEN, board_id="BZ-1")
    assert event_words(put, ENGLISH, notation) == "Board BZ-1 was put on the table"
    taken = replace(put, board_id="")
    assert event_words(taken, ENGLISH, notation) == "The board was taken from the table"
