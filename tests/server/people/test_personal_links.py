"""Links of captains and players: whom they let in, and for how long."""

from pathlib import Path

import pytest

from rules.position import Side
from rules.room import Room
from server.access import Role, Visitor
from server.people.commands import RevokeLink
from server.store.accounts_db.links import Link, LinkKind, LinkSpent, LinkUnknown
from tests.support.account_commands import given_link
from tests.support.accounts import DIRECTOR, HERE, THERE, opened
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.quick import PASSPHRASE


async def test_a_captains_link_gives_sessions_of_its_role_until_it_is_revoked(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as served:
        authenticator = served.authenticator
        asked = Link(
            kind=LinkKind.CAPTAIN, person=person_id("Brook"), match=match_id(3), team="Compass"
        )
        given, token = given_link(served.authenticator, asked)
        link, session = await authenticator.follow_link(token, HERE)
        assert link == given
        assert authenticator.visitor(session) == Visitor(
            Role.CAPTAIN, person_id("Brook"), match=match_id(3), team="Compass"
        )
        assert authenticator.account_of(session) is None
        again = (await authenticator.follow_link(token, THERE))[1]
        assert authenticator.links.of_match(match_id(3)) == [given]
        await served.process.handle(RevokeLink(match=match_id(3), link_id=given.link_id), DIRECTOR)
        assert authenticator.visitor(session) is authenticator.visitor(again) is None
        with pytest.raises(LinkSpent):
            await authenticator.follow_link(token, HERE)
        with pytest.raises(LinkUnknown, match="Operator: choose one"):
            await served.process.handle(
                RevokeLink(match=match_id(3), link_id=given.link_id), DIRECTOR
            )


async def test_a_players_link_outlives_a_restart_and_names_his_seat(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        seat = {"match": match_id(3), "team": "Compass", "room": Room.CLOSED, "side": Side.RED}
        link = Link(kind=LinkKind.PLAYER, person=person_id("Fields"), **seat)  # type: ignore[arg-type]
        _, token = given_link(served.authenticator, link)
    with opened(tmp_path) as served:
        _, session = await served.authenticator.follow_link(token, HERE)
        assert served.authenticator.visitor(session) == Visitor(
            Role.PLAYER, person_id("Fields"), Room.CLOSED, match_id(3), "Compass", Side.RED
        )


async def test_a_link_of_one_kind_does_nothing_where_another_is_wanted(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        set_up = await served.authenticator.set_up_link()
        captain = Link(
            kind=LinkKind.CAPTAIN, person=person_id("Brook"), match=match_id(1), team="Compass"
        )
        _, captains = given_link(served.authenticator, captain)
        assert set_up is not None
        with pytest.raises(LinkSpent):
            await served.authenticator.follow_link(set_up, HERE)
        with pytest.raises(LinkSpent):
            await served.authenticator.set_up(captains, "Mallory", PASSPHRASE, HERE)
        with pytest.raises(LinkSpent):
            await served.authenticator.set_passphrase(set_up, PASSPHRASE, HERE)
