"""What is done at the desk of a tournament over HTTP."""

from typing import assert_never

from rules import commands as cmd
from rules import events as ev
from rules.identities import PersonId
from server.access import Visitor
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess
from server.web.schemas import entries as body


async def order_at_desk(
    hall: Hall,
    tournament: TournamentProcess,
    order: body.DeskOrder,
    visitor: Visitor,
    command_id: str,
) -> tuple[ev.Event, ...]:
    """Carry an order out; its events.

    Raises NotAllowed, MatchRefused naming a field, ValuesChanged, LogUnavailable.
    """
    command = desk_command(order, tournament)
    return await hall.commands.to_desk(tournament.tournament, command, visitor, command_id)


def desk_command(order: body.DeskOrder, tournament: TournamentProcess) -> cmd.EntryCommand:
    """The command of a body; a team may be named as it was called before."""
    if isinstance(order, body.TermsIn):
        terms = cmd.DeskTerms(limit=order.limit, currency=order.currency)
        was = cmd.DeskTerms(limit=order.was.limit, currency=order.was.currency)
        return cmd.SetDeskTerms(terms, was)
    team = tournament.state.name_now(order.team)
    match order:
        case body.ConfirmEntryIn():
            return cmd.ConfirmEntry(team)
        case body.WaitIn():
            return cmd.PutToWait(team)
        case body.AttendanceIn():
            return cmd.SetAttendance(team, order.present)
        case body.RosterIn():
            return cmd.SetRoster(
                team=team,
                game_name=order.game,
                players=tuple(map(PersonId, order.players)),
                was=tuple(map(PersonId, order.was)),
            )
        case body.EntryIn():
            return cmd.ChangeEntry(team, _form(order), _form(order.was))
        case _:
            assert_never(order)


def _form(typed: body.EntryIn | body.EntrySeen) -> cmd.EntryForm:
    return cmd.EntryForm(
        club=typed.club, pot=typed.pot, due=typed.due, paid=typed.paid, note=typed.note
    )
