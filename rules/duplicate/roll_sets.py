"""The roll sets of a match: the dice of each game by side and turn, the same in both rooms.

Source: "Set of Rolls Nr. 5" in Fair Backgammon Duplicated Team Tournament (Garal, 2008); rulings 6
(rolls belong to a side and a turn), 8 (every roll has its source), 9 (only counted rolls, and rolls
that differ) and 15.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules import events as ev
from rules.dice import DiceSource
from rules.tables.fold import paper_rolls
from rules.tables.state import RollRecord, TurnKey


@dataclass(frozen=True, slots=True, kw_only=True)
class RollSet:
    """The counted rolls of the last attempt at a game, by side and turn.

    In some games the throw that decides who begins belongs to no turn. Then `first_throw` is that
    throw, White's die first (ruling 24).
    """

    game: int
    attempt: int
    rolls: Mapping[TurnKey, RollRecord]
    first_throw: RollRecord | None = None


def roll_sets(events: Iterable[ev.Event]) -> dict[int, RollSet]:
    """Return the roll set of every game begun, by the number of the game.

    `events` are those of one match, in order. A game that was voided has no roll set until its next
    attempt begins.
    """
    games = dict[int, _Game]()
    for event in events:
        match event:
            case ev.GameStarted():
                games[event.game] = _Game(event.attempt)
            case ev.GameVoided():
                games.pop(event.game, None)
            case ev.GameEvent() if event.game in games:
                games[event.game].take(event)
            case _:
                pass
    return {number: game.rolled(number) for number, game in games.items()}


@dataclass(slots=True)
class _Game:
    """One attempt at a game: its dice so far, and the turn that was thrown last."""

    attempt: int
    rolls: dict[TurnKey, RollRecord] = field(default_factory=dict)
    last: TurnKey | None = None
    first_throw: RollRecord | None = None

    def take(self, event: ev.GameEvent) -> None:
        match event:
            case ev.OpeningTied():
                self._forget()
            case ev.OpeningDecided():
                self._forget()
                self.first_throw = RollRecord(event.dice, event.source, opening=True)
            case ev.RollThrown():
                self.last = key = TurnKey(event.side, event.turn)
                self.rolls[key] = RollRecord(event.dice, event.source, event.opening, event.tail)
            case ev.RollCounted():
                key = TurnKey(event.side, event.turn)
                self.rolls[key] = replace(self.rolls[key], counted=True)
            case ev.RollReleased():
                key = TurnKey(event.side, event.turn)
                self.rolls[key] = replace(self.rolls[key], released=True)
            case ev.RollCorrected():
                self._correct(event)
            case ev.PlayedOnPaper():
                self.rolls |= paper_rolls(event)
            case ev.RollStands():
                key = TurnKey(event.side, event.turn)
                self.rolls[key] = self.rolls[key].with_dice_of(event.room, event.dice)
            case ev.TurnReopened():
                key = TurnKey(event.side, event.turn)
                self.rolls[key] = replace(self.rolls[key], in_open=None)
            case _:
                pass

    def _forget(self) -> None:
        self.rolls.clear()
        self.last = self.first_throw = None

    def _correct(self, event: ev.RollCorrected) -> None:
        """Correct the dice of the last throw.

        A corrected opening throw can make the other side begin; then the throw belongs to that
        side.
        """
        assert self.last is not None
        old = self.rolls.pop(self.last)
        self.last = TurnKey(event.side, event.turn)
        counted = event.source is DiceSource.DIRECTOR
        self.rolls[self.last] = replace(old, dice=event.dice, source=event.source, counted=counted)

    def rolled(self, game: int) -> RollSet:
        """Return the roll set of this attempt, as game number `game`."""
        counted = {key: roll for key, roll in self.rolls.items() if roll.counted}
        return RollSet(game=game, attempt=self.attempt, rolls=counted, first_throw=self.first_throw)
