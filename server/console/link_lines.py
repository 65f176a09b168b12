"""What is wrong with boards and ports at no table, in words, for those who keep the boards."""

from dataclasses import dataclass
from datetime import datetime

from rules.identities import all_visible
from server.boards.board_alarm import LinkAlarm
from server.boards.connections import BoardConnections
from server.console.alarm_words import alarm_words
from server.console.sentences import since_words
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class LinkLine:
    """One alarm: `where` is a port or address, `boards` what the far ends call themselves.

    `number` is what it is dismissed by, 0 where it lasts as long as its cause. `repeated` is empty
    for what came once.
    """

    number: int
    where: str
    boards: tuple[str, ...]
    text: str
    since: str
    repeated: str


def link_lines(boards: BoardConnections, words: Words, now: datetime) -> tuple[LinkLine, ...]:
    """Every alarm that no table shows, the oldest first; `now` is in the hall's time zone."""
    unseated = (
        LinkLine(0, seat.where, (board_id,), alarm_words(seat.trouble, words), "", "")
        for board_id, seat in sorted(boards.seats.items())
        if seat.trouble is not None and seat.match is None
    )
    return (*(_line(alarm, words, now) for alarm in boards.alarms.all()), *unseated)


def _line(alarm: LinkAlarm, words: Words, now: datetime) -> LinkLine:
    repeated = words.ngettext("%(num)s time", "%(num)s times", alarm.count)
    return LinkLine(
        number=alarm.number,
        where=all_visible(alarm.where),
        boards=tuple(all_visible(board) for board in alarm.boards),
        text=alarm_words(alarm.alarm, words),
        since=since_words(words, alarm.since, now),
        repeated=repeated if alarm.count > 1 else "",
    )
