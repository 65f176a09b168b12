"""Records of what differs between games besides the rules of play: names, words, scoring, layout.

Texts are in English and marked for translation.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.games.game import Game
from rules.room import Ending
from rules.text import N_


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingWords:
    """The words for a way in which a game ends: its name, and phrases about who has won.

    `wins` is about the winner, `team_wins` about the winner's team. `offers` and `resigns` are
    phrases about the side that resigns; they are empty for an ending that is no resignation.
    """

    name: str
    wins: str
    team_wins: str
    offers: str = ""
    resigns: str = ""


ENDINGS: Mapping[Ending, EndingWords] = {
    Ending.BEAROFF: EndingWords(
        name=N_("bear-off"),
        wins=N_("wins by bearing off"),
        team_wins=N_("%(team)s bears off"),
    ),
    Ending.PASS: EndingWords(
        name=N_("pass"),
        wins=N_("wins: double passed"),
        team_wins=N_("%(team)s wins by a pass"),
    ),
    Ending.GAMMON: EndingWords(
        name=N_("gammon"),
        wins=N_("wins with a gammon"),
        team_wins=N_("%(team)s wins a gammon"),
    ),
    Ending.BACKGAMMON: EndingWords(
        name=N_("backgammon"),
        wins=N_("wins with a backgammon"),
        team_wins=N_("%(team)s wins a backgammon"),
    ),
    Ending.RESIGNED: EndingWords(
        name=N_("resigned"),
        wins=N_("wins: opponent resigned"),
        team_wins=N_("%(team)s: opponent resigned"),
        offers=N_("offers to resign a single game"),
        resigns=N_("resigns a single game"),
    ),
    Ending.RESIGNED_GAMMON: EndingWords(
        name=N_("resigned gammon"),
        wins=N_("wins: opponent resigned a gammon"),
        team_wins=N_("%(team)s: opponent resigned a gammon"),
        offers=N_("offers to resign a gammon"),
        resigns=N_("resigns a gammon"),
    ),
    Ending.RESIGNED_BACKGAMMON: EndingWords(
        name=N_("resigned backgammon"),
        wins=N_("wins: opponent resigned a backgammon"),
        team_wins=N_("%(team)s: opponent resigned a backgammon"),
        offers=N_("offers to resign a backgammon"),
        resigns=N_("resigns a backgammon"),
    ),
}
"""The words for each ending, for games that have no words of their own."""


IMP = "IMP"
"""The unit in which matches are compared if their results use the printed scoring tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """How the results of a game are written, and what its matches compare.

    People write files of results by hand, with a word for each ending. `words` has the words of
    this game; an ending without a word there is written as the value of that ending in the class
    Ending. `cube` is True if the game has a cube. `scoring_tables_title` is the name of the scoring
    tables on forms, empty for the printed ones. `notes` are further notes on forms, `marks` has,
    for some endings, the sign that is printed beside a result with that ending, and `marked`
    explains the signs. `compared` is the unit of a team's sum: with "IMP" the printed scoring
    tables are used; with any other unit the counts of the games are compared directly.
    """

    words: Mapping[Ending, str] = field(default_factory=dict)
    cube: bool = False
    scoring_tables_title: str = ""
    notes: tuple[str, ...] = ()
    marks: Mapping[Ending, str] = field(default_factory=dict)
    marked: str = ""
    compared: str = IMP

    @property
    def counted(self) -> bool:
        """True if matches compare sums of counts, such as trous, and have no SMP, IMP and VP."""
        return self.compared != IMP


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedPoint:
    """A point that has a name of its own in the game, such as the head; each side has its own.

    `word` is the word in written plays, `name` the name shown to people, and `told` a text with the
    number of checkers on the point.
    """

    point: int
    word: str
    name: str
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The layout of a game on a drawn board.

    Triangles are numbered as White's points in backgammon. `bar`, `edge` and `gap` are the widths
    of the bar, of the board's frame and of the space between the tips of the triangles, in
    fortieths of a checker's width. If `mirrored` is True, White's point 1 is triangle 24 instead of
    1. Game.facing gives Red's point for each point of White. White bears off at the right side, Red
    at the side `red_tray`. `holes` is the number of holes for pegs in the strip of wood (rail)
    along a side's edge, 0 for no such strip.
    """

    bar: int = 40
    edge: int = 26
    gap: int = 64
    mirrored: bool = False
    red_tray: str = "right"
    holes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameInfo:
    """The record of everything about a game except its rules of play.

    `wire_kind` is the game's number on the link to boards (docs/wire.md). `title` is the game's
    name, `on_board` the name of a board for it. `asked_as` are the names, in any language, by which
    a column of an imported list of entries can name the game. `terms` has the label and the
    explaining sentence of each special word of the game, by word; `terms_to_points` has those used
    only in matches to points. `player` is the path of the class in `players` that plays the game
    without an engine. `dice_of_a_double` is how many dice a side plays after throwing a double: 4
    or 2. `written_play` is an example of a written play. `head_is_written` is True if written plays
    name the head by that word and not by its number. `nets` is True if GNU Backgammon can play the
    game and evaluate its plays, and match files can contain the game.
    """

    rules: Game
    wire_kind: int
    title: str
    on_board: str
    asked_as: tuple[str, ...]
    player: str
    scored: Scored
    layout: Layout
    endings: Mapping[Ending, EndingWords] = field(default_factory=lambda: ENDINGS)
    marked_points: tuple[MarkedPoint, ...] = ()
    terms: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    terms_to_points: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    dice_of_a_double: int = 4
    written_play: str
    head_is_written: bool = False
    nets: bool = False

    @property
    def name(self) -> str:
        """The game's name in set-ups, addresses and logs."""
        return self.rules.name
