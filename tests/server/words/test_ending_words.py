import pytest

from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.long_gammon import LONG_GAMMON
from rules.games.trictrac.as_game import TRICTRAC
from rules.room import Ending
from server.words.ending_words import (
    ending_words,
    offer_words,
    resigned_words,
    team_win_words,
    win_words,
)
from server.words.languages import LANGUAGES
from server.words.translation import words_for

ENGLISH = words_for("en")
_RESIGNED = (Ending.RESIGNED, Ending.RESIGNED_GAMMON, Ending.RESIGNED_BACKGAMMON)


def test_what_is_a_gammon_there_is_a_mars_in_long_gammon() -> None:
    texts = [win_words(Ending.GAMMON, game.name, ENGLISH) for game in (BACKGAMMON, LONG_GAMMON)]
    assert texts == ["wins with a gammon", "wins with a mars"]
    named = [ending_words(Ending.GAMMON, game.name, ENGLISH) for game in (BACKGAMMON, LONG_GAMMON)]
    assert named == ["gammon", "mars"]
    assert win_words(Ending.BEAROFF, LONG_GAMMON.name, ENGLISH) == "wins oin"
    assert team_win_words(Ending.RESIGNED_GAMMON, "Sofia", LONG_GAMMON.name, ENGLISH) == (
        "Sofia by resignation, a mars"
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
