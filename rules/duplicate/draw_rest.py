"""The rest of a game's tail drawn from the seed, because both open players choose it (ruling 8).

Half of all games have a tail: whoever has ended his game need not stay to throw for the other room.
"""

from rules import events as ev
from rules.duplicate.state import MatchState
from rules.events import Refusal
from rules.room import Room
from rules.side import Side
from rules.tables import readings as rd
from rules.tables.facts import at_game, at_table
from rules.tables.refused import Refused
from rules.tables.throws import uncounted


def answered(state: MatchState, reading: rd.RestAnswered) -> list[ev.Event]:
    """One player's choice, or his no: by either side, while both have not chosen, it takes back."""
    if reading.room is Room.CLOSED:
        raise Refused(Refusal.WRONG_ROOM)
    if not state.settled(Room.OPEN) or state.closed.result is not None:
        raise Refused(Refusal.NOT_NOW)
    if state.tail_drawn or state.rest_drawn:
        raise Refused(Refusal.ALREADY_CONFIRMED)
    at = at_table(state, Room.OPEN)
    if not reading.drawn:
        if not state.rest_chosen:
            raise Refused(Refusal.NOTHING_TO_CONFIRM)
        (chosen,) = state.rest_chosen
        return [ev.RestChoiceWithdrawn(**at, side=chosen)]
    if uncounted(state) is not None:
        raise Refused(Refusal.DICE_UNCONFIRMED)
    if reading.side in state.rest_chosen:
        raise Refused(Refusal.ALREADY_CONFIRMED)
    happened: list[ev.Event] = [ev.RestChosen(**at, side=reading.side)]
    if state.rest_chosen:
        happened.append(ev.RestDrawn(**at_game(state)))
    return happened


def asked(state: MatchState) -> Side | None:
    """Whose opponent has chosen to draw the rest, so that it is his to say, while that matters."""
    if len(state.rest_chosen) != 1 or state.closed.result is not None:
        return None
    (chosen,) = state.rest_chosen
    return chosen.opponent
