"""A finished game set up so that a visitor of a web page can play its closed room again.

The visitor gets the dice of the match. The open room's game is over and its rolls are stored, so
that the rules of the duplicate match apply as they did in the match: rulings 6 (rolls belong to a
side and a turn), 7 (a roll is released only when it is asked for) and 9 (if dice differ, those of
the closed room are used). After the last recorded turn rolls are drawn from the match's committed
seed, as for a tail (ruling 8). A turn gets the same dice whenever the game is played again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.dice import DiceSource
from rules.duplicate.roll_sets import RollSet
from rules.duplicate.state import MatchState
from rules.games.game import Game
from rules.position import Side
from rules.room import Room, RoomResult
from rules.tables.fold import fresh_table
from rules.tables.state import Phase, RollRecord, TurnKey


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game that is over in both rooms, from which the closed room can be played again.

    `rolled` are the rolls of the game that count (ruling 9), `in_open` is the open room's result,
    and `seed` the match's seed.
    """

    game: Game
    rolled: RollSet
    in_open: RoomResult
    seed: bytes

    @property
    def is_playable(self) -> bool:
        """True if the game has an opening throw.

        A game recorded by hand has no rolls to play with.
        """
        return self._starter is not None or any(roll.opening for roll in self.rolled.rolls.values())

    @property
    def _starter(self) -> Side | None:
        first = self.rolled.first_throw
        if first is None or first.dice.is_double:
            return None
        dice = first.dice
        return Side.WHITE if dice.first > dice.second else Side.RED

    def set_up(self) -> MatchState:
        """Return the state before the closed room's opening throw, with all recorded rolls."""
        game, rolled = self.game, self.rolled
        opened = fresh_table(game, Room.OPEN)
        return MatchState(
            games=rolled.game,
            game=rolled.game,
            attempt=rolled.attempt,
            attempts={rolled.game: rolled.attempt},
            max_lead=0,
            tail_drawn=True,
            seed=self.seed,
            open=replace(opened, phase=Phase.FINISHED, result=self.in_open),
            closed=fresh_table(game, Room.CLOSED),
            rolls=_waiting(rolled.rolls),
            starter=self._starter,
        )


def _waiting(rolls: Mapping[TurnKey, RollRecord]) -> dict[TurnKey, RollRecord]:
    return {
        key: RollRecord(roll.in_room(Room.CLOSED), roll.source, roll.opening, counted=True)
        for key, roll in rolls.items()
    }


def drawn_by_seed(state: MatchState, key: TurnKey) -> bool:
    """Return True if the dice of turn `key` were not recorded, but drawn from the seed.

    `state` is the state of a game that is played again from `RecordedGame.set_up`.
    """
    roll = state.rolls.get(key)
    return roll is not None and roll.tail and roll.source is DiceSource.SERVER
