"""Orders to a match over HTTP: said, durable, and told by the names of their events."""

from rules import events as ev
from rules.tables import readings as rd
from server.access import Visitor
from server.matches.match_process import MatchProcess
from server.matches.saying import ByTheRules, Happened
from server.web.edge.refusals import OrderRefused
from server.web.schemas.director import EffectOut


async def ordered(process: MatchProcess, reading: rd.AnyReading, visitor: Visitor) -> EffectOut:
    """What the reading made happen; raises OrderRefused when it had no effect."""
    happened = await process.order(ByTheRules(reading), visitor.actor)
    for event in happened:
        if isinstance(event, ev.ReadingRefused):
            raise OrderRefused(event.why)
    if not happened:
        raise OrderRefused(ev.Refusal.NOT_PLAYING)
    return effect_of(happened)


def effect_of(happened: Happened) -> EffectOut:
    """The answer to an order."""
    return EffectOut(events=[type(event).__name__ for event in happened])
