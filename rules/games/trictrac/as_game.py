"""Trictrac as a Game, and its table as a CountedTable.

The Game has what belongs to a position and a throw: start, legal plays, notation. Points, trous and
the choice to go are in rules.games.trictrac.table. A duplicate match passes a TrictracCount, which
wraps a table of that module, from throw to throw.

Points are marked for the players, who do not claim them (ruling 26, automatic marking).
"""

from dataclasses import dataclass, replace

from rules.dice import Roll
from rules.games.game import LAST_HOLE, HoleChoice, Outcome, PointMark, Sensing, SideScore
from rules.games.game_info import ENDINGS, EndingWords, GameInfo, Layout, MarkedPoint, Scored
from rules.games.trictrac import movement, table
from rules.games.trictrac.figures import points_for
from rules.games.trictrac.table import SET, Phase, TrictracTable, set_table
from rules.position import BAR, Play, Position, Side, write_play
from rules.room import Ending
from rules.text import N_


@dataclass(frozen=True, slots=True)
class TrictracCount:
    """A Trictrac table as a CountedTable."""

    table: TrictracTable

    @property
    def position(self) -> Position:
        """The position of the checkers.

        After s'en aller, or after a side's last checker is off, all are on their talons.
        """
        return self.table.position

    @property
    def thrower(self) -> Side:
        """The side that has thrown or throws next."""
        return self.table.thrower

    @property
    def awaits_choice(self) -> bool:
        """True if the thrower has won a trou by the throw and now has the choice of HOLD or GO.

        Source: ruling 25.
        """
        return self.table.phase is Phase.CHOOSE

    @property
    def winner(self) -> Side | None:
        """The side with twelve trous, or None."""
        return self.table.winner

    @property
    def marks(self) -> tuple[PointMark, ...]:
        """The points of the throw being played, the thrower's before the opponent's."""
        return tuple(
            PointMark(
                side=mark.side,
                figure=mark.figure.value,
                ways=len(mark.ways),
                points=mark.points,
                rule=mark.rule,
            )
            for mark in self.table.marks
        )

    def score(self, side: Side) -> SideScore:
        """Return the points, trous and tokens of a side."""
        tally = self.table.score.of(side)
        return SideScore(
            points=tally.points,
            holes=tally.trous,
            tokens=self.table.score.tokens(side),
            triangle=tally.triangle,
        )

    def put_right(self, position: Position) -> "TrictracCount":
        """Return the table after the director put its checkers right; now they lie as `position`.

        The director does this before the next throw, if checkers lay on wrong points (ruling 11).
        Points, trous and the numbers of throws do not change. Raises WrongMoment while a throw is
        being played.
        """
        self.table.expect(Phase.THROW, "put checkers right")
        return TrictracCount(replace(self.table, position=position))

    def thrown(self, roll: Roll) -> "TrictracCount":
        """Return the table after the thrower's dice, with the thrower's points marked."""
        return TrictracCount(table.throw(self.table, roll))

    def chosen(self, choice: HoleChoice) -> "TrictracCount":
        """Return the table after the choice of HOLD (tenir) or GO (s'en aller).

        Raises WrongMoment unless this choice is awaited.
        """
        return TrictracCount(table.choose(self.table, choice))

    def played(self, play: Play) -> "TrictracCount":
        """Return the table after a legal play. If a choice was awaited, the play means HOLD."""
        return TrictracCount(table.play(self._held(), play))

    def condoned(self, position: Position) -> "TrictracCount":
        """Return the table after the opponent accepted an illegal play that led to `position`.

        The opponent's points are marked.
        """
        held = self._held()
        due = points_for(held.marks, held.thrower.opponent)
        return TrictracCount(table.opponents_points(replace(held, position=position), due))

    def _held(self) -> TrictracTable:
        return table.choose(self.table, HoleChoice.HOLD) if self.awaits_choice else self.table


class Trictrac:
    """The movement of checkers in Grand Trictrac (implements Game).

    It has functions of positions and rolls; points are counted by a TrictracCount.
    """

    name = "trictrac"
    senses = Sensing(hits=False, bar=False, cube_limit=0)
    endings = frozenset({Ending.TROUS, Ending.RESIGNED})
    opening_is_played = False

    def facing(self, point: int) -> int:
        """Return the opponent's number of a side's point.

        A side's point p is its opponent's 25 - p.
        """
        return BAR - point

    def counted(self, first: Side) -> TrictracCount:
        """Return a table before the first throw, by `first`, with all checkers on the talons."""
        return TrictracCount(set_table(first))

    def start(self) -> Position:
        """Return the starting position: all checkers on the talons, each side's point 24."""
        return SET

    def check(self, position: Position) -> None:
        """Raise InvalidPosition if checkers lie where no game of Trictrac can put them.

        Examples are a single checker on its own coin, and any checker on the opponent's coin.
        """
        movement.check(position)

    def legal_plays(self, position: Position, side: Side, roll: Roll, turn: int) -> frozenset[Play]:
        """Return one play for each position to which the roll can lead.

        If nothing can move, return only the empty play. The number of the turn makes no difference.
        """
        return frozenset(movement.plays_by_position(position, side, roll).values())

    def apply(self, position: Position, side: Side, play: Play) -> Position:
        """Return the position after the play as written, whatever the dice.

        Raises IllegalPlay if a checker is missing or a hit is marked.
        """
        return movement.apply(position, side, play)

    def play_between(
        self, before: Position, after: Position, side: Side, roll: Roll, turn: int
    ) -> Play | None:
        """Return the legal play that leads from `before` to `after`, or None.

        The play is one of those that `legal_plays` returns.
        """
        if before.of(side.opponent) != after.of(side.opponent):
            return None
        return movement.plays_by_position(before, side, roll).get(after.of(side))

    def outcome(self, position: Position) -> Outcome | None:
        """Return None, because twelve trous end the game and no position does.

        When a side's last checker is borne off, the checkers are set up again.
        """
        return None

    def notation(self, play: Play) -> str:
        """Return a play such as "24/18 24/20", by the mover's own points.

        The text is empty if nothing could be moved.
        """
        return write_play(play)


TRICTRAC = Trictrac()
"""The only instance, which every match of Trictrac uses. It has no state."""

INFO = GameInfo(
    rules=TRICTRAC,
    wire_kind=3,
    title=N_("Grand Trictrac"),
    on_board=N_("Trictrac board."),
    asked_as=("trictrac", "триктрак"),
    player="players.trictrac_player.TrictracPlayer",
    dice_of_a_double=2,
    written_play="24/18 24/23",
    scored=Scored(
        scoring_tables_title=N_("Trous compared: house rule"),
        marks={Ending.RESIGNED: "†"},
        marked=N_("† Resigned: the other side has its twelve trous."),
        compared="trous",
    ),
    layout=Layout(bar=14, edge=46, gap=84, mirrored=True, holes=LAST_HOLE),
    endings={
        **ENDINGS,
        Ending.TROUS: EndingWords(
            name=N_("twelve trous"),
            wins=N_("wins the game by twelve trous"),
            team_wins=N_("%(team)s by twelve trous"),
        ),
        Ending.RESIGNED: replace(
            ENDINGS[Ending.RESIGNED],
            offers=N_("offers to resign the game"),
            resigns=N_("resigns the game"),
        ),
    },
    marked_points=(
        MarkedPoint(point=24, word="talon", name=N_("talon"), told=N_("%(number)s on the talon")),
        MarkedPoint(point=13, word="coin", name=N_("coin"), told=N_("%(number)s on the coin")),
    ),
    terms={
        "talon": (
            N_("talon"),
            N_("The point of Trictrac on which all fifteen checkers of a side begin."),
        ),
        "coin": (
            N_("coin"),
            N_(
                "A side's twelfth point in Trictrac: only two checkers at once may take it or "
                "leave it."
            ),
        ),
        "trou": (
            N_("trou"),
            N_(
                "Twelve points of Trictrac, marked by moving a peg one hole on. Twelve trous win "
                "the game."
            ),
        ),
        "bredouille": (
            N_("bredouille"),
            N_(
                "Twelve points made while the opponent made none in between: they win two trous in "
                "place of one."
            ),
        ),
        "ecole": (
            N_("école"),
            N_("Points that a side marked wrongly or forgot. The opponent may take them."),
        ),
    },
)
