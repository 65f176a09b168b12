"""Which results of a match no board decided, as the log has it: who, when, why (ruling 15)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from protocol_forms.decided_notes import (
    ConfirmedBy,
    Decided,
    DecidedResult,
    DecidedResults,
    Decision,
    Place,
)
from rules import events as ev
from rules.position import Side
from rules.room import Room
from rules.tables.state import MatchInPlay, Standing
from server.persons.naming import NO_NAMES, Names


def decided_results(
    state: MatchInPlay | None,
    recorded: Iterable[tuple[ev.Event, datetime]],
    names: Names = NO_NAMES,
    deadline: datetime | None = None,
) -> DecidedResults:
    """Every entered result of the match by game and room; `recorded` is its log with its times.

    `names` says how those are called who decided. What was decided after the `deadline` is late
    (ruling 32).
    """
    if state is None:
        return {}
    steps: dict[Place, list[Decided]] = {}
    on_paper: dict[int, str] = {}
    for event, moment in recorded:
        match event:
            case ev.PlayedOnPaper():
                on_paper[event.game] = event.reason
            case ev.GameStarted() | ev.GameFinished() | ev.TurnReopened():
                if isinstance(event, ev.GameStarted):
                    on_paper.pop(event.game, None)
                for place in _places(event):
                    steps[place] = _of_earlier_attempts(steps.get(place, []))
            case ev.ResultEntered() | ev.ResultCorrected() | ev.GameCancelled() | ev.GameVoided():
                decided = _decided(event, moment, names, on_paper.get(event.game))
                late = deadline is not None and moment > deadline
                for place in _places(event):
                    steps.setdefault(place, []).append(replace(decided, late=late))
    return {
        place: _with_confirmation(decisions, state.standings.get(place), names)
        for place, decisions in steps.items()
        if decisions
    }


def _of_earlier_attempts(decisions: list[Decided]) -> list[Decided]:
    """Of what was decided what still tells something once the game goes on without it."""
    return [decided for decided in decisions if decided.how is Decision.VOIDED]


def _places(event: ev.GameEvent) -> Iterator[Place]:
    rooms = (event.room,) if isinstance(event, ev.RoomEvent) else tuple(Room)
    return ((event.game, room) for room in rooms)


def _decided(
    event: ev.ResultEntered | ev.ResultCorrected | ev.GameCancelled | ev.GameVoided,
    moment: datetime,
    names: Names,
    on_paper: str | None,
) -> Decided:
    """`on_paper` is why the game went on there, None where it did not."""
    by = names.by(event.by)
    when = moment.strftime("%Y-%m-%d %H:%M UTC")
    match event:
        case ev.ResultEntered() if on_paper is not None:
            return Decided(Decision.ON_PAPER, by, when, on_paper)
        case ev.ResultEntered():
            return Decided(Decision.BY_HAND, by, when)
        case ev.GameCancelled():
            return Decided(Decision.CANCELLED, by, when, event.reason)
        case ev.GameVoided():
            number = event.next_roll_set
            return Decided(Decision.VOIDED, by, when, event.reason, next_roll_set=number)
        case ev.ResultCorrected():
            how = Decision.CORRECTED if event.adjusted is None else Decision.ADJUSTED
            return Decided(how, by, when, event.reason)


def _with_confirmation(
    decided: list[Decided], standing: Standing | None, names: Names
) -> DecidedResult:
    """What a board ended after all has no confirmation to speak of, nor what was played again."""
    if standing is None or not any(each.how is not Decision.VOIDED for each in decided):
        return DecidedResult(tuple(decided))
    confirmed = ConfirmedBy.NOBODY
    if standing.account:
        confirmed = ConfirmedBy.ACCOUNT
    elif standing.players == frozenset(Side):
        confirmed = ConfirmedBy.PLAYERS
    elif standing.confirmed:
        confirmed = ConfirmedBy.CAPTAINS
    return DecidedResult(tuple(decided), confirmed, names.by(standing.account))
