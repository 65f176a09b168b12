"""Which roll was found wrong and what may become of it, as the page shows it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.any_match import DuplicateState
from rules.dice import Roll
from rules.duplicate.wrong_rolls import Choice, choices
from rules.room import Room
from rules.tables.state import RollRecord, TurnKey
from rules.text import N_

MEANINGS: Mapping[Choice, tuple[str, str]] = {
    Choice.REPLAY: (
        N_("Replay the turn"),
        N_(
            "Nothing has been thrown since: the open room plays this turn again with "
            "%(relayed)s, the dice as entered, which the closed room was given. The old "
            "play stays in the log."
        ),
    ),
    Choice.STANDS: (
        N_("It stands"),
        N_(
            "Each room keeps its dice and nothing is played again. The roll is marked as "
            "“differs” on the roll set, the match protocol and the ledger, with your name "
            "and reason. Boards and players do not see this; spectators see it once the "
            "game is over in both rooms."
        ),
    ),
    Choice.VOID: (
        N_("Void the game in both rooms"),
        N_(
            "The game is played again in both rooms from the start with new dice. Dice thrown so "
            "far stay in the log."
        ),
    ),
    Choice.ADJUST: (
        N_("Adjust the score"),
        N_("The game gets an adjusted score: you enter it on the next page."),
    ),
}
"""Each choice's name and what it means, with the dice both rooms were given."""

WHY_THESE = {
    Choice.REPLAY: N_("The turn is replayed, since no dice have been thrown after it."),
    Choice.VOID: N_("Dice have been thrown since, so the turn is not replayed."),
    Choice.ADJUST: N_("A player may know a result of this game, so it is not replayed."),
}
"""Why the other choices are not there, by one that only these have."""


@dataclass(frozen=True, slots=True)
class ReleasedRoll:
    """A roll that the closed room was given, `name` being what a form sends for it."""

    game: int
    attempt: int
    key: TurnKey
    record: RollRecord

    @property
    def name(self) -> str:
        """Such as "3:1:white:7"."""
        return f"{self.game}:{self.attempt}:{self.key.side.value}:{self.key.turn}"


@dataclass(frozen=True, slots=True)
class WrongRoll:
    """A roll of which other dice, `dice`, lay in `room`, and what may become of it."""

    roll: ReleasedRoll
    room: Room
    dice: Roll
    choices: tuple[Choice, ...]

    @property
    def was(self) -> Roll:
        """The dice that room is taken to have had."""
        return self.roll.record.in_room(self.room)


def released_rolls(state: DuplicateState) -> Iterator[tuple[int, list[ReleasedRoll]]]:
    """Games with their rolls, the latest first; a game kept by hand has none."""
    for game in sorted(state.attempts, reverse=True):
        rolls = state.rolls_of(game).items()
        given = [
            ReleasedRoll(game, state.attempts[game], key, record)
            for key, record in rolls
            if record.released
        ]
        if given:
            yield game, given[::-1]


def wrong_roll(state: DuplicateState, fields: Mapping[str, str]) -> WrongRoll | None:
    """What the first form names, None where it names nothing that can be decided about."""
    named = (roll for _, rolls in released_rolls(state) for roll in rolls)
    roll = next((roll for roll in named if roll.name == fields.get("roll")), None)
    dice = _dice(fields)
    if roll is None or dice is None or fields.get("room") not in {room.value for room in Room}:
        return None
    room = Room(fields["room"])
    return WrongRoll(roll, room, dice, choices(state, roll.game, roll.key, room))


def _dice(fields: Mapping[str, str]) -> Roll | None:
    pips = [fields.get(name, "") for name in ("first", "second")]
    if not all(die in set("123456") for die in pips):
        return None
    return Roll(*map(int, pips))


def is_about(fields: Mapping[str, str]) -> dict[str, object]:
    """The chosen roll as the API's bodies name it, with the dice it is taken to have had."""
    game, attempt, side, turn = [*fields.get("roll", "").split(":"), "", "", "", ""][:4]
    return {
        "game": game,
        "attempt": attempt,
        "side": side,
        "turn": turn,
        "room": fields.get("room", ""),
        "was": tuple(fields.get("was", "")) or None,
        "reason": fields.get("reason", ""),
    }
