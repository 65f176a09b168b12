"""What orders made happen, as they are answered."""

from pydantic import BaseModel

from rules import events as ev
from rules.identities import MatchId
from server.access import Visitor
from server.hall import Hall
from server.matches.decide import Command, Happened
from server.web.edge.refusals import OrderRefused


class EffectOut(BaseModel):
    """What an order did, by the names of its events."""

    events: list[str]


async def ordered(
    hall: Hall, match_id: MatchId, command: Command, visitor: Visitor, command_id: str
) -> EffectOut:
    """What the command made happen; raises OrderRefused when it had no effect."""
    happened = await hall.commands.to_match(match_id, command, visitor, command_id)
    return effect_of(effective(happened))


def effective(happened: Happened) -> Happened:
    """What happened; raises OrderRefused where that is nothing but a refusal, or nothing."""
    for event in happened:
        if isinstance(event, ev.ReadingRefused):
            raise OrderRefused(event.why)
    if not happened:
        raise OrderRefused(ev.Refusal.NOT_PLAYING)
    return happened


def effect_of(happened: Happened) -> EffectOut:
    """The answer to an order."""
    return EffectOut(events=[type(event).__name__ for event in happened])
