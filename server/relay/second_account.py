"""A result entered by hand is confirmed by a second account (ruling 15)."""

from collections.abc import Sequence

from rules import events as ev
from rules.room import Room


class SecondAccountNeeded(Exception):
    """Whoever entered a result cannot confirm it; operator: another account has to."""

    def __init__(self, game: int, room: Room, name: str) -> None:
        super().__init__(
            f"result: {name!r} entered the {room.value} room's result of game {game} by hand. "
            "Operator: another account, or the players at the board, confirm it (ruling 15)"
        )


def check_second_account(history: Sequence[ev.Event], game: int, room: Room, name: str) -> None:
    """Raise SecondAccountNeeded when `name` entered the result that stands for that game there."""
    for event in reversed(history):
        if not isinstance(event, ev.GameFinished | ev.ResultCorrected):
            continue
        if (event.game, event.room) == (game, room):
            if isinstance(event, ev.ResultCorrected) and event.by == name:
                raise SecondAccountNeeded(game, room, name)
            return
