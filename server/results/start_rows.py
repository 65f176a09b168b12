"""When the rounds of a tournament are announced to start, as its public page shows it."""

from dataclasses import dataclass
from datetime import datetime

from rules import events as ev
from rules.formats.team_event.stages import EventState
from server.words.translation import Words


def last_start_words(order: ev.LastStartSet | None, now: datetime, words: Words) -> str:
    """That no game starts any more for a while; empty where none is to wait, now or later."""
    if order is None or now >= order.until:
        return ""
    named = {"at": words.moment(order.at), "until": words.moment(order.until)}
    return words.gettext(
        "No game starts after %(at)s, before %(until)s. What has begun is played to its end in "
        "both rooms.",
        **named,
    )


@dataclass(frozen=True, slots=True)
class StartRow:
    """When a round is announced to start, in words; `round` is 0 where a stage has but one."""

    name: str
    round: int
    starts: str


def start_rows(state: EventState, words: Words) -> list[StartRow]:
    """Every announced start of a round that is not closed, the first one first."""
    rows = list[StartRow]()
    for (stage_number, number), at in sorted(state.times.starts.items(), key=lambda one: one[1]):
        stage = state.stages.get(stage_number)
        if stage is not None and number not in stage.closed:
            in_pairs = stage.plan.kind is ev.StageKind.PAIRS
            rows.append(StartRow(stage.plan.name, 0 if in_pairs else number, words.moment(at)))
    return rows
