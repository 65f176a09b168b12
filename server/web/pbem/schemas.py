"""Messages of knockouts that are played by them, and what their organiser orders."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, Field, StringConstraints

from rules.formats.pbem.deciding import MOST_DAYS
from rules.formats.pbem.subject_lines import LONGEST
from rules.formats.pbem.time_rule import MOST_MINUTES
from server.messages.received import MOST_TEXT
from server.web.schemas.fields import Body, NewName, Number, PersonText, Reason, SideName

Days = Annotated[int, Field(ge=1, le=MOST_DAYS)]
Minutes = Annotated[int, Field(ge=0, le=MOST_MINUTES)]
Address = Annotated[str, StringConstraints(strip_whitespace=True, max_length=254)]
Board = Annotated[int, Field(ge=1, le=999_999_999)]
BoardsSeen = Annotated[dict[Board, Annotated[str, Field(max_length=60)]], Field(max_length=1000)]


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


class PbemStartIn(Body):
    """A knockout by messages: matches to `length` points, each round drawn anew.

    `days` is the time for the last matches of a round, `quiet_days` without a report bring a
    reminder.
    """

    order: Literal["start"]
    name: NewName
    length: Annotated[int, Field(ge=1, le=64)] = 10
    days: Days = 7
    quiet_days: Days = 3


class EnterByHandIn(Body):
    """Somebody who enters under `id`, or whoever is entered as `player` and has no address yet."""

    order: Literal["enter"]
    id: Annotated[str, StringConstraints(strip_whitespace=True, max_length=20)]
    address: Address
    player: PersonText | None = None


class TokenIn(Body):
    """Send a player another token in place of the one before."""

    order: Literal["token"]
    player: PersonText


class AcceptIn(Body):
    """Accept a message that waits."""

    order: Literal["accept"]
    message: Number


class RejectIn(Body):
    """Do not accept a message that waits; its sender hears the reason."""

    order: Literal["reject"]
    message: Number
    reason: Reason


class BoardResultIn(Body):
    """A board's result that nobody has reported."""

    order: Literal["result"]
    number: Number
    board: Board
    winner: SideName
    points: Number


class CorrectBoardIn(Body):
    """A board's result put right; without a winner it does not count at all.

    `was`: how boards stood when this was made; refused where this one stands otherwise by now.
    """

    order: Literal["correct"]
    number: Number
    board: Board
    winner: SideName | None = None
    points: Annotated[int, Field(ge=0)] = 0
    reason: Reason
    was: BoardsSeen | None = None


class TimeRuleIn(Body):
    """A match whose time is over, by the 75 % rule.

    The minutes are those of either player in the game that ended last, and in the one that is
    played, as far as they decide; `winner` is the director's where nothing else does.
    """

    order: Literal["time"]
    number: Number
    last_white: Minutes | None = None
    last_red: Minutes | None = None
    current_white: Minutes | None = None
    current_red: Minutes | None = None
    winner: SideName | None = None
    reason: Annotated[str, StringConstraints(max_length=500)] = ""


class SentIn(Body):
    """A mail that somebody has sent by hand."""

    order: Literal["sent"]
    mail: Number


MessageOrder = (
    PbemStartIn
    | EnterByHandIn
    | TokenIn
    | AcceptIn
    | RejectIn
    | BoardResultIn
    | CorrectBoardIn
    | TimeRuleIn
    | SentIn
)
MessageOrderIn = Annotated[MessageOrder, Field(discriminator="order")]
MESSAGE_ORDERS: Mapping[str, Any] = {
    get_args(each.model_fields["order"].annotation)[0]: each for each in get_args(MessageOrder)
}
"""The kinds of orders by name."""


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
