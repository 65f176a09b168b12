"""Who leaves a table and returns; who has watched the open room does not sit in the closed one."""

from dataclasses import replace
from typing import Any

import pytest

from rules import commands as cmd
from rules import events as ev
from rules.errors import LineUpRefused
from rules.identities import PersonId
from rules.room import Room
from rules.tables import readings as rd
from server.access import SERVER, Actor, NotAllowed, PlaysInMatch, Role, Visitor
from server.matches.decide import Command, Happened, MatchGiven, decide
from server.matches.line_ups import PersonFacts
from tests.server.matches.test_made_from import (
    ANN,
    BROOK,
    FIELDS,
    ORDER,
    PLAYERS,
    SUMMERS,
    Match,
    begun,
    finished,
    planned,
    started,
)

CLERK = Visitor(Role.CLERK, PersonId("Cloe"), Room.CLOSED)
OTHER_SELF = PersonId("OtherSelf")
SEATED: dict[str, Any] = {**ORDER, "team": "Compass", "player": SUMMERS}


def leaving(player: PersonId = FIELDS, room: Room = Room.CLOSED) -> cmd.LogLeaving:
    return cmd.LogLeaving(room=room, player=player, reason="a telephone call")


def back(
    player: PersonId = FIELDS, room: Room = Room.CLOSED, *, watched: bool = False
) -> cmd.LogReturn:
    return cmd.LogReturn(room=room, player=player, watched=watched)


def watching(player: PersonId = FIELDS, attempt: int = 1) -> cmd.LogWatching:
    return cmd.LogWatching(game=1, attempt=attempt, player=player)


def say(
    match: Match, command: Command, actor: Actor = ANN, facts: PersonFacts | None = None
) -> Happened:
    players = PLAYERS.get(getattr(command, "team", ""), ())
    step = decide(
        match.record, command, actor, MatchGiven(bytes(32), players, facts or PersonFacts())
    )
    match.record = step.record
    return step.happened


def test_a_clerk_logs_who_leaves_a_table_of_his_room_and_returns() -> None:
    match = begun()
    left = ev.PlayerLeft(room=Room.CLOSED, player=FIELDS, by="Cloe", reason="a telephone call")
    assert say(match, leaving(), CLERK) == (left,)
    assert match.record.away == {FIELDS}
    (returned,) = say(match, back(), CLERK)
    assert returned == ev.PlayerReturned(room=Room.CLOSED, player=FIELDS, by="Cloe", reason="")
    assert not match.record.away
    with pytest.raises(NotAllowed):
        say(match, leaving(BROOK, Room.OPEN), CLERK)


def test_who_plays_logs_nobody() -> None:
    match, seated = begun(), Visitor(Role.OPERATOR, FIELDS)
    with pytest.raises(PlaysInMatch):
        say(match, leaving(), seated)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (leaving(BROOK), "'Brook' does not sit in the closed room"),
        (leaving(SUMMERS), "'Summers' does not sit in the closed room"),
        (back(), "'Fields' has not left the table"),
    ],
)
def test_only_who_sits_there_leaves_and_only_who_left_returns(command: Command, why: str) -> None:
    with pytest.raises(LineUpRefused, match=why):
        say(begun(), command)


def test_nobody_leaves_twice() -> None:
    match = begun()
    say(match, leaving())
    with pytest.raises(LineUpRefused, match="has left already"):
        say(match, leaving())


@pytest.mark.parametrize("make", [planned, finished])
def test_nobody_leaves_a_match_that_is_not_being_played(make: Any) -> None:
    with pytest.raises(LineUpRefused, match="is not being played"):
        say(make(), leaving())


def test_who_was_shown_the_open_room_returns_to_the_closed_one_after_that_game() -> None:
    match = begun()
    say(match, leaving())
    say(match, watching(), SERVER)
    with pytest.raises(LineUpRefused, match="has watched the open room of game 1"):
        say(match, back())
    say(match, rd.VoidGame(**ORDER))
    (returned,) = say(match, back())
    assert isinstance(returned, ev.PlayerReturned)


def test_who_is_said_to_have_watched_stays_away_and_that_is_kept() -> None:
    match = begun()
    say(match, leaving())
    watched = ev.OpenRoomWatched(game=1, attempt=1, player=FIELDS, by="Cloe")
    assert say(match, back(watched=True), CLERK) == (watched,)
    assert match.record.away == {FIELDS}
    with pytest.raises(LineUpRefused, match="has watched"):
        say(match, back(watched=False), CLERK)


def test_who_has_watched_returns_to_the_open_room() -> None:
    match = begun()
    say(match, leaving(BROOK, Room.OPEN))
    (returned,) = say(match, back(BROOK, Room.OPEN, watched=True))
    assert isinstance(returned, ev.PlayerReturned)


def test_who_watched_as_another_person_who_was_merged_stays_away() -> None:
    match = begun()
    say(match, leaving())
    say(match, watching(OTHER_SELF), SERVER)
    with pytest.raises(LineUpRefused, match="has watched"):
        say(match, back(), ANN, PersonFacts(merged={OTHER_SELF: FIELDS}))


def test_watching_is_logged_once_a_game_and_only_while_that_is_played() -> None:
    match = begun()
    assert len(say(match, watching(), SERVER)) == 1
    assert say(match, watching(), SERVER) == ()
    assert say(match, watching(SUMMERS, attempt=2), SERVER) == ()
    assert say(started(), watching(), SERVER) == ()
    with pytest.raises(NotAllowed):
        say(match, watching(), ANN)


def test_a_substitute_who_has_watched_the_open_room_does_not_sit_in_the_closed_one() -> None:
    match = started()
    closed = cmd.SeatSubstitute(**SEATED, room=Room.CLOSED, was=FIELDS, watched=True)
    with pytest.raises(LineUpRefused, match="'Summers' has watched the open room of game 1"):
        say(match, closed)
    (seated,) = say(match, replace(closed, watched=False))
    assert isinstance(seated, ev.SubstituteSeated)


def test_a_substitute_who_has_watched_the_open_room_may_sit_down_there() -> None:
    match = started()
    (seated,) = say(match, cmd.SeatSubstitute(**SEATED, room=Room.OPEN, was=BROOK, watched=True))
    assert isinstance(seated, ev.SubstituteSeated)
    assert seated.watched


def test_a_substitute_for_somebody_who_has_left_sits_there() -> None:
    match = started()
    say(match, leaving())
    say(match, cmd.SeatSubstitute(**SEATED, room=Room.CLOSED, was=FIELDS))
    say(match, leaving(SUMMERS))
    assert SUMMERS in match.record.away
