"""A TTT over HTTP: set up, entered, drawn; its players by their links."""

from collections.abc import Sequence
from typing import Any

import httpx

from rules.identities import PersonId
from server.access import Role, Visitor
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess

TTT = "/api/t/club/ttt"
DESK = "/hall/t/club/event/ttt"


async def ordered(client: httpx.AsyncClient, order: str, **fields: Any) -> Any:
    """What became of an order of the director's; it must not be refused."""
    answer = await client.post(TTT, json={"order": order, **fields})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def drawn_ttt(
    client: httpx.AsyncClient, hall: Hall, names: Sequence[str], groups: int = 1
) -> tuple[PersonId, ...]:
    """The players of the first group, in the order of the draw."""
    await ordered(client, "rules")
    await ordered(client, "players", players=[*names])
    await ordered(client, "draw", groups=groups)
    return club(hall).state.ttt.groups[0]


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
