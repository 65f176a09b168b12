"""Announcements to everybody in the hall."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    StringConstraints,
    create_model,
)

from rules.directing.announcements import LONGEST
from server.web.edge.typed_names import all_seen, tidied
from server.web.schemas.fields import Body
from server.words.languages import LANGUAGES

Text = Annotated[
    str,
    StringConstraints(max_length=LONGEST),
    BeforeValidator(tidied),
    AfterValidator(all_seen),
]


class AnnouncementBody(Body):
    """What is announced: `text` to everybody, or a text a language; both rooms read it.

    `tournament` is the short name of whose it is, empty for the whole hall. It is shown until it
    is taken down, or until an instant to come.
    """

    text: Text = ""
    tournament: Annotated[str, StringConstraints(max_length=30)] = ""
    until: AwareDatetime | None = None

    def texts(self) -> dict[str, str]:
        """The texts that are not empty, by language, "" for everybody's who has none."""
        every = {"": self.text, **{code: getattr(self, code) for code in LANGUAGES}}
        return {code: text for code, text in every.items() if text}


_OF_A_LANGUAGE: dict[str, Any] = dict.fromkeys(LANGUAGES, (Text, ""))
AnnouncementIn = create_model(
    "AnnouncementIn", __base__=AnnouncementBody, __doc__=AnnouncementBody.__doc__, **_OF_A_LANGUAGE
)
"""The body, with a field for the text in each language of the pages."""


class AnnouncementOut(BaseModel):
    """An announcement that is shown; `texts` by language, "" is everybody's who has none."""

    number: int
    tournament: str | None
    texts: dict[str, str]
    made_at: datetime
    until: datetime | None
