"""A game in words: its sides, rooms and results, and its name, endings and plays.

The words for endings and plays differ by game: for example, in some games a gammon is a mars. The
words head, bar and off are those for places on the board.
"""

import re
from collections.abc import Mapping
from functools import cache

from rules.games.game_info import EndingWords
from rules.games.known_games import INFOS
from rules.games.long_gammon import HEAD
from rules.position import Side
from rules.room import Ending, Room, RoomResult
from rules.text import N_
from server.words.languages import LANGUAGES
from server.words.translation import Words, words_for

_PLACES = {"bar": N_("bar"), "off": N_("off"), "head": N_("head")}
"""The words for places without a number, keyed by the name of the place in the game's notation."""

_WORD = re.compile(r"[^\W\d_]+")


ROOMS = {Room.OPEN: N_("Open room"), Room.CLOSED: N_("Closed room")}
SIDES = {Side.WHITE: N_("White"), Side.RED: N_("Red")}
RESULTS_OF_ROOMS = {
    Room.OPEN: N_("Game %(game)s, open room: %(result)s"),
    Room.CLOSED: N_("Game %(game)s, closed room: %(result)s"),
}


def game_word(name: str, words: Words) -> str:
    """Return the name of a game in words, or `name` itself if the game is unknown."""
    return words.gettext(INFOS[name].title) if name in INFOS else name


def ending_words(ending: Ending, game: str, words: Words) -> str:
    """Return an ending in words, as in forms and lists, such as "gammon".

    `game` is the game's name.
    """
    return words.gettext(_told(ending, game).name)


def win_words(ending: Ending, game: str, words: Words) -> str:
    """Return how the winner won, such as "wins with a gammon". `game` is the game's name."""
    return words.gettext(_told(ending, game).wins)


def team_win_words(ending: Ending, team: str, game: str, words: Words) -> str:
    """Return how a team won, such as "Dnipro wins a gammon". `game` is the game's name."""
    return words.gettext(_told(ending, game).team_wins, team=team)


def offer_words(ending: Ending, game: str, words: Words) -> str:
    """Return what a side offers to lose, such as "offers to resign a single game"."""
    return words.gettext(_told(ending, game).offers)


def resigned_words(ending: Ending, game: str, words: Words) -> str:
    """Return what a side has lost by resigning, such as "resigns a single game"."""
    return words.gettext(_told(ending, game).resigns)


def _told(ending: Ending, game: str) -> EndingWords:
    return INFOS[game].endings[ending]


def play_words(written: str, words: Words) -> str:
    """Return a play in the notation of its game, with the places named in a language.

    `written` is the play in the game's notation.
    """
    return _WORD.sub(lambda word: words.gettext(_PLACES[word[0]]), written)


def play_notation(text: str) -> str:
    """Return a play, written in any language of the pages, in the words that `read_play` reads."""
    return _WORD.sub(lambda word: _known_words().get(word[0].lower(), word[0]), text)


@cache
def _known_words() -> dict[str, str]:
    read = {"bar": "bar", "off": "off", "head": str(HEAD)}
    return {
        words_for(code).gettext(name).lower(): read[place]
        for code in LANGUAGES
        for place, name in _PLACES.items()
    }


def side_words(words: Words, side: Side) -> str:
    """Return the name of a side."""
    return words.gettext(SIDES[side])


def room_words(words: Words, room: Room) -> str:
    """Return the name of a room, such as "Open room"."""
    return words.gettext(ROOMS[room])


def who_words(words: Words, players: Mapping[Side, str], side: Side) -> str:
    """Return a side with the name of its player if known, such as "Brook (White)"."""
    name, colour = players.get(side, ""), side_words(words, side)
    return f"{name} ({colour})" if name else colour


def result_words(
    words: Words,
    result: RoomResult,
    players: Mapping[Side, str],
    game: str,
    *,
    left: bool = True,
) -> str:
    """Return a room's result as a phrase with winner, ending and cube.

    `game` is the game's name. If `left` is False, the phrase does not say how many checkers the
    loser had left, as in a match to points, where that number does not count.
    """
    text = _outcome(words, result, players, game, left)
    if result.owner is None:
        return text
    owner = who_words(words, players, result.owner)
    return words.gettext("%(result)s, cube: %(who)s", result=text, who=owner)


def _outcome(
    words: Words, result: RoomResult, players: Mapping[Side, str], game: str, left: bool
) -> str:
    if result.adjusted is not None:
        home, away = result.adjusted
        return words.gettext("%(home)s:%(away)s SMP decided by the director", home=home, away=away)
    if result.loser is None:
        return words.gettext("cancelled, 0–0")
    values = {
        "who": who_words(words, players, result.loser.opponent),
        "ending": ending_words(result.ending, game, words),
        "cube": result.cube,
    }
    if any(result.tally):
        winners, losers = sorted(result.tally, reverse=True)
        return words.gettext(
            "won by %(who)s with %(winners)s trous to %(losers)s: %(ending)s",
            winners=winners,
            losers=losers,
            **values,
        )
    if left and result.ending in (Ending.BEAROFF, Ending.PASS, Ending.RESIGNED):
        return words.gettext(
            "won by %(who)s: %(ending)s, %(left)s left, cube %(cube)s", left=result.left, **values
        )
    return words.gettext("won by %(who)s: %(ending)s, cube %(cube)s", **values)
