"""Teams entered at one go, from a table, a body or a file: all of them or none."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules import commands as cmd
from rules.errors import MatchRefused
from rules.identities import PersonId
from rules.text import N_
from server.access import Actor
from server.hall import Hall
from server.persons.naming import SimilarNames
from server.store.accounts_db.accounts import folded
from server.tournament.tournament_process import TournamentProcess
from server.web.requests.entry_tables.entry_table import Fault, TypedPlayer, TypedTeam
from server.web.requests.typed_persons import TypedPersons

SEVERAL = N_("several people are called %(player)s: write the id of the one you mean")
SIMILAR = N_("%(player)s is new; %(other)s is known: write it like that if you mean that person")
SIMILAR_HERE = N_("%(player)s is new, and so is %(other)s in this table: one person or two?")
NEW = N_("%(player)s is new")
NEW_IN_SEVERAL = N_("%(player)s is new and in several teams of this table: treated as one person")


async def enter_teams(
    hall: Hall,
    tournament: TournamentProcess,
    teams: Sequence[TypedTeam],
    actor: Actor,
    command_id: str = "",
) -> None:
    """Enter them all in this order; names that are known mean those who bear them.

    Raises NotAllowed, MatchRefused, LogUnavailable, or NamesKnown for a name that several bear;
    then nobody is entered.
    """
    if hall.commands.answered(tournament.tournament, actor, command_id) is not None:
        return
    typed = TypedPersons(hall, (), "same")
    new, particulars = list[cmd.NewEntry](), dict[PersonId, TypedPlayer]()
    for team in teams:
        # A new name that stands in two teams is one person, as it would be if one came later.
        earlier = {folded(player.name): person for person, player in particulars.items()}
        players = tuple(
            earlier.get(folded(player.name)) or typed.read([player.name])[0]
            for player in team.players
        )
        new.append(_entry(team, players))
        particulars |= dict(zip(players, team.players, strict=True))
    newcomers = [_described(each, particulars[each.person]) for each in typed.newcomers]
    await hall.commands.to_desk(
        tournament.tournament, cmd.EnterTeams(tuple(new)), actor, command_id, newcomers
    )


def _described(added: cmd.AddPerson, typed: TypedPlayer) -> cmd.AddPerson:
    return replace(added, country=typed.country, federation_number=typed.number)


def _entry(team: TypedTeam, players: tuple[PersonId, ...]) -> cmd.NewEntry:
    named = [folded(player.name) for player in team.players]
    persons = dict(zip(named, players, strict=True))
    for name in (each for names in team.rosters.values() for each in names):
        if folded(name) not in persons:
            raise MatchRefused("rosters", name, ", ".join(each.name for each in team.players))
    return cmd.NewEntry(
        name=team.name,
        players=players,
        form=team.form,
        present=team.present,
        rosters=tuple(
            (game, tuple(persons[folded(name)] for name in names))
            for game, names in team.rosters.items()
            if names
        ),
    )


def doubts(hall: Hall, teams: Sequence[TypedTeam]) -> tuple[list[Fault], list[Fault]]:
    """What is wrong with players' names by the persons who are known, and what may be."""
    book, wrong, notes = hall.persons, list[Fault](), list[Fault]()
    known = {name for person in book.listed() for name in person.names}
    similar = SimilarNames(known)
    here = SimilarNames({player.name for _, player in _typed(teams)} - known)
    ids = {person_id.text for person_id in book.persons}
    times = Counter(folded(player.name) for _, player in _typed(teams))
    for team, player in _typed(teams):
        if not player.name or player.name in ids:
            continue
        bearers = book.named(player.name)
        if len(bearers) > 1:
            wrong.append(_fault(team, player, SEVERAL))
        elif not bearers:
            other, close = similar.like(player.name), here.like(player.name)
            alone = NEW if times[folded(player.name)] == 1 else NEW_IN_SEVERAL
            template = SIMILAR if other else SIMILAR_HERE if close else alone
            notes.append(_fault(team, player, template, other or close or ""))
    return wrong, notes


def _typed(teams: Sequence[TypedTeam]) -> Iterator[tuple[TypedTeam, TypedPlayer]]:
    for team in teams:
        for player in team.players:
            yield team, player


def _fault(team: TypedTeam, player: TypedPlayer, template: str, other: str = "") -> Fault:
    return Fault(team.line, player.column, template, {"player": player.name, "other": other})
