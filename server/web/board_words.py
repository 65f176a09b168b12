"""A public table in words: for screen readers, the list of moves and the line above it.

Sentences about what the page waits for are fixed, so that none of them can depend on what is
still under embargo (ruling 12).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.duplicate.state import RoomResult
from rules.ending import Ending
from rules.play import Play
from rules.position import BAR, Position
from rules.side import Side
from server.live import facts as fx
from server.live.snapshot import PublicPhase, PublicSnapshot, PublicTable

Notation = Callable[[Play], str]
"""How the game that is played writes a play."""
NAMES = {Side.WHITE: "White", Side.RED: "Red"}

_ENDINGS = {
    Ending.BEAROFF: "by bearing off",
    Ending.PASS: "by a refused double",
    Ending.GAMMON: "with a gammon",
    Ending.BACKGAMMON: "with a backgammon",
    Ending.RESIGNED: "by resignation",
    Ending.RESIGNED_GAMMON: "by resignation, a gammon",
    Ending.RESIGNED_BACKGAMMON: "by resignation, a backgammon",
}
_RESIGNATIONS = {
    Ending.RESIGNED: "a single game",
    Ending.RESIGNED_GAMMON: "a gammon",
    Ending.RESIGNED_BACKGAMMON: "a backgammon",
}


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One line of the list of moves; `turn` is 0 for what is no turn.

    `until` counts the facts up to and with the last one it tells of.
    """

    turn: int
    side: Side
    text: str
    until: int = 0


def waiting_words(now: PublicSnapshot) -> str:
    """The one line that says why the page is not further."""
    match now.phase:
        case PublicPhase.PLANNED:
            return "The match begins when both teams have handed in their line-ups."
        case PublicPhase.PLAYING:
            return (
                "The board follows the closed room: dice and plays of the open room appear here "
                "once the closed room has had the same dice."
            )
        case PublicPhase.OPEN_GAME_OVER:
            return (
                f"Game {now.game} is over in the open room. "
                "Its score follows when it is over in the closed room too."
            )
        case PublicPhase.GAME_OVER:
            return (
                f"Game {now.game} is over in both rooms. "
                "Play goes on when both rooms have confirmed their results."
            )
        case PublicPhase.OVER:
            return "The match is over in both rooms."


def status_words(now: PublicSnapshot) -> str:
    """How far a match is, in a word or two, for the list of matches."""
    match now.phase:
        case PublicPhase.PLANNED:
            return "not begun"
        case PublicPhase.OVER:
            return "finished"
        case _:
            return f"game {now.game} of {now.scheduled.games}"


def latest_words(lines: Sequence[MoveLine]) -> str:
    """The latest line of the list of moves as a sentence; empty before the first throw."""
    return f"{NAMES[lines[-1].side]} {lines[-1].text}" if lines else ""


def move_lines(told: Sequence[fx.TableFact], notation: Notation) -> list[MoveLine]:
    """The game so far, a line a turn, doubles and resignations between; oldest first."""
    lines: list[MoveLine] = []
    for until, fact in enumerate(told, start=1):
        if isinstance(fact, fx.PlayShown):
            where = _line_of_turn(lines, fact)
            thrown = lines[where]
            text = f"{thrown.text}: {_play_words(fact, notation)}"
            lines[where] = replace(thrown, text=text, until=until)
        else:
            lines.append(replace(_line(fact, notation), until=until))
    return lines


def _line_of_turn(lines: Sequence[MoveLine], play: fx.PlayShown) -> int:
    place = len(lines) - 1
    while (lines[place].side, lines[place].turn) != (play.side, play.turn):
        place -= 1
    return place


@lru_cache(maxsize=4096)
def _play_words(play: fx.PlayShown, notation: Notation) -> str:
    if play.condoned:
        return "a play the roll does not allow, accepted"
    return notation(play.moves) or "no move"


def _line(fact: fx.TableFact, notation: Notation) -> MoveLine:
    match fact:
        case fx.DiceShown():
            return MoveLine(fact.turn, fact.side, str(fact.dice))
        case fx.TurnTakenBack():
            return MoveLine(fact.turn, fact.side, "played again by the director's order")
        case fx.RollTakenBack():
            return MoveLine(fact.turn, fact.side, "dice put right")
        case fx.CubeActed():
            return _cube_line(fact)
        case fx.ResignationShown():
            return MoveLine(0, fact.side, _resignation_words(fact))
        case fx.OpenGameFinished():
            return _result_line(fact.result)
        case fx.PlayShown():
            return MoveLine(fact.turn, fact.side, _play_words(fact, notation))


def _cube_line(fact: fx.CubeActed) -> MoveLine:
    match fact.step:
        case fx.CubeStep.OFFERED:
            return MoveLine(0, fact.side, f"doubles to {fact.cube}")
        case fx.CubeStep.TAKEN:
            return MoveLine(0, fact.side.opponent, "takes")
        case fx.CubeStep.PASSED:
            return MoveLine(0, fact.side.opponent, "passes")


def _resignation_words(fact: fx.ResignationShown) -> str:
    if fact.step is fx.ResignationStep.REFUSED:
        return "resignation refused"
    what = _RESIGNATIONS[fact.ending] if fact.ending else ""
    return f"offers {what}" if fact.step is fx.ResignationStep.OFFERED else f"resigns {what}"


def _result_line(result: RoomResult) -> MoveLine:
    assert result.loser is not None
    return MoveLine(0, result.loser.opponent, f"wins {_ENDINGS[result.ending]}")


def board_in_words(table: PublicTable) -> str:
    """The whole position as a screen reader says it, points by each side's own numbers."""
    said = [f"{NAMES[side]}: {_checkers_in_words(table.position, side)}." for side in Side]
    owner = table.cube.owner
    cube = f"Cube at {table.cube.value}, {NAMES[owner] + chr(39) + 's' if owner else 'centred'}."
    if table.doubled is not None:
        cube = f"Cube offered at {table.doubled}."
    return " ".join(["Backgammon board.", *said, cube, *_dice_in_words(table)])


def _dice_in_words(table: PublicTable) -> Iterable[str]:
    if table.thrown is not None:
        yield f"{NAMES[table.thrown.side]}'s dice {table.thrown.dice}."


def _checkers_in_words(position: Position, side: Side) -> str:
    counts = position.of(side)
    said = [f"{counts[BAR]} on the bar"] if counts[BAR] else []
    said += [f"{counts[point]} on {point}" for point in range(24, 0, -1) if counts[point]]
    said += [f"{position.off(side)} off"] if position.off(side) else []
    return f"{', '.join(said)}; {position.pip_count(side)} pips"
