"""A match's results entered or confirmed at one go, as from its sheet of paper (ruling 15).

Each row is decided as if it had been sent by itself; one that cannot be refuses them all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused, RulesError
from rules.tables import readings as rd
from server.access import Action, Place, Visitor, check_may
from server.matches.match_record import MatchRecord

_UNTOUCHED = "a match without any result so far: the operator enters single results"
_WHOLE = "every game of both rooms: a captain enters the sheet of a match that is over"


@dataclass(frozen=True, slots=True)
class EnterSheet:
    """Results that were kept by hand, in the order of their games.

    `line_ups` are handed in before them, where the sheet says for the first time who played.
    """

    rows: tuple[rd.EnterResult, ...]
    line_ups: tuple[cmd.SubmitLineUp, ...] = ()


@dataclass(frozen=True, slots=True)
class ConfirmSheet:
    """Confirmations of results, each as it was seen."""

    rows: tuple[rd.ResultAgreed, ...]


Sheet = EnterSheet | ConfirmSheet


class RowRefused(RulesError):
    """A row of a sheet that cannot be (whoever sent it: mend that row); nothing was done.

    `row` counts from 0; `why` is the error of that row, or the refusal as a board would be told it.
    """

    def __init__(self, row: int, game: int, why: RulesError | ev.Refusal) -> None:
        reason = why if isinstance(why, RulesError) else why.value
        super().__init__(f"row {row + 1}, game {game}: {reason}")
        self.row, self.game, self.why = row, game, why


Row = rd.EnterResult | rd.ResultAgreed
Decide = Callable[[MatchRecord, Row], tuple[Sequence[ev.Event], MatchRecord]]


def decide_sheet(
    record: MatchRecord, sheet: Sheet, decide: Decide, happened: Sequence[ev.Event] = ()
) -> tuple[tuple[ev.Event, ...], MatchRecord]:
    """What all rows make happen one after the other; `decide` decides a single one.

    `happened` is what its line-ups made happen, to which `record` has come. Raises RowRefused, or
    NotAllowed for a row that is not the sender's.
    """
    happened = list(happened)
    rows: Sequence[Row] = sheet.rows
    for place, row in enumerate(rows):
        try:
            events, record = decide(record, row)
        except RulesError as error:
            raise RowRefused(place, row.game, error) from error
        for event in events:
            if isinstance(event, ev.ReadingRefused):
                raise RowRefused(place, row.game, event.why)
        if not events:
            raise RowRefused(place, row.game, ev.Refusal.NOT_PLAYING)
        happened.extend(events)
    return tuple(happened), record


def check_captains_sheet(record: MatchRecord, sheet: EnterSheet, captain: Visitor) -> EnterSheet:
    """The sheet in a captain's name; raises NotAllowed for another team's captain.

    A match that has begun is refused as a whole, so that no row tells what the other room has.
    """
    place = Place(match=record.match_id, team=captain.team)
    check_may(captain, Action.ENTER_SHEET, place)
    if record.has_begun:
        raise MatchRefused("sheet", record.match_id, _UNTOUCHED)
    return EnterSheet(tuple(replace(row, by=captain.by) for row in sheet.rows))


def check_is_whole(record: MatchRecord) -> None:
    """Raise MatchRefused for a match that a captain's sheet leaves unfinished."""
    if record.state is None or not record.state.over:
        raise MatchRefused("sheet", record.match_id, _WHOLE)
