"""A team, as it is entered and told."""

from typing import Annotated

from pydantic import BaseModel, Field

from server.web.schemas.fields import Body, Name, NewName


class TeamIn(Body):
    """A team and the players it may line up."""

    name: NewName
    players: Annotated[list[NewName], Field(min_length=2, max_length=20)]


class TeamChangeIn(TeamIn):
    """A team as it is to be from now on; `team` is the name it is known by, `was` its players."""

    team: Name
    was: Annotated[list[Name], Field(max_length=20)]


class TeamOut(BaseModel):
    """A registered team."""

    name: str
    players: list[str]
