"""Alarms about boards, databases, backups and clocks in words, with what to do about them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.identities import MatchAddress, all_visible
from rules.text import N_
from server.archive.ledger_check import LedgerWatch
from server.boards.board_alarm import LinkAlarm
from server.boards.connections import BoardConnections
from server.sleep_watch import SleepWatch
from server.store.accounts_db.accounts_file import Restoration
from server.store.backup import BackupState
from server.store.database_file import DiskFault
from server.store.event_log.subscriptions import Lagging
from server.store.storage_state import Database, SlowDisk, StorageFault
from server.values.naming import Names
from server.values.stored_events import match_of
from server.views.boards.words import alarm_words
from server.views.match.words import since_words
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class LinkLine:
    """An alarm about a connection of boards at the port or network address `where`.

    `boards` are the names that the boards at this port or address gave. `number` is the number by
    which the alarm can be dismissed, or 0 if the alarm lasts as long as its cause. `repeated` says
    how often the alarm has occurred; it is empty if it occurred once.
    """

    number: int
    where: str
    boards: tuple[str, ...]
    text: str
    since: str
    repeated: str


def link_lines(boards: BoardConnections, words: Words, now: datetime) -> tuple[LinkLine, ...]:
    """Return the alarms about boards' connections that belong to no table, the oldest first.

    `now` is in the hall's time zone.
    """
    unseated = (
        LinkLine(0, seat.where, (board_id,), alarm_words(seat.trouble, words), "", "")
        for board_id, seat in sorted(boards.seats.items())
        if seat.trouble is not None and seat.match is None
    )
    return (*(_link_line(alarm, words, now) for alarm in boards.alarms.all()), *unseated)


def _link_line(alarm: LinkAlarm, words: Words, now: datetime) -> LinkLine:
    repeated = words.ngettext("%(num)s time", "%(num)s times", alarm.count)
    return LinkLine(
        number=alarm.number,
        where=all_visible(alarm.where),
        boards=tuple(all_visible(board) for board in alarm.boards),
        text=alarm_words(alarm.alarm, words),
        since=since_words(words, alarm.since, now),
        repeated=repeated if alarm.count > 1 else "",
    )


_NAMES = {
    "live feed": N_("the public pages"),
    "waiting times": N_("the waiting times on this page"),
    "live console pages": N_("pages like this one"),
}
_MATCH = N_(
    "%(what)s could not be updated for match %(number)s and may be incomplete. Play goes on, and "
    "the server keeps trying. If this does not go away, report it to the person who maintains the "
    "server: %(error)s"
)
_TOURNAMENT = N_(
    "%(what)s could not be updated after a change of the teams and may be incomplete. Play goes "
    "on, and the server keeps trying. If this does not go away, report it to the person who "
    "maintains the server: %(error)s"
)


def lagging_lines(lagging: Iterable[Lagging], words: Words, names: Names) -> list[str]:
    """Return a sentence for each failure in `lagging`.

    A failure means that one part of the server could not process the events of one stream.
    """
    return [_lagging_line(each, words, names) for each in lagging]


def _lagging_line(lagging: Lagging, words: Words, names: Names) -> str:
    what = words.gettext(_NAMES.get(lagging.subscriber, lagging.subscriber))
    match_id = match_of(lagging.stream)
    values = {"what": what[:1].upper() + what[1:], "error": lagging.error}
    if match_id is None:
        return words.gettext(_TOURNAMENT, **values)
    sentence = lagging.sentence or _MATCH
    return words.gettext(sentence, number=names.match(match_id).label, **values)


_WHAT = {
    Database.EVENT_LOG: N_(
        "Nothing that happens at the tables can be stored right now. Boards and the server keep it "
        "and store it in the right order as soon as possible. Orders, results and line-ups are "
        "refused. Everything that was confirmed or shown before is safe. Director: ask the tables "
        "to wait; nothing has to be written down by hand."
    ),
    Database.ACCOUNTS: N_(
        "Sign-ins, links, board keys and people's names cannot be stored and are refused; anyone "
        "who is signed in stays signed in, and the matches go on. Operator: do not give out links "
        "or keys now."
    ),
}
_TO_DO = {
    DiskFault.FULL: N_(
        "Technician: the disk is full. Make room on the disk of %(file)s by deleting what does not "
        "belong to Yalta; the server then continues by itself."
    ),
    DiskFault.READ_ONLY: N_(
        "Technician: %(file)s or its disk is read-only. Let the server's account write to it again."
        " If the system made the disk read-only by itself, the disk is failing: stop the server and"
        " go on with a copy of the folder on another disk."
    ),
    DiskFault.IO_ERROR: N_(
        "Technician: the disk of %(file)s reports errors, or the file cannot grow. Check "
        "the system's log and the disk's cable. The server tries every second; if it does "
        "not go on, stop it and start it with a copy of the folder on another disk."
    ),
    DiskFault.DAMAGED: N_(
        "Technician: %(file)s is damaged. Stop the server, keep the folder as it is, and restore a"
        " backup."
    ),
    DiskFault.OTHER: N_(
        "Technician: %(file)s cannot be written to. The server tries every second; "
        "SQLite's message is below."
    ),
}

_SLOW = N_(
    "The disk takes %(seconds)s seconds to store something: boards and phones answer that much "
    "later. Nothing is lost."
)
_SLOW_TO_DO = N_(
    "Technician: check what else uses the disk of %(file)s, such as a copy or a virus scanner. If "
    "nothing does, the disk is failing: continue with a copy of the folder on another one."
)

_NO_BACKUP = N_(
    "No backup is being made in %(folder)s. Play goes on and everything is stored; only "
    "the copy for another computer falls behind."
)
_BACKUP_TO_DO = {
    DiskFault.FULL: N_(
        "Technician: the backup's disk is full. Make room on it or start the server with "
        "another backup folder; the server keeps trying."
    ),
    DiskFault.READ_ONLY: N_(
        "Technician: the backup's disk is read-only, or the server's account may not write "
        "there. The server keeps trying."
    ),
}
_BACKUP_OTHERWISE = N_(
    "Technician: check whether the backup's disk is plugged in and mounted; the server "
    "keeps trying. The error is below."
)
_LAST_BACKUP = N_("Last backup: %(when)s.")
_NONE_YET = N_("There is no backup yet.")

_LEDGERS_BEING_VERIFIED = N_(
    "The ledgers of finished matches are being verified: %(done)s of %(all)s are."
)

_RESTORED = N_(
    "The records were restored at %(when)s; the latest entry in the backup is from %(latest)s."
)
_RESTORED_EMPTY = N_("The records were restored at %(when)s; the backup contained no games.")
_GOES_TO = N_("the latest stored entry is from %(when)s")

_CLOCK = N_(
    "The computer's clock says %(machine)s, but what is stored goes up to %(steady)s: it "
    "was set back. Times here continue from what is stored, so that their order, sessions "
    "and links stay right. Technician: set the computer's clock."
)
_CLOCK_AHEAD = N_(
    "The computer's clock says %(machine)s, but here it is %(steady)s: it was set ahead. Times, "
    "clocks and deadlines here do not follow it. Technician: set the computer's clock. If it is "
    "right now, restart the server with YALTA_CLOCK_IS_RIGHT=1 once no table plays."
)


@dataclass(frozen=True, slots=True)
class StorageLine:
    """An alarm about a database or a backup: what is wrong, since when, and what to do.

    `why` is the technical message, in English.
    """

    what: str
    since: str
    to_do: str
    why: str


def storage_lines(
    faults: Iterable[StorageFault], words: Words, now: datetime
) -> tuple[StorageLine, ...]:
    """Return an alarm for each database that cannot store; `now` is in the hall's time zone."""
    return tuple(
        StorageLine(
            what=words.gettext(_WHAT[fault.database]),
            since=since_words(words, fault.since, now),
            to_do=to_do_words(fault.fault, words, file=str(fault.path)),
            why=fault.why,
        )
        for fault in faults
    )


def slow_alarm(slow: SlowDisk | None, words: Words, now: datetime) -> StorageLine | None:
    """Return the alarm about a slow disk, or None if the disk is not slow.

    `now` is in the hall's time zone.
    """
    if slow is None:
        return None
    return StorageLine(
        what=words.gettext(_SLOW, seconds=round(slow.seconds)),
        since=since_words(words, slow.since, now),
        to_do=words.gettext(_SLOW_TO_DO, file=str(slow.path)),
        why="",
    )


def backup_alarm(backup: BackupState, words: Words, now: datetime) -> StorageLine | None:
    """Return the alarm about failing backups, or None if the last backup succeeded.

    `now` is in the hall's time zone.
    """
    fault = backup.fault
    if fault is None:
        return None
    to_do = _BACKUP_TO_DO.get(fault.fault, _BACKUP_OTHERWISE) if fault.fault else _BACKUP_OTHERWISE
    return StorageLine(
        what=words.gettext(_NO_BACKUP, folder=str(backup.folder)),
        since=since_words(words, fault.since, now),
        to_do=words.gettext(to_do),
        why=fault.why,
    )


def backup_line(backup: BackupState, words: Words) -> str:
    """Return a sentence with the time of the last good backup, or empty if backups are off."""
    if backup.folder is None:
        return ""
    if backup.last_good is None:
        return words.gettext(_NONE_YET)
    when = backup.last_good.astimezone()
    return words.gettext(_LAST_BACKUP, when=_to_the_second(when))


def ledgers_line(watch: LedgerWatch, words: Words) -> str:
    """Return a sentence on how far the check of the finished matches' ledgers has come.

    Return an empty text if there are no finished matches to check.
    """
    if not watch.total:
        return ""
    if not watch.done:
        return words.gettext(_LEDGERS_BEING_VERIFIED, done=watch.checked, all=watch.total)
    if watch.broken:
        return words.ngettext(
            "The ledger of %(num)s finished match has been damaged or changed, see above.",
            "The ledgers of %(num)s finished matches have been damaged or changed, see above.",
            watch.broken,
        )
    return words.ngettext(
        "The ledger of %(num)s finished match was checked: it is intact.",
        "The ledgers of all %(num)s finished matches were checked: they are intact.",
        watch.total,
    )


@dataclass(frozen=True, slots=True)
class RestoredLines:
    """The notice that the records were restored from a backup, and what they may lack.

    `what` is the notice's text. `matches` are the matches that were under way in the backup, each
    with the time of its last event in the backup, as a text.
    """

    what: str
    matches: tuple[tuple[MatchAddress, str], ...]


def restored_lines(noted: Restoration, words: Words, names: Names) -> RestoredLines:
    """Return the notice that the records were restored, with times in the hall's time zone."""
    when = _to_the_second(noted.restored_at.astimezone())
    if noted.latest is None:
        return RestoredLines(words.gettext(_RESTORED_EMPTY, when=when), ())
    latest = _to_the_second(noted.latest.astimezone())
    matches = (
        (
            names.match(match_id),
            words.gettext(_GOES_TO, when=_to_the_second(last.astimezone())),
        )
        for match_id, last in sorted(noted.matches.items())
    )
    return RestoredLines(words.gettext(_RESTORED, when=when, latest=latest), tuple(matches))


def _to_the_second(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S}"


def to_do_words(fault: DiskFault, words: Words, file: str) -> str:
    """Return what the technician can do about a fault of the disk with that file."""
    return words.gettext(_TO_DO[fault], file=file)


_AWAKE = N_("This computer is kept awake while a match is played.")
_MAY_SLEEP = N_(
    "This computer may fall asleep: plug it in, leave its lid open, and turn off sleep in its"
    " settings."
)
_SLEPT = N_(
    "This computer slept from %(began)s to %(ended)s, and answered no board and no phone. They "
    "connect again by themselves; look at each table once."
)
_SLEPT_SHOWN = timedelta(minutes=10)
"""The time for which the alarm that the computer slept is shown (our choice)."""


def awake_line(sleep: SleepWatch, words: Words) -> str:
    """Return a sentence that says if the computer is kept awake, or an empty text.

    The text is empty while the computer need not be kept awake.
    """
    if sleep.is_kept_awake is None:
        return ""
    return words.gettext(_AWAKE if sleep.is_kept_awake else _MAY_SLEEP)


def slept_line(sleep: SleepWatch, words: Words, now: datetime) -> str:
    """Return the alarm that the computer slept, or an empty text if it woke over ten minutes ago.

    `now` is in the hall's time zone.
    """
    slept = sleep.slept
    if slept is None or now - slept.ended > _SLEPT_SHOWN:
        return ""
    began, ended = (words.clock(each.astimezone()) for each in (slept.began, slept.ended))
    return words.gettext(_SLEPT, began=began, ended=ended)


def clock_line(off: timedelta, words: Words, now: datetime) -> str:
    """Return the alarm that the machine's clock is ahead of `now` by `off` (behind if negative).

    Return an empty text if `off` is zero.
    """
    if not off:
        return ""
    text = _CLOCK_AHEAD if off > timedelta(0) else _CLOCK
    return words.gettext(text, machine=_to_the_minute(now + off), steady=_to_the_minute(now))


def _to_the_minute(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M}"
