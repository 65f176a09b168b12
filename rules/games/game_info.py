"""Records of how games differ besides the rules of play: names, words, scoring, layout.

Texts are in English, marked for the catalogues.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.games.game import Game
from rules.room import Ending
from rules.text import N_


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingWords:
    """An ending in the game's own words: by itself, and in sentences about the winner's team.

    `offers` and `resigns` are about the side that resigns, empty for an ending that nobody resigns.
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
        team_wins=N_("%(team)s: opponent passed"),
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
"""Words for endings if a game has none of its own."""


IMP = "IMP"
"""Unit compared in matches whose results have the printed tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """The written form of a game's results and what its matches compare; forms print all of it.

    `words`: the clerk's words for endings that are not written by their value. `cube`: True if one
    may be in force. `scoring_tables_title`: the tables' name on forms, empty for the printed
    tables. `notes`, `marks`, `marked`: further notes on forms, signs beside results, and their
    meaning. `compared`: the unit of the teams' sums; with "IMP" the printed tables are used, else
    the games' counts are compared without any.
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
        """True if a match compares what its games count, without SMP, IMP or VP."""
        return self.compared != IMP


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedPoint:
    """A point of each side that has a name: `told` is the text for the number of checkers there."""

    point: int
    word: str
    name: str
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The layout of a game on a drawn board, points by the triangles of backgammon's White.

    `bar`, `edge` and `gap` are the widths of the bar and of the rim and the room between the tips,
    in units of which 40 are a checker. `mirrored`: White's ace point is triangle 24, not 1; Red's
    points are those that face White's. White bears off at the right, Red at `red_tray`. `holes` are
    the number in a side's rail for pegs, 0 for no rail.
    """

    bar: int = 40
    edge: int = 26
    gap: int = 64
    mirrored: bool = False
    red_tray: str = "right"
    holes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameInfo:
    """A game's record for everything but its play; one record a game.

    `wire_kind` is its number on the boards' link (docs/wire.md). `title` is its name, `on_board`
    the name of a board on which it is played, `asked_as` the names that tables of entries may have
    for it, in any language. `terms` explains its own words, each with its label and sentence;
    `terms_to_points` those of a match to points. `player` is the class of `players` that plays it
    by plain judgement. `dice_of_a_double` is the number of dice played of an equal throw.
    `written_play` is a play as people write it, `head_is_written` is True if the head is written by
    that word. `nets`: GNU Backgammon plays and judges it, and match files hold it.
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
