"""Reading typed names into persons: persons who are known, or new ones (ruling 33).

A name does not identify a person. In a team's own list, a name means the member with that name. In
other places the sender says whether a name means the known person who has it. A known id always
means the person with that id.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from rules import commands as cmd
from rules.errors import LineUpRefused, MatchRefused
from rules.events import MatchPlayScheduled
from rules.identities import MatchId, PersonId
from rules.text import N_
from server.hall import Hall
from server.matches.line_ups import NOT_IN_ROSTER, NOT_IN_TEAM
from server.people.book import new_person_id
from server.values.naming import Names, folded
from server.web.edge.refusals import NamesKnown

NOBODY = PersonId("nobody")
"""A stand-in for a person who can no longer be found by the name that was sent."""
Known = Literal["same", "new"]
"""The meaning of a typed name that a known person has.

It is "same" for the known person, or "new" for a new person of the same name.
"""


class TypedPersons:
    """Reads typed names into persons' ids.

    Persons in `present` come before others of the same name. `newcomers` collects the new persons
    that have to be added.
    """

    def __init__(self, hall: Hall, present: Sequence[PersonId], known: Known | None) -> None:
        self._book, self._known = hall.persons, known
        self._present = list(present)
        self._names = hall.names(in_full=True)
        self.newcomers: list[cmd.AddPerson] = []

    def read(self, lines: Sequence[str]) -> tuple[PersonId, ...]:
        """Return the person whom each line names.

        Raises NamesKnown if the sender has to say who is meant.
        """
        asked = [] if self._known else [*self._in_question(lines)]
        one = [name for name in asked if len(self._book.named(name)) == 1]
        several = [name for name in asked if name not in one]
        if asked:
            raise NamesKnown(one, several)
        return tuple(self._person(line) for line in lines)

    def read_once(self, field_name: str, lines: Sequence[str]) -> tuple[PersonId, ...]:
        """Return the person of each line, as `read` does.

        Raises MatchRefused naming `field_name` if a name occurs twice, since it is unclear who is
        meant.
        """
        seen = set[str]()
        for line in lines:
            if folded(line) in seen:
                raise MatchRefused(field_name, line, N_("each name once"))
            seen.add(folded(line))
        return self.read(lines)

    def _in_question(self, lines: Sequence[str]) -> Iterator[str]:
        for line in lines:
            mine = _member(self._names, self._present, line) or self._by_id(line)
            if mine is None and self._book.named(line):
                yield line

    def _person(self, line: str) -> PersonId:
        present = _member(self._names, self._present, line)
        if present is not None:
            self._present.remove(present)
            return present
        known = self._by_id(line)
        if known is not None:
            return known
        bearers = self._book.named(line)
        if self._known == "same" and len(bearers) > 1:
            raise NamesKnown([], [line])
        if self._known == "same" and bearers:
            return bearers[0].person_id
        return self._new(line)

    def _new(self, name: str) -> PersonId:
        person = new_person_id()
        self.newcomers.append(cmd.AddPerson(person=person, names=(name,)))
        return person

    def _by_id(self, line: str) -> PersonId | None:
        return next((each for each in self._book.persons if each.text == line), None)


def somebody(hall: Hall, name: str, present: Sequence[PersonId]) -> TypedPersons:
    """Return a reader for one name.

    The reader takes a person in `present` with that name, or else the only known person with it, or
    else a new person.
    """
    alone = len(hall.persons.named(name)) == 1
    return TypedPersons(hall, present, "same" if alone else "new")


def member_of(hall: Hall, match_id: MatchId, team: str, typed: str, field: str) -> PersonId:
    """Return the member of a team with this name or id, for a line-up.

    Raises LineUpRefused naming `field` if the team has no such member, or if the member does not
    play this game.
    """
    tournament, names = hall.tournaments.of(match_id), hall.names(in_full=True)
    game = hall.match(match_id).record.game.name
    players = tournament.players_of(team, game)
    member = _member(names, players, typed)
    if member is not None:
        return member
    other = _member(names, tournament.players_of(team), typed)
    if other is not None:
        raise LineUpRefused(NOT_IN_ROSTER, field, player=other, game=game, players=players)
    raise LineUpRefused(NOT_IN_TEAM, field, player=typed, players=players)


def one_of(hall: Hall, players: Sequence[PersonId], typed: str) -> PersonId | None:
    """Return the person with this name or id among `players`, or None."""
    return _member(hall.names(in_full=True), players, typed)


def team_meant(hall: Hall, match_id: MatchId, team: str) -> str:
    """Return the team of a match that `team` names, or the text itself if it names none.

    In a match of two players, `team` is the name or id of a player.
    """
    teams, names = hall.match(match_id).record.teams, hall.names(in_full=True)
    return next((each for each in teams if team in (each, names.by(each))), team)


def players_of(hall: Hall, match_id: MatchId, team: str) -> tuple[PersonId, ...]:
    """Return the players of a team. In a match of two players each player is a team of one."""
    if isinstance(hall.match(match_id).record.scheduled, MatchPlayScheduled):
        return (PersonId(team),) if team in hall.match(match_id).record.teams else ()
    return hall.tournaments.of(match_id).players_of(team)


def seen_players(hall: Hall, team: Sequence[PersonId], seen: Sequence[str]) -> tuple[PersonId, ...]:
    """Return the persons whose names or ids the sender of a form or body saw.

    Persons in `team` come before others of the same name. A name that nobody has any more gives
    NOBODY.
    """
    present, names = list(team), hall.names(in_full=True)
    players = list[PersonId]()
    for each in seen:
        member = _member(names, present, each)
        if member is not None:
            present.remove(member)
        players.append(member or next((p for p in names.persons if p.text == each), NOBODY))
    return tuple(players)


def _member(names: Names, players: Sequence[PersonId], typed: str) -> PersonId | None:
    """Return the player with the typed id, or else the first with the typed name, or None.

    A player's names are the name in full, the name as it is shown, and all others in the records.
    """
    for player in players:
        if player.text == typed:
            return player
    for player in players:
        person = names.persons.get(player)
        shown = replace(names, in_full=False).of(player)
        known = [names.of(player), shown, *(person.names if person else ())]
        if folded(typed) in map(folded, known):
            return player
    return None
