"""The API of announcements.

Everybody may read them; those who run the hall make and remove them.
"""

from datetime import datetime
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    StringConstraints,
    create_model,
)

from rules import commands as cmd
from rules.directing.announcements import LONGEST
from rules.events import AnnouncementText
from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import all_seen, tidied
from server.web.edge.services import HallDep
from server.web.orders.fields import Body
from server.web.orders.order_list import Order, Sender, SingleOrder, order, to_hall
from server.web.orders.order_routes import add_single_route
from server.words.languages import LANGUAGES

Text = Annotated[
    str,
    StringConstraints(max_length=LONGEST),
    BeforeValidator(tidied),
    AfterValidator(all_seen),
]


class AnnouncementBody(Body):
    """Announce something to everybody, both rooms included.

    `text` is shown to people for whose language there is no text. `tournament` is the short name of
    the tournament that the announcement concerns; empty means the whole hall. The announcement is
    shown until `until`, a time in the future, or until somebody takes it down.
    """

    text: Text = ""
    tournament: Annotated[str, StringConstraints(max_length=30)] = ""
    until: AwareDatetime | None = None

    def texts(self) -> dict[str, str]:
        """Return the texts that are not empty, by language code.

        The general `text` has the key "".
        """
        every = {"": self.text, **{code: getattr(self, code) for code in LANGUAGES}}
        return {code: text for code, text in every.items() if text}


_OF_A_LANGUAGE: dict[str, Any] = dict.fromkeys(LANGUAGES, (Text, ""))
AnnouncementIn = create_model(
    "AnnouncementIn", __base__=AnnouncementBody, __doc__=AnnouncementBody.__doc__, **_OF_A_LANGUAGE
)
"""The body of an announcement, with one text field for each language of the pages."""


class AnnouncementOut(BaseModel):
    """An announcement that is shown now.

    `texts` has the text of each language by its code; the text under "" is shown in all other
    languages. `tournament` is null if the announcement is for the whole hall.
    """

    number: int
    tournament: str | None
    texts: dict[str, str]
    made_at: datetime
    until: datetime | None


def _made(asked: AnnouncementBody, sender: Sender) -> cmd.MakeAnnouncement:
    """Return the command that a body asks for. Raises MatchRefused for an unknown tournament."""
    texts = tuple(
        AnnouncementText(language=language, text=text) for language, text in asked.texts().items()
    )
    named = sender.hall.tournaments.named
    tournament = named(asked.tournament).tournament if asked.tournament else None
    until = asked.until.replace(microsecond=0) if asked.until else None
    return cmd.MakeAnnouncement(texts=texts, tournament=tournament, until=until)


MAKE = Order("make", AnnouncementIn, to_hall, _made, command=cmd.MakeAnnouncement)
TAKE_DOWN = order("take-down", cmd.TakeDownAnnouncement, to_hall, alone=True)
_announces = partial(SingleOrder, page="/hall/announcements", action=Action.ANNOUNCE)
ANNOUNCEMENTS = (_announces(MAKE, "/api/announcements", status=201), _announces(TAKE_DOWN, ""))
"""The two orders about announcements. In the API, DELETE takes an announcement down."""

Announcing = Annotated[Visitor, Depends(needs(Action.ANNOUNCE))]
Whose = Annotated[
    str,
    Query(
        max_length=30,
        description="Short name of a tournament: list only its announcements and the hall's.",
    ),
]
router = APIRouter()
add_single_route(router, ANNOUNCEMENTS[0], tags=["operator"])


@router.get(
    "/announcements.json", tags=["public"], dependencies=[Depends(needs(Action.SEE_PAIRINGS))]
)
async def announcements(hall: HallDep, tournament: Whose = "") -> list[AnnouncementOut]:
    """List the announcements that are shown now, the latest first.

    Without `tournament` these are the announcements of the hall and of all tournaments.
    """
    of = hall.tournaments.named(tournament).tournament if tournament else None
    names = hall.tournaments.names
    return [
        AnnouncementOut(
            number=each.made.number,
            tournament=str(names[each.made.tournament]) if each.made.tournament else None,
            texts={text.language: text.text for text in each.made.texts},
            made_at=each.made_at,
            until=each.made.until,
        )
        for each in hall.tournaments.announced.shown(hall.now(), of)
    ]


@router.delete("/api/announcements/{announcement}", status_code=204, tags=["operator"])
async def end(
    announcement: int, visitor: Announcing, command_id: CommandIdDep, hall: HallDep
) -> None:
    """Take down an announcement, so that nobody is shown it any more."""
    body = TAKE_DOWN.read_form({"number": str(announcement)})
    await TAKE_DOWN.give(Sender(hall, visitor), body, command_id)
