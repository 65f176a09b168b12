"""One game as far as it is public: the open room's facts, and the closed room's once both are over.

It is made of public items alone, so nothing shown of it can depend on what is under embargo.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.duplicate.forks import first_different
from rules.position import Position, Side
from rules.room import Room
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicGame:
    """The last attempt at a game; `closed` is None until the game is over in both rooms.

    `differing` are turns of which a room had other dice than were relayed.
    """

    game: int
    attempt: int
    open: tuple[TableFact, ...] = ()
    closed: tuple[TableFact, ...] | None = None
    differing: Mapping[tuple[Side, int, Room], RollDiffers] = field(default_factory=dict)

    def facts(self, room: Room) -> tuple[TableFact, ...]:
        """What is public of that room, with the dice that lay there; nothing before its time."""
        facts = self.open if room is Room.OPEN else self.closed or ()
        return tuple(self._as_it_lay(fact, room) for fact in facts) if self.differing else facts

    def _as_it_lay(self, fact: TableFact, room: Room) -> TableFact:
        if not isinstance(fact, DiceShown):
            return fact
        other = self.differing.get((fact.side, fact.turn, room))
        return fact if other is None else replace(fact, dice=other.dice)

    def differs(self, side: Side, turn: int) -> bool:
        """The rooms had other dice in that turn."""
        places = [(side, turn, room) for room in Room]
        lay = {
            self.differing[each].dice.dice if each in self.differing else None for each in places
        }
        return len(lay) > 1

    def with_differing(self, fact: RollDiffers) -> "PublicGame":
        """The same once it is known which dice stand in that room."""
        place = fact.side, fact.turn, fact.room
        others = {known: each for known, each in self.differing.items() if known != place}
        differs = not fact.dice.same_dice(fact.relayed)
        return replace(self, differing={**others, place: fact} if differs else others)


def without_watchers(game: PublicGame) -> PublicGame:
    """The same for those who play: nothing of what watchers would have answered."""
    facts = tuple(fact for fact in game.open if not isinstance(fact, WatchersAnswered))
    return replace(game, open=facts)


def first_difference(game: PublicGame) -> tuple[Side, int] | None:
    """The first turn that both rooms played, with the same dice, to different positions."""
    if game.closed is None:
        return None
    return first_different(_plays_that_stand(game.open), _plays_that_stand(game.closed))


def _plays_that_stand(facts: Sequence[TableFact]) -> dict[tuple[Side, int], Position]:
    """The positions after each turn in the order of play, without plays that were taken back.

    Who went instead of playing left all checkers set anew.
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
