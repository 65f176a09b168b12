"""A team, as it is entered and told."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from rules.identities import PersonId
from server.persons.naming import Names
from server.web.schemas.fields import Body, Name, NewName
from server.web.schemas.persons import PersonNamed, person_named


class TeamIn(Body):
    """A team and the players it may line up, each by a name or by the id of a known person.

    `known` is asked for where a name is one of a known person of another team: `same` if that
    person is meant, `new` for another one of the same name.
    """

    name: NewName
    players: Annotated[list[NewName], Field(min_length=2, max_length=20)]
    known: Literal["same", "new"] | None = None


class TeamChangeIn(TeamIn):
    """A team as it is to be from now on; `team` is the name it is known by, `was` its players."""

    team: Name
    was: Annotated[list[Name], Field(max_length=20)]


class TeamOut(BaseModel):
    """A registered team; each player with the id of the person and the name as it is now."""

    name: str
    players: list[PersonNamed]


def team_out(name: str, players: Sequence[PersonId], names: Names) -> TeamOut:
    """A team as the API tells it."""
    return TeamOut(name=name, players=[person_named(each, names) for each in players])
