"""Messages of knockouts that are played by them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, StringConstraints

from rules.formats.pbem.subject_lines import LONGEST
from server.messages.received import MOST_TEXT
from server.web.schemas.fields import Body

Address = Annotated[str, StringConstraints(strip_whitespace=True, max_length=254)]


class MessageIn(Body):
    """A message; `subject` says what it asks for, `text` is for people.

    `token` is the sender's. Whoever enters has none, and gives the `address` it is sent to.
    """

    subject: Annotated[str, StringConstraints(max_length=2 * LONGEST)]
    token: Annotated[str, StringConstraints(max_length=40)] = ""
    address: Address = ""
    text: Annotated[str, StringConstraints(max_length=MOST_TEXT)] = ""


class MessageAnswerOut(BaseModel):
    """What became of a message, and what is answered to its sender."""

    status: Literal["counted", "waiting", "refused", "not proven", "too many"]
    answer: str


class KeptMessageOut(BaseModel):
    """A message as it is kept, with its answer."""

    number: int
    at: datetime
    by_mail: bool
    address: str
    player: str | None
    subject: str
    text: str
    state: Literal["counted", "refused", "waiting", "accepted", "rejected"]
    answer: str
