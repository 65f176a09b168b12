"""The luck of a match that is over, as a section of its page."""

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import Request

from protocol_forms.writers.tables_html import ShownTable, shown_table
from server.live.public_protocol import public_protocol
from server.live.snapshot import PublicSnapshot
from server.luck.luck_tables import luck_tables
from server.luck.match_luck import Step
from server.persons.naming import Names
from server.translation import Words
from server.web.edge.services import lucks_of, services_of


@dataclass(frozen=True, slots=True)
class LuckSection:
    """The tables, what is missing and why, and the address of each fork in the last table.

    `again`: there will be more of it soon.
    """

    tables: Sequence[ShownTable]
    notes: Sequence[str]
    forks: Sequence[str]
    again: bool


async def luck_section(
    request: Request, now: PublicSnapshot, names: Names, words: Words
) -> LuckSection | None:
    """What is known of the match's luck; None before it is over for everybody."""
    match_id = now.scheduled.match_id
    known = (await lucks_of(request, [match_id])).get(match_id)
    if known is None:
        return None
    record = services_of(request).hall.match(match_id).record
    made = luck_tables(known, record, public_protocol(now), names, words)
    path = names.match(match_id).path
    return LuckSection(
        [shown_table(table) for table in made.tables],
        made.notes,
        [f"{path}{place}" for place in made.fork_places],
        known.progress is not None and known.progress.step is not Step.FAILED,
    )
