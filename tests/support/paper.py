"""A game that goes on on paper: its slips and results, in the rules and beyond."""

from random import Random
from typing import Any

from rules.dice import Roll
from rules.ending import Ending
from rules.events import PaperRoll
from rules.games.game import Game
from rules.room import Room
from rules.side import Side
from rules.tables import readings as rd
from rules.tables.paper import needs_opening, next_turns
from rules.tables.state import MatchInPlay

POWER = "no power in the hall"


def paper_rolls(game: Game, state: MatchInPlay, turns: int, rng: Random) -> tuple[PaperRoll, ...]:
    """Slips of so many turns from where the boards stopped, the opening throw among them."""
    rolls, due = list[PaperRoll](), next_turns(state)
    if turns and needs_opening(game, state):
        first, second = rng.sample(range(1, 7), 2)
        starter = Side.WHITE if first > second else Side.RED
        rolls.append(PaperRoll(side=starter, turn=1, dice=Roll(first, second), opening=True))
        due[starter] += 1
    else:
        starter = next((key.side for key, roll in state.rolls.items() if roll.opening), Side.WHITE)
    while len(rolls) < turns:
        side = starter if due[starter] == due[starter.opponent] else starter.opponent
        dice = Roll(rng.randint(1, 6), rng.randint(1, 6))
        rolls.append(PaperRoll(side=side, turn=due[side], dice=dice))
        due[side] += 1
    return tuple(rolls)


def paper_results(state: MatchInPlay, **changes: Any) -> tuple[rd.EnterResult, ...]:
    """A single win of White by two checkers in each room where no board has ended the game."""
    fields: dict[str, Any] = {
        "loser": Side.RED,
        "ending": Ending.BEAROFF,
        "left": 2,
        "cube": 2,
        "by": "Olena",
        **changes,
    }
    due: list[Room] = [room for room in state.rooms if state.table(room).result is None]
    at: dict[str, Any] = {"game": state.game, "attempt": state.attempt}
    return tuple(rd.EnterResult(**at, room=room, **fields) for room in due)


def on_paper(game: Game, state: MatchInPlay, turns: int, rng: Random) -> rd.PaperGame:
    """The current game, or the rest of it, as it was played on paper for so many turns."""
    return rd.PaperGame(
        game=state.game,
        attempt=state.attempt,
        rolls=paper_rolls(game, state, turns, rng),
        results=paper_results(state),
        by="Olena",
        reason=POWER,
    )
