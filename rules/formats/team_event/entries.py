"""The entries of a tournament: waiting list, presence, clubs, pots, rosters; the desk's records.

Sources: ADR 19; ruling 13 (pairs by discipline).

The desk's own records are fees and notes, by the numbers of entries (ADR 19), and notes to one room
of a match, by match number (ADR 36).

The number of an entry counts the registered teams from 1. The number stays the same if the team's
name changes.

Amounts of money, which people write in different ways, are stored in hundredths of the currency.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TypeVar

from rules import events as ev
from rules.identities import PersonId
from rules.room import Room


@dataclass(frozen=True, slots=True)
class EntryDetails:
    """A team's club and pot; the club is empty if it is unknown, the pot is 0 for none."""

    club: str = ""
    pot: int = 0


_NO_DETAILS = EntryDetails()


@dataclass(frozen=True, slots=True)
class Entries:
    """What is recorded of the entered teams besides their players, by the teams' names.

    `limit` is the largest number of teams that play, or 0 for no limit. `waiting` is in the order
    in which teams will be confirmed. `present` are the teams that have come. `rosters` has the
    players of a team for a game, by team and game, if they are set. `gone` are the numbers of
    entries that were withdrawn.
    """

    limit: int = 0
    waiting: tuple[str, ...] = ()
    present: frozenset[str] = frozenset()
    details: Mapping[str, EntryDetails] = field(default_factory=dict)
    rosters: Mapping[tuple[str, str], tuple[PersonId, ...]] = field(default_factory=dict)
    gone: frozenset[int] = frozenset()

    def numbers(self, teams: Iterable[str]) -> dict[str, int]:
        """Return the number of the entry of each of `teams`, by the team's name.

        `teams` must be all entered teams in order of registration. Numbers count from 1. The
        numbers of withdrawn entries are skipped.
        """
        free = (number for number in count(1) if number not in self.gone)
        return dict(zip(teams, free, strict=False))

    def details_of(self, team: str) -> EntryDetails:
        """Return a team's club and pot."""
        return self.details.get(team, _NO_DETAILS)

    def roster(self, team: str, game_name: str) -> tuple[PersonId, ...]:
        """Return the players of a team for a game.

        The tuple is empty if no roster is set; then all players of the team may play.
        """
        return self.rosters.get((team, game_name), ())

    def confirmed(self, teams: Iterable[str], withdrawn: Iterable[str]) -> tuple[str, ...]:
        """Return those of `teams` that neither wait nor have withdrawn."""
        others = {*self.waiting, *withdrawn}
        return tuple(team for team in teams if team not in others)

    def pots(self) -> tuple[tuple[str, ...], ...]:
        """Return the teams of each pot, the strongest pot first.

        Teams without a pot are left out.
        """
        numbers = sorted({each.pot for each in self.details.values() if each.pot})
        return tuple(
            tuple(team for team, each in self.details.items() if each.pot == number)
            for number in numbers
        )

    def clubs(self) -> dict[str, str]:
        """Return the club of each team whose club is known."""
        return {team: each.club for team, each in self.details.items() if each.club}

    def after(self, event: ev.EntryEvent | ev.EntryWithdrawn | ev.TeamChanged) -> "Entries":
        """Return the entries after this event."""
        match event:
            case ev.TeamChanged():
                return self._renamed(event.team, event.name)
            case ev.EntryWithdrawn():
                return self._without(event.team, event.entry)
            case ev.EntryLimitSet():
                return replace(self, limit=event.limit)
            case ev.EntryPutToWait():
                others = [team for team in self.waiting if team != event.team]
                others.insert(event.place - 1, event.team)
                return replace(self, waiting=tuple(others))
            case ev.EntryConfirmed():
                left = tuple(team for team in self.waiting if team != event.team)
                return replace(self, waiting=left)
            case ev.AttendanceSet():
                team = {event.team}
                present = self.present | team if event.present else self.present - team
                return replace(self, present=present)
            case ev.EntryDescribed():
                details = EntryDetails(event.club, event.pot)
                return replace(self, details={**self.details, event.team: details})
            case ev.RosterSet():
                rosters = {**self.rosters, (event.team, event.game_name): event.players}
                return replace(self, rosters={each: who for each, who in rosters.items() if who})

    def _without(self, team: str, number: int) -> "Entries":
        return replace(
            self,
            waiting=tuple(each for each in self.waiting if each != team),
            present=self.present - {team},
            details={each: known for each, known in self.details.items() if each != team},
            rosters={each: who for each, who in self.rosters.items() if each[0] != team},
            gone=self.gone | {number},
        )

    def _renamed(self, team: str, name: str) -> "Entries":
        def now(each: str) -> str:
            return name if each == team else each

        return replace(
            self,
            waiting=tuple(map(now, self.waiting)),
            present=frozenset(map(now, self.present)),
            details={now(each): details for each, details in self.details.items()},
            rosters={(now(each), game): who for (each, game), who in self.rosters.items()},
        )


def next_to_move_up(entries: Entries, teams: Sequence[str], withdrawn: Iterable[str]) -> str | None:
    """Return the first team on the waiting list, if the limit allows one more team.

    It is the team to be confirmed next. Return None if the limit is reached or nobody waits.
    """
    gone = set(withdrawn)
    playing = len(entries.confirmed(teams, gone))
    if entries.limit and playing >= entries.limit:
        return None
    return next((team for team in entries.waiting if team not in gone), None)


InRoom = TypeVar("InRoom", bound=ev.DeskRoomEvent)


@dataclass(frozen=True, slots=True)
class DeskBook:
    """The records of the desk: currency, fees, notes. Amounts are hundredths of the currency.

    `fees` and `notes` are by the number of the entry. `in_rooms` has the latest DeskRoomEvent for a
    room of a match, by the event's class, the match's number and the room.
    """

    currency: str = ""
    fees: Mapping[int, ev.FeeSet] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)
    in_rooms: Mapping[tuple[type, int, Room], ev.DeskRoomEvent] = field(default_factory=dict)

    def fee(self, entry: int) -> tuple[int, int]:
        """Return the amount that is due for an entry in all, and the amount paid."""
        known = self.fees.get(entry)
        return (0, 0) if known is None else (known.due, known.paid)

    def note(self, entry: int) -> str:
        """Return the director's note on an entry, or an empty text."""
        return self.notes.get(entry, "")

    def in_room(self, kind: type[InRoom], number: int, room: Room) -> InRoom | None:
        """Return the latest event of the class `kind` for a room of match `number`, or None."""
        event = self.in_rooms.get((kind, number, room))
        return event if isinstance(event, kind) and event.stands else None

    def after(self, event: ev.Event) -> "DeskBook":
        """Return the records after this event. Events of other streams change nothing."""
        match event:
            case ev.CurrencySet():
                return replace(self, currency=event.currency)
            case ev.FeeSet():
                return replace(self, fees={**self.fees, event.entry: event})
            case ev.NoteSet():
                return replace(self, notes={**self.notes, event.entry: event.note})
            case _ if isinstance(event, ev.DeskRoomEvent):
                place = (type(event), event.number, event.room)
                return replace(self, in_rooms={**self.in_rooms, place: event})
            case _:
                return self


_WRITTEN = re.compile(r"([0-9]+)(?:[.,]([0-9]{1,2}))?")


def amount(text: str) -> int:
    """Return the hundredths in an amount of money such as "1500", "1 500", "12.5" or "12,50".

    Return 0 for an empty text. Raises ValueError for any other text, including "1,500", which is
    ambiguous.
    """
    plain = "".join(text.split())
    written = _WRITTEN.fullmatch(plain)
    if not plain:
        return 0
    if written is None or len(plain) > 12:
        raise ValueError(f"{text!r} is no amount such as 1500 or 12.50")
    return int(written[1]) * 100 + int((written[2] or "").ljust(2, "0"))


def written(hundredths: int) -> str:
    """Return an amount of money, given in hundredths, as the shortest text: "1500", "12.50"."""
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)
