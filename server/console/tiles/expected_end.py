"""When a match on the console is expected to end, from what its visitor may know (ADR 20).

Whoever sees both rooms has it from all that is known; people of one room from that room's dice and
results alone, so that it tells nothing of the other; whoever plays in the match from what is public
and known in both rooms (rulings 7, 12 and 34).
"""

from datetime import datetime, timedelta

from rules.formats.team_event.forecast import match_ends
from rules.formats.team_event.timetable import to_five_minutes
from rules.room import Room
from server.console.match_view import MatchView

FirstDice = tuple[int, datetime] | None
"""A match's current game, and since when everybody may know its first dice; None before that."""


def expected_end(view: MatchView, public: FirstDice, now: datetime) -> datetime | None:
    """The estimate to five minutes, in the hall's time.

    None for a match that is not being played, and for one to points, whose games nobody can count.
    `public` is asked for of a match that its visitor plays in, and of no other.
    """
    if not view.game or view.over or view.one_table:
        return None
    first_dice, finished = _public(view, public) if view.hidden else _seen(view)
    left = view.games - view.game + (0 if finished else 1)
    if left < 1 or (view.game == 1 and first_dice is None and not finished):
        return None
    length = timedelta(minutes=view.minutes)
    since = None if finished else first_dice
    return to_five_minutes(match_ends(left, since, length, now)).astimezone()


def _public(view: MatchView, public: FirstDice) -> tuple[datetime | None, bool]:
    game, at = public or (0, None)
    return (at if game == view.game else None), False


def _seen(view: MatchView) -> tuple[datetime | None, bool]:
    """When the current game's first dice were thrown, and whether it is over, in all rooms seen."""
    rooms = [view.rooms[room] for room in Room if room in view.rooms]
    first_dice = next((each.first_dice for each in rooms), None)
    return first_dice, bool(rooms) and all((view.game, each.room) in view.results for each in rooms)
