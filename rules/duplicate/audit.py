"""An audit of a match's events, which finds wrong dice in the rooms and in a tail.

Dice are wrong if the rooms had unequal dice, or if a drawn roll of the tail is not the one that the
committed seed gives. The audit uses the events only, not the code that produced them. Source:
rulings 6 to 9.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.seed_dice import commitment, drawn_roll, joined
from rules.position import Side
from rules.room import Room
from rules.tables.state import TurnKey


class LedgerFault(Enum):
    """A fault that the events of a match can show."""

    OTHER_DICE = "the closed room was given other dice than were thrown"
    NOT_COUNTED = "the closed room was given dice that had not counted"
    OTHER_RELAYED = "a roll that stands names other dice than the closed room was given"
    GIVEN_TWICE = "the closed room was given the dice of a turn twice"
    OTHER_SEED = "the seed is not the one that was committed to"
    OTHER_WORDS = "the words joined with the seed are not those that the captains gave"
    NOT_DRAWN = "a drawn roll is not the one the seed gives"


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault in a match's events and the turn in which it was found.

    `game` is 0 if the fault concerns the whole match.
    """

    fault: LedgerFault
    game: int = 0
    attempt: int = 0
    side: Side | None = None
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit: numbers of rolls, and the faults that were found.

    `given` is the number of rolls given to the closed room, `drawn` the number of rolls drawn from
    the seed, and `on_paper` the number of rolls typed in from slips. Nothing can be checked about
    rolls on paper. `standing` are the rolls that the director let stand although one room had
    played other dice; rolls of voided games are left out. Such rolls are no fault (ruling 9).
    """

    given: int
    drawn: int
    findings: tuple[Finding, ...]
    standing: tuple[ev.RollStands, ...] = ()
    on_paper: int = 0


def audit(events: Iterable[ev.Event]) -> Audit:
    """Return the audit of a match's events, given in the order they were stored."""
    dice, findings = _Dice(), list[Finding]()
    for event in events:
        findings += dice.after(event)
    standing = tuple(
        each for each in dice.standing.values() if not each.dice.same_dice(each.relayed)
    )
    return Audit(len(dice.given), dice.drawn, tuple(findings), standing, len(dice.on_paper))


_Key = tuple[int, int, Side, int]


@dataclass(slots=True)
class _Dice:
    """What the events so far say about dice.

    For each turn it has the dice thrown, whether they count, the dice given to the closed room, the
    dice on paper, and the dice that the director let stand. It also has the number of drawn rolls,
    the seed with its commitment, and the captains' words.
    """

    thrown: dict[_Key, Roll] = field(default_factory=dict)
    counted: set[_Key] = field(default_factory=set)
    given: dict[_Key, Roll] = field(default_factory=dict)
    on_paper: dict[_Key, Roll] = field(default_factory=dict)
    standing: dict[tuple[_Key, Room], ev.RollStands] = field(default_factory=dict)
    drawn: int = 0
    committed: bytes = b""
    words: dict[str, str] = field(default_factory=dict)
    seed: bytes = b""

    def after(self, event: ev.Event) -> Iterator[Finding]:
        """Apply an event to the dice and yield the faults that the event shows."""
        match event:
            case ev.SeedCommitted():
                self.committed = event.commitment
            case ev.WordGiven():
                self.words[event.team] = event.word
            case ev.MatchStarted():
                yield from self._started(event)
            case ev.RollThrown():
                yield from self._thrown(event)
            case ev.RollCorrected():
                self._corrected(event)
            case ev.RollCounted():
                self.counted.add(_key(event))
            case ev.OpeningTied():
                self._forget_opening(event)
            case ev.RollReleased():
                yield from self._released(event)
            case ev.PlayedOnPaper():
                for each in event.rolls:
                    key = event.game, event.attempt, each.side, each.turn
                    self.on_paper[key] = each.dice
            case ev.RollStands():
                yield from self._stands(event)
            case ev.TurnReopened():
                self.standing.pop((_key(event), event.room), None)
            case ev.GameVoided():
                self._forget_standing(event)
            case _:
                return

    def _started(self, event: ev.MatchStarted) -> Iterator[Finding]:
        """Yield a fault if the seed or the captains' words in the event are wrong.

        The seed is wrong if it does not fit its commitment. The words are wrong if they differ from
        the words in the captains' WordGiven events. An old match has no SeedCommitted; its
        commitment is the one in the MatchStarted.
        """
        self.seed = joined(event.seed, event.words)
        committed = self.committed or event.commitment
        if commitment(event.seed) != committed or event.commitment != committed:
            yield Finding(LedgerFault.OTHER_SEED)
        given = tuple(self.words.get(team.name, "") for team in (event.home, event.away))
        if event.words != (given if any(given) else ()):
            yield Finding(LedgerFault.OTHER_WORDS)

    def _thrown(self, event: ev.RollThrown) -> Iterator[Finding]:
        self.thrown[_key(event)] = event.dice
        self.counted.discard(_key(event))
        if event.tail and event.source is DiceSource.SERVER:
            self.drawn += 1
            turn = TurnKey(event.side, event.turn)
            if drawn_roll(self.seed, event.game, event.attempt, turn) != event.dice:
                yield _finding(LedgerFault.NOT_DRAWN, event)

    def _corrected(self, event: ev.RollCorrected) -> None:
        """Replace the dice of a turn.

        A corrected opening throw can make the other side begin; then its dice belong to that side.
        """
        if event.opening:
            self._forget_opening(event)
        self.thrown[_key(event)] = event.dice
        self.counted.discard(_key(event))

    def _forget_opening(self, event: ev.GameEvent) -> None:
        for side in Side:
            key = event.game, event.attempt, side, 1
            self.thrown.pop(key, None)
            self.counted.discard(key)

    def _released(self, event: ev.RollReleased) -> Iterator[Finding]:
        key = _key(event)
        if key in self.given:
            yield _finding(LedgerFault.GIVEN_TWICE, event)
        if key not in self.counted:
            yield _finding(LedgerFault.NOT_COUNTED, event)
        if self.thrown.get(key) != event.dice:
            yield _finding(LedgerFault.OTHER_DICE, event)
        self.given[key] = event.dice

    def _stands(self, event: ev.RollStands) -> Iterator[Finding]:
        """Yield a fault unless the event's `relayed` dice are those that were given to both rooms.

        To relay dice is to pass the open room's dice to the closed room. The other dice of the
        event, which really lay in one room, cannot be checked.
        """
        key = _key(event)
        if (self.given.get(key) or self.on_paper.get(key)) != event.relayed:
            yield _finding(LedgerFault.OTHER_RELAYED, event)
        self.standing[key, event.room] = event

    def _forget_standing(self, event: ev.GameVoided) -> None:
        attempt = event.game, event.attempt
        self.standing = {
            (key, room): each for (key, room), each in self.standing.items() if key[:2] != attempt
        }


def _key(event: ev.RollEvent | ev.TurnEvent) -> _Key:
    return event.game, event.attempt, event.side, event.turn


def _finding(fault: LedgerFault, event: ev.RollEvent | ev.TurnEvent) -> Finding:
    return Finding(fault, event.game, event.attempt, event.side, event.turn)
