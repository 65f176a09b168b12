"""Boards' alarms in words, in every language of the pages."""

import pytest

from board_drivers.link.reports import Suspicion
from board_drivers.wire.values import FaultCode
from rules.position import BAR, OFF, Side
from rules.room import Room
from server.boards import board_alarm as alarms
from server.views.boards.words import alarm_words
from server.words.languages import LANGUAGES
from server.words.translation import words_for

PLACES = tuple(
    alarms.PlaceDiffers(side, place, sensed=1, known=2) for side in Side for place in (OFF, 6, BAR)
)
ALARMS: tuple[alarms.BoardAlarm, ...] = (
    *(alarms.LinkDoubted(why) for why in Suspicion),
    *(alarms.LinkRefused(why) for why in FaultCode),
    *(alarms.OtherRoom(room, room.other) for room in Room),
    alarms.OtherDice(),
    alarms.DiceInDoubt(),
    alarms.OtherCheckers(PLACES),
    alarms.NothingStored("no space left"),
    alarms.UnsignedFrames(),
    alarms.PortHeld("minicom (17)"),
    alarms.PortHeld(""),
    alarms.PortForbidden(),
    alarms.PortNotOpened("no such device"),
    alarms.FolderUnreadable("Permission denied"),
    alarms.ServingFailed("the records cannot be read"),
)


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_every_alarm_is_told_in_the_language_of_the_page(language: str) -> None:
    for alarm in ALARMS:
        text = alarm_words(alarm, words_for(language))
        assert "%(" not in text
        assert text != alarm_words(alarm, words_for("en"))


def test_checkers_that_lie_otherwise_are_told_place_by_place() -> None:
    found = alarms.OtherCheckers(
        (alarms.PlaceDiffers(Side.WHITE, OFF, 1, 0), alarms.PlaceDiffers(Side.RED, 6, 4, 5))
    )
    assert alarm_words(found, words_for("en")) == (
        "its checkers do not match the game: White borne off: 1, should be 0; "
        "Red's point 6: 4, should be 5"
    )
