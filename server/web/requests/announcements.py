"""Announcements asked for on the page or over the API, as commands."""

from rules import commands as cmd
from rules.events import AnnouncementEvent, AnnouncementText
from server.access import Visitor
from server.hall import Hall
from server.web.schemas.announcements import AnnouncementBody, AnnouncementOut


async def announce(
    hall: Hall, asked: AnnouncementBody, visitor: Visitor, command_id: str
) -> AnnouncementEvent:
    """Announce it to everybody; raises MatchRefused naming the field, or as the hall decides."""
    texts = tuple(
        AnnouncementText(language=language, text=text) for language, text in asked.texts().items()
    )
    tournament = hall.tournaments.named(asked.tournament).tournament if asked.tournament else None
    until = asked.until.replace(microsecond=0) if asked.until else None
    command = cmd.MakeAnnouncement(texts=texts, tournament=tournament, until=until)
    event = await hall.commands.to_hall(command, visitor, command_id)
    assert isinstance(event, AnnouncementEvent)
    return event


async def take_down(hall: Hall, number: int, visitor: Visitor, command_id: str) -> None:
    """Show it to nobody any more; raises MatchRefused for one that is not shown."""
    command = cmd.TakeDownAnnouncement(number=number)
    await hall.commands.to_hall(command, visitor, command_id)


def announcements_out(hall: Hall, tournament: str = "") -> list[AnnouncementOut]:
    """What is shown now: of the hall and of that tournament, of all without one."""
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
