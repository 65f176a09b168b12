"""Results that wait for a confirmation: who has given his."""

from typing import Any

import pytest

from rules import events as ev
from rules.position import Side
from rules.room import Ending, Room
from server.access import Visitor
from server.views.match.panel import Unconfirmed, unconfirmed_results
from tests.server.views.hall.seen import DIRECTOR, ENGLISH, Follower, at_tables

AT: dict[str, Any] = {"game": 1, "attempt": 1, "room": Room.OPEN}


def entered_by_hand() -> Follower:
    """An operator has entered both rooms' results of game 1, which White has lost."""
    follower = at_tables()
    unknown: dict[str, Any] = dict.fromkeys(("owner", "proposer", "opening"))
    lost: dict[str, Any] = {"loser": Side.WHITE, "ending": Ending.BEAROFF, "left": 3, "cube": 1}
    for room in Room:
        at = {**AT, "room": room}
        follower.tell(ev.ResultEntered(**at, **lost, **unknown, by="operator Olena"))
    return follower


def confirmed(follower: Follower, side: Side, confirmer: ev.Confirmer) -> None:
    follower.tell(ev.ResultConfirmed(**AT, side=side, by="Brook", confirmer=confirmer))


def shown(follower: Follower, visitor: Visitor) -> Unconfirmed:
    """The open room's."""
    first, _ = unconfirmed_results(follower.view(visitor), visitor, ENGLISH)
    assert first.room is Room.OPEN
    return first


@pytest.mark.parametrize(
    ("confirmer", "who"), [(ev.Confirmer.PLAYER, "Holloway"), (ev.Confirmer.CAPTAIN, "Rudder")]
)
def test_who_alone_has_confirmed_is_named(confirmer: ev.Confirmer, who: str) -> None:
    follower = entered_by_hand()
    assert shown(follower, DIRECTOR).given == ()
    confirmed(follower, Side.RED, confirmer)
    (given,) = shown(follower, DIRECTOR).given
    assert who in given
