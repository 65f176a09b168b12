"""Games that a visitor has begun from the closed room's seat of a finished match."""

from rules.position import Side
from tests.support.finished_hall import until_known_over
from tests.support.ids import match_id
from tests.support.served import Served
from yalta_extras.closed_seat.decisions import Due
from yalta_extras.closed_seat.games import ClosedSeats, games_offered, played
from yalta_extras.closed_seat.seat_actions import Act, SeatAction

_ANSWERS = {Due.DOUBLE: Act.TAKE, Due.RESIGNATION: Act.REFUSE, Due.CHOICE: Act.HOLD}
_BY = "127.0.0.9"


async def seated_game(served: Served, number: int, *, ended: bool) -> str:
    """The id of a game that a visitor plays as Red, or has resigned."""
    seats, hub, over = served.services.by_package.of(ClosedSeats), served.hub, match_id(number)
    await until_known_over(hub, over)
    recorded = next(iter(games_offered(served.hall, hub, over).values()))
    sitting = await seats.begin(played(over, recorded), recorded, Side.RED, _BY)
    while ended and sitting.result is None:
        act = _ANSWERS.get(sitting.seated.due, Act.RESIGN)
        action = SeatAction(act, len(sitting.seated.events))
        sitting = await seats.decide(sitting, action, _BY)
        if act is Act.RESIGN and sitting.result is None:
            action = SeatAction(Act.RESIGN_GAMMON, len(sitting.seated.events))
            sitting = await seats.decide(sitting, action, _BY)
    return sitting.seat_id
