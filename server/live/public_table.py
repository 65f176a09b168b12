"""The public state of a table and the public part of a game, made only from public facts.

So nothing that is shown of them can depend on what is under embargo (ruling 12).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.dice import Cube
from rules.duplicate.forks import first_different
from rules.games.game import Game
from rules.position import Position, Side
from rules.room import Room, RoomResult
from server.live import facts as fx
from server.live.facts import (
    CheckersSet,
    DiceShown,
    PlayShown,
    RollDiffers,
    RollTakenBack,
    TableFact,
    TurnTakenBack,
    WatchersAnswered,
)


@dataclass(frozen=True, slots=True)
class PublicTable:
    """The public part of the open room's table in the current game.

    `position` is None if positions are not recorded. It is also None once a game has ended without
    a throw, because its result was entered by hand or it was cancelled. `thrown` are the latest
    dice; `before`, `thrown_cube` and `score_before` are the position, the cube and the score before
    these dice were thrown. `last_play` is the play made with them, or None until that play is
    public.

    `doubled` is the cube value that a double proposes, or None if no double has been offered.
    `to_answer` is the side that has to take or pass the double, or None if no answer is awaited;
    while an answer is awaited, `on_turn` is the side that doubled. `score` is the score within a
    game of Trictrac, None in other games. `result` is None until the game is over. `facts` are the
    game's facts in order. `cubeless` is True in the Crawford game and in other games without a cube
    (ruling 17).
    """

    position: Position | None
    before: Position | None
    thrown: fx.DiceShown | None = None
    last_play: fx.PlayShown | None = None
    cube: Cube = field(default_factory=Cube)
    thrown_cube: Cube = field(default_factory=Cube)
    doubled: int | None = None
    on_turn: Side | None = None
    to_answer: Side | None = None
    score: fx.TableScore | None = None
    score_before: fx.TableScore | None = None
    result: RoomResult | None = None
    facts: tuple[fx.TableFact, ...] = ()
    cubeless: bool = False

    @property
    def is_thrown(self) -> bool:
        """True if the side on turn has thrown, and its play is not public."""
        thrown = self.thrown
        return thrown is not None and thrown.side is self.on_turn and self.last_play is None


def set_table(game: Game) -> PublicTable:
    """Return the table for a game of this kind, as it is before the opening throw."""
    start = game.start()
    count, score = game.counted(Side.WHITE), None
    if count is not None:
        score = fx.TableScore(white=count.score(Side.WHITE), red=count.score(Side.RED))
    return PublicTable(start, start, score=score, score_before=score)


def is_begun(facts: Sequence[fx.TableFact]) -> bool:
    """Return True if there is a throw among the facts of a game."""
    return any(isinstance(fact, _THROWS) for fact in facts)


_THROWS = fx.OpeningShown | fx.DiceShown | fx.PaperDiceShown


def cube_shown(table: PublicTable) -> Cube:
    """Return the cube to be shown with the table.

    If positions are not recorded and the game is over, the value and owner of the cube are taken
    from the game's result.
    """
    result = table.result if table.position is None else None
    return table.cube if result is None or result.loser is None else Cube(result.cube, result.owner)


def cube_on_board(table: PublicTable, game: Game) -> Cube | None:
    """Return the cube that lies at the board, or None without one.

    While a double is offered, it has the value after a take.
    """
    cube = cube_shown(table) if table.doubled is None else Cube(table.doubled)
    used = game.senses.cube_limit > 0 or cube.value > 1
    return cube if used and not table.cubeless else None


def without_position(table: PublicTable) -> PublicTable:
    """Return the table without checkers, because nobody knows where they are."""
    return replace(table, position=None, before=None)


def table_after(table: PublicTable, fact: fx.TableFact) -> PublicTable:
    """Return the table as it is after a fact about it."""
    table = replace(table, facts=(*table.facts, fact))
    match fact:
        case fx.OpeningShown():
            return replace(table, on_turn=fact.side)
        case fx.DiceShown():
            return replace(
                table,
                before=table.position,
                thrown_cube=table.cube,
                score_before=table.score,
                thrown=fact,
                last_play=None,
                on_turn=fact.side,
            )
        case fx.PaperDiceShown():
            return replace(
                table, position=None, thrown=None, last_play=None, on_turn=fact.side.opponent
            )
        case fx.PlayShown():
            return replace(
                table, position=fact.position, last_play=fact, on_turn=fact.side.opponent
            )
        case fx.PlayEnded():
            return replace(table, last_play=None, on_turn=fact.side.opponent)
        case fx.PointsShown():
            return replace(table, score=fact.score)
        case fx.CheckersSet():
            return replace(table, position=fact.position, last_play=None, on_turn=fact.side)
        case fx.CheckersPutRight():
            return replace(table, position=fact.position, last_play=None, on_turn=fact.side)
        case fx.TurnTakenBack():
            return _turn_again(table, fact)
        case fx.RollTakenBack():
            return _without_roll(table, fact)
        case fx.CubeActed():
            return _after_cube(table, fact)
        case fx.OpenGameFinished():
            score = table.score and table.score.ended(fact.result.tally)
            table = table if is_begun(table.facts) else without_position(table)
            return replace(
                table,
                result=fact.result,
                score=score,
                on_turn=None,
                doubled=None,
                to_answer=None,
            )
        case fx.ChoiceShown() | fx.WatchersAnswered() | fx.ResignationShown() | fx.EndShown():
            return table


def _turn_again(table: PublicTable, fact: fx.TurnTakenBack) -> PublicTable:
    """Return the table after the director had a turn played again: as before the turn's dice."""
    return replace(
        table,
        position=fact.position,
        cube=table.thrown_cube,
        score=table.score_before,
        doubled=None,
        to_answer=None,
        last_play=None,
        on_turn=fact.side,
        result=None,
    )


def _without_roll(table: PublicTable, fact: fx.RollTakenBack) -> PublicTable:
    return replace(
        table,
        position=fact.position,
        before=fact.position,
        score=table.score_before,
        thrown=None,
        last_play=None,
        on_turn=None if fact.opening else fact.side,
        result=None,
    )


def _after_cube(table: PublicTable, fact: fx.CubeActed) -> PublicTable:
    match fact.step:
        case fx.CubeStep.OFFERED:
            return replace(table, doubled=fact.cube, to_answer=fact.side.opponent)
        case fx.CubeStep.TAKEN:
            cube = table.cube.taken_by(fact.side.opponent)
            return replace(table, doubled=None, to_answer=None, cube=cube)
        case fx.CubeStep.PASSED:
            return replace(table, to_answer=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicGame:
    """The public facts of a game's last attempt, those of the `open` and of the `closed` room.

    `closed` is None until the game is over in both rooms. `differing` are the dice that a room had
    in place of those that the server gave both rooms, keyed by side, turn and room (ruling 9).
    """

    game: int
    attempt: int
    open: tuple[TableFact, ...] = ()
    closed: tuple[TableFact, ...] | None = None
    differing: Mapping[tuple[Side, int, Room], RollDiffers] = field(default_factory=dict)

    def facts(self, room: Room) -> tuple[TableFact, ...]:
        """Return the public facts of that room with the dice that the room itself had.

        The closed room has no public facts before the game is over in both rooms.
        """
        facts = self.open if room is Room.OPEN else self.closed or ()
        return tuple(self._as_it_lay(fact, room) for fact in facts) if self.differing else facts

    def _as_it_lay(self, fact: TableFact, room: Room) -> TableFact:
        if not isinstance(fact, DiceShown):
            return fact
        other = self.differing.get((fact.side, fact.turn, room))
        return fact if other is None else replace(fact, dice=other.dice)

    def differs(self, side: Side, turn: int) -> bool:
        """Return True if the rooms had different dice in that turn."""
        places = [(side, turn, room) for room in Room]
        lay = {
            self.differing[each].dice.dice if each in self.differing else None for each in places
        }
        return len(lay) > 1

    def with_differing(self, fact: RollDiffers) -> "PublicGame":
        """Return the game with one more fact, which says that a room had other dice in one turn.

        If the fact says that the room's dice no longer differ, the earlier fact about that turn is
        removed.
        """
        place = fact.side, fact.turn, fact.room
        others = {known: each for known, each in self.differing.items() if known != place}
        differs = not fact.dice.same_dice(fact.relayed)
        return replace(self, differing={**others, place: fact} if differs else others)


def without_watchers(game: PublicGame) -> PublicGame:
    """Return the game without the watchers' answers, as players may see it."""
    facts = tuple(fact for fact in game.open if not isinstance(fact, WatchersAnswered))
    return replace(game, open=facts)


def first_difference(game: PublicGame) -> tuple[Side, int] | None:
    """Return the side and turn after which the rooms first had different positions.

    Return None if the positions never differed, or if the closed room's facts are not public yet.
    """
    if game.closed is None:
        return None
    return first_different(_plays_that_stand(game.open), _plays_that_stand(game.closed))


def _plays_that_stand(facts: Sequence[TableFact]) -> dict[tuple[Side, int], Position]:
    """Return the position after each side's turn in the order of play, without plays taken back.

    If a side chose to go instead of playing, the position is that of the checkers set up again.
    """
    plays: dict[tuple[Side, int], Position] = {}
    for fact in facts:
        match fact:
            case PlayShown():
                plays[fact.side, fact.turn] = fact.position
            case CheckersSet():
                plays.setdefault((fact.side, fact.turn), fact.position)
            case TurnTakenBack() | RollTakenBack():
                plays.pop((fact.side, fact.turn), None)
    return plays
