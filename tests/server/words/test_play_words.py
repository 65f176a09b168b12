"""A play is written in the words of the page, and read in those of any."""

import pytest

from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.long_gammon import LONG_GAMMON
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import BAR, OFF, Move, Play, read_play, write_play
from server.words.languages import LANGUAGES
from server.words.play_words import play_notation, play_words
from server.words.translation import words_for

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
