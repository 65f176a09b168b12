"""Orders to a match over HTTP: sent, durable, and answered by the names of their events."""

from rules import events as ev
from rules.identities import MatchId
from server.access import Visitor
from server.hall import Hall
from server.matches.decide import Command, Happened
from server.web.edge.refusals import OrderRefused
from server.web.schemas.director import EffectOut


async def ordered(
    hall: Hall, match_id: MatchId, command: Command, visitor: Visitor, command_id: str
) -> EffectOut:
    """What the command made happen; raises OrderRefused when it had no effect."""
    happened = await hall.commands.to_match(match_id, command, visitor, command_id)
    for event in happened:
        if isinstance(event, ev.ReadingRefused):
            raise OrderRefused(event.why)
    if not happened:
        raise OrderRefused(ev.Refusal.NOT_PLAYING)
    return effect_of(happened)


def effect_of(happened: Happened) -> EffectOut:
    """The answer to an order."""
    return EffectOut(events=[type(event).__name__ for event in happened])
