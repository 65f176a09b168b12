"""A team's line-up for a match."""

from pydantic import BaseModel

from server.web.schemas.fields import Body, Name


class LineUpIn(Body):
    """Who of a team sits in which room."""

    team: Name
    open_player: Name
    closed_player: Name


class LineUpOut(BaseModel):
    """Whether a line-up waits for the other team's."""

    sealed: bool
