"""A hold of the hall, as the API tells it (ruling 31)."""

from pydantic import BaseModel, Field


class HoldOut(BaseModel):
    """A hold of a room or of the hall that is on; `by` is the person's id."""

    scope: str
    room: str | None = Field(description="None for the hall.")
    by: str
    reason: str
