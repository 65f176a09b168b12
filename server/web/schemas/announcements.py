"""Announcements to everybody in the hall."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, StringConstraints

from rules.directing.announcements import LONGEST
from server.web.edge.typed_names import all_seen, tidied
from server.web.schemas.fields import Body

Text = Annotated[
    str,
    StringConstraints(max_length=LONGEST),
    BeforeValidator(tidied),
    AfterValidator(all_seen),
]


class AnnouncementIn(Body):
    """What is announced: `text` to everybody, or a text a language; both rooms read it.

    `tournament` is the short name of whose it is, empty for the whole hall. It is shown until it
    is taken down, or until an instant to come.
    """

    text: Text = ""
    en: Text = ""
    uk: Text = ""
    ru: Text = ""
    tournament: Annotated[str, StringConstraints(max_length=30)] = ""
    until: AwareDatetime | None = None


class AnnouncementOut(BaseModel):
    """An announcement that is shown; `texts` by language, "" is everybody's who has none."""

    number: int
    tournament: str | None
    texts: dict[str, str]
    made_at: datetime
    until: datetime | None
