"""Endings are in the game's own words; plays are written in those of the page, read in any."""

import pytest

from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.long_gammon import LONG_GAMMON
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import BAR, OFF, Move, Play, read_play, write_play
from rules.room import Ending
from server.words.game_words import (
    ending_words,
    offer_words,
    play_notation,
    play_words,
    resigned_words,
    team_win_words,
    win_words,
)
from server.words.languages import LANGUAGES
from server.words.translation import words_for

ENGLISH = words_for("en")
_RESIGNED = (Ending.RESIGNED, Ending.RESIGNED_GAMMON, Ending.RESIGNED_BACKGAMMON)
FROM_HEAD = (Move(24, 18), Move(8, 5), Move(3, OFF))
ENTERING = (Move(BAR, 20, hit=True), Move(6, OFF))
PLAYS: list[tuple[Game, Play, dict[str, str]]] = [
    (
        LONG_GAMMON,
        FROM_HEAD,
        {"en": "head/18 8/5 3/off", "uk": "голова/18 8/5 3/знято", "ru": "голова/18 8/5 3/снято"},
    ),
    (
        BACKGAMMON,
        ENTERING,
        {"en": "bar/20* 6/off", "uk": "бар/20* 6/знято", "ru": "бар/20* 6/снято"},
    ),
    (TRICTRAC, FROM_HEAD[:2], dict.fromkeys(LANGUAGES, "24/18 8/5")),
    (TRICTRAC, (), dict.fromkeys(LANGUAGES, "")),
]


def test_what_is_a_gammon_there_is_a_mars_in_long_gammon() -> None:
    texts = [win_words(Ending.GAMMON, game.name, ENGLISH) for game in (BACKGAMMON, LONG_GAMMON)]
    assert texts == ["wins with a gammon", "wins with a mars"]
    named = [ending_words(Ending.GAMMON, game.name, ENGLISH) for game in (BACKGAMMON, LONG_GAMMON)]
    assert named == ["gammon", "mars"]
    assert win_words(Ending.BEAROFF, LONG_GAMMON.name, ENGLISH) == "wins oin"
    assert team_win_words(Ending.RESIGNED_GAMMON, "Sofia", LONG_GAMMON.name, ENGLISH) == (
        "Sofia: opponent resigned a mars"
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [BACKGAMMON, LONG_GAMMON, TRICTRAC], ids=lambda game: game.name)
def test_every_ending_a_game_has_can_be_said(game: Game, language: str) -> None:
    words = words_for(language)
    for ending in game.endings:
        assert win_words(ending, game.name, words)
        assert ending_words(ending, game.name, words)
        assert "Sofia" in team_win_words(ending, "Sofia", game.name, words)
        if ending in _RESIGNED:
            offered = offer_words(ending, game.name, words)
            assert offered != resigned_words(ending, game.name, words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "play", "written"), PLAYS)
def test_a_play_is_in_the_language_of_the_page(
    game: Game, play: Play, written: dict[str, str], language: str
) -> None:
    assert play_words(game.notation(play), words_for(language)) == written[language]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "play", "written"), PLAYS)
def test_what_is_written_so_can_be_read(
    game: Game, play: Play, written: dict[str, str], language: str
) -> None:
    assert write_play(read_play(play_notation(written[language]))) == write_play(play)
    assert write_play(read_play(play_notation(written[language].upper()))) == write_play(play)


def test_a_word_of_no_language_is_left_to_the_reader() -> None:
    assert play_notation("nowhere/18 8/5") == "nowhere/18 8/5"
