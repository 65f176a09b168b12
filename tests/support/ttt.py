"""A TTT over HTTP: set up, entered, drawn; its players by their links."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

import httpx

from rules import commands as cmd
from rules import events as ev
from rules.formats.ttt.deciding import TTT
from rules.formats.ttt.match_decisions import invites
from rules.identities import PersonId
from server.access import SERVER, Role, Visitor
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from tests.support.persons import keep_persons

TTT_API = "/api/t/club/ttt"
DESK = "/hall/t/club/tournament/ttt"


async def ordered(client: httpx.AsyncClient, order: str, **fields: Any) -> Any:
    """What became of an order of the director's; it must not be refused."""
    answer = await client.post(TTT_API, json={"order": order, **fields})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def drawn_ttt(
    client: httpx.AsyncClient, hall: Hall, names: Sequence[str], groups: int = 1
) -> tuple[PersonId, ...]:
    """The players of the first group, in the order of the draw."""
    await ordered(client, "rules")
    await ordered(client, "players", players=[*names])
    await ordered(client, "draw", groups=groups, seen=len(names))
    return club(hall).state.of(TTT).groups[0]


def club(hall: Hall) -> TournamentProcess:
    """The tournament of these tests."""
    return hall.tournaments.named("club")


def entrant(player: PersonId) -> Visitor:
    """Somebody by his personal link."""
    return Visitor(Role.ENTRANT, player)


async def match(
    client: httpx.AsyncClient,
    number: int,
    inviter: PersonId,
    invited: PersonId,
    ending: str = "",
    mini: int = 0,
) -> None:
    """A match that is being played; won by who invited where it is said how."""
    both = {"inviter": inviter.text, "invited": invited.text}
    await ordered(client, "match", match=number, mini=mini, **both)
    if ending:
        await ordered(client, "result", match=number, winner=inviter.text, ending=ending)


async def busy_ttt(hall: Hall, names: Sequence[str]) -> tuple[PersonId, ...]:
    """A TTT in which everything has happened that a page shows; its players by their lots.

    The first has been invited by another, has invited one and plays one; the last was removed.
    """
    tournament = club(hall).tournament
    players = await keep_persons(hall.persons, names)
    set_up: tuple[cmd.TttCommand, ...] = (
        cmd.SetTttRules(cap=27, removal_at=2, move_hours=12),
        cmd.EnterTttPlayers(players=players),
        cmd.DrawTtt(groups=1, seen=len(players)),
    )
    for command in set_up:
        await hall.commands.to_desk(tournament, command, SERVER)
    order = club(hall).state.of(TTT).groups[0]
    for command in _happenings(order):
        await hall.commands.to_desk(tournament, command, SERVER)
    return order


def _happenings(order: Sequence[PersonId]) -> Iterator[cmd.TttCommand]:
    first, last = order[0], order[-1]
    own = invites(order, first)
    inviter = next(each for each in order if first in invites(order, each) and each != last)
    yield cmd.InviteTttOpponent(inviter=inviter, invited=first)
    yield cmd.InviteTttOpponent(inviter=first, invited=own[-1])
    yield cmd.StartTttMatch(match=4711, inviter=first, invited=own[0])
    yield cmd.StartTttMatch(match=4712, inviter=first, invited=own[0])
    gammon = ev.TttEnding.GAMMON
    yield cmd.ReportTttResult(match=4712, player=first, winner=first, ending=gammon)
    for number, loser in enumerate((order[2], last, last), 4713):
        winner = order[3] if loser == order[2] else order[number - 4712]
        lost = ev.TttForfeit.TIME_OUT
        yield cmd.StartTttMatch(match=number, inviter=loser, invited=winner)
        yield cmd.ForfeitTttGame(match=number, loser=loser, how=lost)
    figures = (Decimal("0.825"), Decimal("0.303"), Decimal("0.003"))
    wins, gammons, backgammons = figures
    yield cmd.AdjudicateTttGame(match=4713, wins=wins, gammons=gammons, backgammons=backgammons)
    yield cmd.StartTttMatch(match=4720, inviter=order[1], invited=order[3])
    yield cmd.ForfeitTttGame(match=4720, loser=order[1], how=ev.TttForfeit.RESIGNED)
    yield cmd.StartTttMatch(match=4721, inviter=order[2], invited=order[4])
    single = ev.TttEnding.SINGLE
    yield cmd.ReportTttResult(match=4721, player=order[2], winner=order[2], ending=single)
    yield cmd.ReportTttResult(match=4721, player=order[4], winner=order[4], ending=single)
    amended = "From today adjudicated games are worth 3 at most, as decided by everyone."
    yield cmd.SetTttRules(cap=30, removal_at=12, move_hours=12, text=amended, was=1)
