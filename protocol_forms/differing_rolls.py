"""What a form says of dice that were found wrong after their release and stand (ruling 9)."""

from collections.abc import Iterable
from dataclasses import dataclass

from protocol_forms.form_texts import N_, Say
from rules.dice import Roll
from rules.position import Side
from rules.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingRoll:
    """A turn of which other dice lay in `room` than both rooms were given, and stand.

    `by` decided so at `when` (UTC); both are empty where that is not known here.
    """

    game: int
    side: Side
    turn: int
    room: Room
    dice: Roll
    relayed: Roll
    by: str = ""
    when: str = ""
    reason: str = ""


_NOTES = {
    (Room.OPEN, Side.WHITE): N_(
        "Game %(game)s, White's turn %(turn)s: the rooms' dice differ, %(dice)s in the "
        "open room and %(relayed)s in the closed room; ruled by %(by)s, %(when)s: "
        "%(reason)s"
    ),
    (Room.OPEN, Side.RED): N_(
        "Game %(game)s, Red's turn %(turn)s: the rooms' dice differ, %(dice)s in the open "
        "room and %(relayed)s in the closed room; ruled by %(by)s, %(when)s: %(reason)s"
    ),
    (Room.CLOSED, Side.WHITE): N_(
        "Game %(game)s, White's turn %(turn)s: the rooms' dice differ, %(dice)s in the "
        "closed room and %(relayed)s in the open room; ruled by %(by)s, %(when)s: "
        "%(reason)s"
    ),
    (Room.CLOSED, Side.RED): N_(
        "Game %(game)s, Red's turn %(turn)s: the rooms' dice differ, %(dice)s in the "
        "closed room and %(relayed)s in the open room; ruled by %(by)s, %(when)s: "
        "%(reason)s"
    ),
}


def differing_notes(rolls: Iterable[DifferingRoll], say: Say) -> list[str]:
    """A note for each of them, in the order of the games."""
    return [
        say(
            _NOTES[roll.room, roll.side],
            game=roll.game,
            turn=roll.turn,
            dice=roll.dice,
            relayed=roll.relayed,
            by=roll.by,
            when=roll.when,
            reason=roll.reason,
        )
        for roll in rolls
    ]
