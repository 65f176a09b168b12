"""A team that was entered and has played nothing is taken back (ruling 29)."""

from collections.abc import Collection, Iterable

from rules import events as ev
from rules.commands.withdrawal_commands import WithdrawEntry
from rules.errors import MatchRefused
from rules.formats.given import check_among
from rules.formats.stages import EventState

_IN_A_MATCH = "a team without matches; it has these: %(matches)s"
_IN_A_DRAW = "a team in no draw; it is drawn into %(stage)s"


def entry_withdrawn(
    state: EventState, teams: Collection[str], matches: Iterable[int], command: WithdrawEntry
) -> ev.EntryWithdrawn:
    """The event; `matches` are the numbers of those that are set up with the team.

    Raises MatchRefused for a team that is not entered, is drawn, or has a match.
    """
    check_among("team", command.team, teams)
    numbers = ", ".join(map(str, sorted(matches)))
    if numbers:
        raise MatchRefused("team", command.team, _IN_A_MATCH, matches=numbers)
    for stage in state.stages.values():
        if command.team in stage.teams:
            raise MatchRefused("team", command.team, _IN_A_DRAW, stage=stage.plan.name)
    number = state.entries.numbers(teams)[command.team]
    return ev.EntryWithdrawn(team=command.team, entry=number, by=command.by, reason=command.reason)
