"""What fields of requests may hold, and the base of every body."""

from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
)

from server.web.edge.typed_names import all_seen, tidied

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
"""A name that is known already, as it was entered."""
_TIDIED, _SEEN = BeforeValidator(tidied), AfterValidator(all_seen)
NewName = Annotated[str, StringConstraints(min_length=1, max_length=80), _TIDIED, _SEEN]
Remark = Annotated[str, StringConstraints(max_length=80), _TIDIED, _SEEN]
Reason = Annotated[str, StringConstraints(min_length=3, max_length=500), _TIDIED, _SEEN]
BoardId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]{1,32}$")]
PersonText = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]{1,24}$")]
"""A person's id."""
MatchText = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,30}/[1-9][0-9]{0,8}$")]
"""A match as people name it, such as "club/3"."""
TournamentText = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,30}$")]
"""A tournament by its short name, such as "club"."""
RoomName = Literal["open", "closed"]
SideName = Literal["white", "red"]
Die = Annotated[int, Field(ge=1, le=6)]


class Body(BaseModel):
    """A request's body; unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")
