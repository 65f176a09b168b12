"""How long a game took: from its start until it was over in both rooms, by the log."""

from datetime import timedelta

from rules import events as ev
from rules.room import Room
from server.tournaments.finished_matches import game_seconds
from tests.server.store.samples import START
from tests.support.endings import lost


def over(room: Room, game: int, attempt: int = 1) -> ev.GameFinished:
    return ev.GameFinished(game=game, attempt=attempt, room=room, **lost())


def test_a_game_takes_until_its_later_room_is_over() -> None:
    happened: list[tuple[int, ev.Event]] = [
        (0, ev.GameStarted(game=1, attempt=1)),
        (9, over(Room.OPEN, 1)),
        (12, over(Room.CLOSED, 1)),
        (13, ev.GameStarted(game=2, attempt=1)),
        (30, over(Room.CLOSED, 2)),
    ]
    moments = [START + timedelta(minutes=minutes) for minutes, _ in happened]
    assert game_seconds([event for _, event in happened], moments) == (12 * 60,)
