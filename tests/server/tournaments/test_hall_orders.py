"""What the hall decides of its tournaments, announcements and holds, and what it refuses."""

from pathlib import Path

import pytest

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.identities import TournamentId, TournamentName
from rules.room import Room
from server.tournaments.tournaments import HallGiven, decide
from tests.support.ids import TOURNAMENT
from tests.support.served import DIRECTOR, opened

NAMES = {
    TOURNAMENT: TournamentName("club"),
    TournamentId("harbourharbo"): TournamentName("harbour"),
}
GONE = TournamentId("gonegonegone")


def test_an_announcement_of_no_tournament_is_refused_with_those_there_are() -> None:
    command = cmd.MakeAnnouncement(
        texts=(ev.AnnouncementText(language="", text="Lunch"),), tournament=GONE
    )
    with pytest.raises(MatchRefused, match=r"tournament: .*allowed: club, harbour"):
        decide(NAMES, command, DIRECTOR, HallGiven(TournamentId("newnewnewnew")))


@pytest.mark.parametrize(
    ("scope", "room"), [(ev.HoldScope.TABLE, Room.OPEN), (ev.HoldScope.MATCH, None)]
)
def test_the_hall_holds_rooms_and_itself_and_no_table(
    scope: ev.HoldScope, room: Room | None
) -> None:
    command = cmd.HoldPlay(scope=scope, room=room, reason="fire drill")
    with pytest.raises(MatchRefused, match=r"scope: .*allowed: room or hall"):
        decide(NAMES, command, DIRECTOR, HallGiven(TournamentId("newnewnewnew")))


async def test_a_repeated_order_to_the_hall_is_answered_as_the_first_time(tmp_path: Path) -> None:
    command = cmd.CreateTournament(TournamentName("harbour"))
    async with opened(tmp_path) as served:
        tournaments = served.hall.tournaments
        made = await tournaments.handle(command, DIRECTOR, "press-1")
        assert await tournaments.handle(command, DIRECTOR, "press-1") == made
        with pytest.raises(MatchRefused, match="a name no other tournament has here"):
            await tournaments.handle(command, DIRECTOR, "press-2")


async def test_a_tournament_that_was_removed_is_not_removed_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        tournaments = served.hall.tournaments
        made = await tournaments.handle(cmd.CreateTournament(TournamentName("harbour")), DIRECTOR)
        assert isinstance(made, ev.TournamentCreated)
        gone = cmd.WithdrawTournament(tournament=made.tournament, reason="set up twice")
        await tournaments.handle(gone, DIRECTOR)
        with pytest.raises(MatchRefused, match="one that was not removed"):
            await tournaments.handle(gone, DIRECTOR)
