"""Who plays where in a round, by name and by table: players once both line-ups are in (ruling 13).

Everybody may know that much, so operators' and the public's are alike, but for rounds that are not
published yet.
"""

from protocol_forms.table_form import TablesForm
from rules.errors import MatchRefused
from rules.identities import MatchId
from rules.text import N_
from server.prints.event_forms import event_called, event_seen, stages
from server.prints.form_context import FormContext
from server.results.pairings_form import (
    InOrder,
    RoundSeats,
    pairings_by_name,
    pairings_by_table,
)
from server.results.seats import Seat, seats_of
from server.results.stage_values import RoundValues, StageValues


def by_name(context: FormContext) -> TablesForm:
    """Everybody who plays in the round, in the order of the alphabet."""
    names, order = context.hall.names(context.words.code), context.order
    by_alphabet = InOrder(context.hall.names(order.code), order.code)
    return pairings_by_name(_round_seats(context), names, context.words, by_alphabet)


def by_table(context: FormContext) -> TablesForm:
    """The tables of the round by their matches."""
    names = context.hall.names(context.words.code)
    return pairings_by_table(_round_seats(context), names, context.words)


def _round_seats(context: FormContext) -> RoundSeats:
    stage, chosen = _round(context, stages(context, event_seen(context)))
    numbers = [pair.address.number for pair in chosen.pairs if pair.address is not None]
    seats = {number: _seats(context, number) for number in numbers}
    return RoundSeats(event_called(context), stage, chosen, seats)


def _round(context: FormContext, every: list[StageValues]) -> tuple[StageValues, RoundValues]:
    """The round that is named, else the last one there is of the stage, or of any.

    Raises MatchRefused.
    """
    part = context.part
    known = [(stage, each) for stage in every for each in stage.rounds]
    if part.stage is not None:
        known = [(stage, each) for stage, each in known if stage.number == part.stage]
        if not known:
            allowed = ", ".join(str(stage.number) for stage in every if stage.rounds)
            raise MatchRefused("stage", part.stage, allowed or "none has rounds yet")
    if part.round is not None:
        allowed = ", ".join(dict.fromkeys(str(each.number) for _, each in known))
        known = [(stage, each) for stage, each in known if each.number == part.round]
        if not known:
            raise MatchRefused("round", part.round, allowed or N_("none yet"))
    if not known:
        raise MatchRefused("round", "", "none is published yet")
    return known[-1]


def _seats(context: FormContext, number: int) -> tuple[Seat, ...]:
    match_id = MatchId(context.tournament.tournament, number)
    finished, process = context.hall.registry.finished, context.hall.matches.get(match_id)
    if match_id in finished:
        return seats_of(finished.of(match_id))
    return () if process is None else seats_of(process.record)
