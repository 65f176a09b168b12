"""How a game ended, in the words of the game that is played: a gammon there, a mars here."""

from collections.abc import Mapping
from typing import NamedTuple

from rules.games.backgammon import BACKGAMMON
from rules.games.long_gammon import LONG_GAMMON
from rules.games.trictrac.as_game import TRICTRAC
from rules.room import Ending
from rules.text import N_
from server.console.speech import Words

Sentences = Mapping[Ending, str]

_NAMES: Sentences = {
    Ending.BEAROFF: N_("bear-off"),
    Ending.PASS: N_("pass"),
    Ending.GAMMON: N_("gammon"),
    Ending.BACKGAMMON: N_("backgammon"),
    Ending.TROUS: N_("twelve trous"),
    Ending.RESIGNED: N_("resigned"),
    Ending.RESIGNED_GAMMON: N_("resigned gammon"),
    Ending.RESIGNED_BACKGAMMON: N_("resigned backgammon"),
}
_NAMES_LONG: Sentences = {
    **_NAMES,
    Ending.BEAROFF: N_("oin"),
    Ending.GAMMON: N_("mars"),
    Ending.RESIGNED_GAMMON: N_("resigned mars"),
}
_WINS: Sentences = {
    Ending.BEAROFF: N_("wins by bearing off"),
    Ending.PASS: N_("wins by a refused double"),
    Ending.GAMMON: N_("wins with a gammon"),
    Ending.BACKGAMMON: N_("wins with a backgammon"),
    Ending.RESIGNED: N_("wins by resignation"),
    Ending.RESIGNED_GAMMON: N_("wins by resignation, a gammon"),
    Ending.RESIGNED_BACKGAMMON: N_("wins by resignation, a backgammon"),
}
_WINS_LONG: Sentences = {
    **_WINS,
    Ending.BEAROFF: N_("wins oin"),
    Ending.GAMMON: N_("wins with a mars"),
    Ending.RESIGNED_GAMMON: N_("wins by resignation, a mars"),
}
_WINS_TRICTRAC: Sentences = {**_WINS, Ending.TROUS: N_("wins the game by twelve trous")}
_TEAM_WINS: Sentences = {
    Ending.BEAROFF: N_("%(team)s bears off"),
    Ending.PASS: N_("%(team)s by a pass"),
    Ending.GAMMON: N_("%(team)s wins a gammon"),
    Ending.BACKGAMMON: N_("%(team)s wins a backgammon"),
    Ending.RESIGNED: N_("%(team)s by resignation"),
    Ending.RESIGNED_GAMMON: N_("%(team)s by resignation, a gammon"),
    Ending.RESIGNED_BACKGAMMON: N_("%(team)s by resignation, a backgammon"),
}
_TEAM_WINS_LONG: Sentences = {
    **_TEAM_WINS,
    Ending.BEAROFF: N_("%(team)s wins oin"),
    Ending.GAMMON: N_("%(team)s wins a mars"),
    Ending.RESIGNED_GAMMON: N_("%(team)s by resignation, a mars"),
}
_TEAM_WINS_TRICTRAC: Sentences = {**_TEAM_WINS, Ending.TROUS: N_("%(team)s by twelve trous")}
_OFFERS: Sentences = {
    Ending.RESIGNED: N_("offers a single game"),
    Ending.RESIGNED_GAMMON: N_("offers a gammon"),
    Ending.RESIGNED_BACKGAMMON: N_("offers a backgammon"),
}
_OFFERS_LONG: Sentences = {**_OFFERS, Ending.RESIGNED_GAMMON: N_("offers a mars")}
_OFFERS_TRICTRAC: Sentences = {**_OFFERS, Ending.RESIGNED: N_("offers to resign the game")}
_RESIGNS: Sentences = {
    Ending.RESIGNED: N_("resigns a single game"),
    Ending.RESIGNED_GAMMON: N_("resigns a gammon"),
    Ending.RESIGNED_BACKGAMMON: N_("resigns a backgammon"),
}
_RESIGNS_LONG: Sentences = {**_RESIGNS, Ending.RESIGNED_GAMMON: N_("resigns a mars")}
_RESIGNS_TRICTRAC: Sentences = {**_RESIGNS, Ending.RESIGNED: N_("resigns the game")}


class _Vocabulary(NamedTuple):
    """What a game calls its endings, by themselves and in sentences."""

    names: Sentences
    wins: Sentences
    team_wins: Sentences
    offers: Sentences
    resigns: Sentences


_VOCABULARIES: Mapping[str, _Vocabulary] = {
    BACKGAMMON.name: _Vocabulary(_NAMES, _WINS, _TEAM_WINS, _OFFERS, _RESIGNS),
    LONG_GAMMON.name: _Vocabulary(
        _NAMES_LONG, _WINS_LONG, _TEAM_WINS_LONG, _OFFERS_LONG, _RESIGNS_LONG
    ),
    TRICTRAC.name: _Vocabulary(
        _NAMES, _WINS_TRICTRAC, _TEAM_WINS_TRICTRAC, _OFFERS_TRICTRAC, _RESIGNS_TRICTRAC
    ),
}


def ending_words(ending: Ending, game: str, words: Words) -> str:
    """The ending by itself, as forms and lists name it; `game` is the game's name."""
    return words.gettext(_VOCABULARIES[game].names[ending])


def win_words(ending: Ending, game: str, words: Words) -> str:
    """What the winner did, without naming him; `game` is the game's name."""
    return words.gettext(_VOCABULARIES[game].wins[ending])


def team_win_words(ending: Ending, team: str, game: str, words: Words) -> str:
    """The same with the winning team's name."""
    return words.gettext(_VOCABULARIES[game].team_wins[ending], team=team)


def offer_words(ending: Ending, game: str, words: Words) -> str:
    """What a side offers to lose."""
    return words.gettext(_VOCABULARIES[game].offers[ending])


def resigned_words(ending: Ending, game: str, words: Words) -> str:
    """What a side has given up."""
    return words.gettext(_VOCABULARIES[game].resigns[ending])
