"""Who may confirm a result, decided where the result itself is (ruling 15)."""

from rules import events as ev
from rules.errors import MatchRefused, RulesError
from rules.events import Confirmer, Refusal
from rules.room import Room
from rules.side import Side
from rules.tables import readings as rd
from rules.tables.refused import Refused
from rules.tables.standing import Standing
from rules.tables.state import MatchInPlay


class SecondAccountNeeded(RulesError):
    """Whoever entered a result cannot confirm it; operator: another account has to.

    `name` is who that is, as `by` of the event says it.
    """

    def __init__(self, game: int, room: Room, name: str) -> None:
        super().__init__(
            f"result: {name!r} entered the {room.value} room's result of game {game}. Operator: "
            "another account, both players of that room or both captains confirm it (ruling 15)"
        )
        self.game, self.room, self.name = game, room, name


def result_agreed(state: MatchInPlay, reading: rd.ResultAgreed) -> list[ev.Event]:
    """A confirmation of the result that stands, of whichever game, or Refused.

    Raises SecondAccountNeeded for the account that entered it, MatchRefused where an account does
    not say for which side it confirms a result that was played out.
    """
    standing = state.standing(reading.room, reading.game)
    if standing is None:
        raise Refused(Refusal.NOTHING_TO_CONFIRM)
    if reading.result != standing.number:
        raise Refused(Refusal.STALE)
    confirmed = ev.ResultConfirmed(
        game=reading.game,
        attempt=reading.attempt,
        room=reading.room,
        side=_side(standing, reading),
        by=reading.by,
        confirmer=reading.confirmer,
        result=reading.result,
    )
    if standing.confirmed or _given(standing, confirmed):
        raise Refused(Refusal.ALREADY_CONFIRMED)
    return [confirmed]


def _side(standing: Standing, reading: rd.ResultAgreed) -> Side | None:
    """For whom it is confirmed; None where another account confirms an entered result."""
    if reading.confirmer is Confirmer.ACCOUNT and standing.entered_by:
        if reading.by == standing.entered_by:
            raise SecondAccountNeeded(reading.game, reading.room, reading.by)
        return None
    if reading.confirmer is Confirmer.CAPTAIN and not standing.entered_by:
        raise Refused(Refusal.NOTHING_TO_CONFIRM)
    if reading.side is None:
        raise MatchRefused("side", "none", "white or red")
    return reading.side


def _given(standing: Standing, confirmed: ev.ResultConfirmed) -> bool:
    after = standing.confirmed_by(confirmed.confirmer, confirmed.side, confirmed.by)
    return after == standing
