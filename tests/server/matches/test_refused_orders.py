"""Orders that a match refuses in words, and those that change nothing of it."""

from typing import Any

import pytest

from rules import commands as cmd
from rules import events as ev
from rules.dice import Roll
from rules.errors import LineUpRefused, MatchRefused
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from server.access import SERVER
from server.matches.decide import Command, MatchGiven, decide
from server.matches.match_record import MatchRecord
from server.matches.sheets import signed_results
from tests.server.matches.test_made_from import (
    ANN,
    BOARD,
    BROOK,
    FIELDS,
    ORDER,
    SUMMERS,
    Match,
    begun,
    finished,
    planned,
    started,
)
from tests.support.ids import match_id

AT_ONE_TABLE = ev.MatchPlayScheduled(
    match_id=match_id(6), event="Open", white=BROOK, red=FIELDS, length=5, game_name="backgammon"
)
SUBSTITUTE: dict[str, Any] = {**ORDER, "team": "Compass", "room": Room.OPEN, "was": BROOK}


def of_two_players() -> Match:
    return Match(MatchRecord(BACKGAMMON, AT_ONE_TABLE))


def removed() -> Match:
    match = planned()
    match.say(cmd.WithdrawMatch(reason="the wrong teams"))
    return match


@pytest.mark.parametrize(
    ("match", "command", "why"),
    [
        (of_two_players, cmd.CallDirector(room=Room.CLOSED), "'closed' .*; allowed: open"),
        (
            begun,
            cmd.HoldPlay(scope=ev.HoldScope.HALL, reason="fire drill"),
            "'hall' is not possible; allowed: table or match",
        ),
        (
            finished,
            cmd.SignProtocol(
                team="Anchor", on_paper=BROOK, results=signed_results(finished().record)
            ),
            "'Anchor' is not possible; allowed: Compass or Rudder",
        ),
        (
            of_two_players,
            cmd.SetRecording(room=Room.CLOSED, positions=False, was=True),
            "a room in which the match has a table",
        ),
        (
            removed,
            cmd.SetRecording(room=Room.OPEN, positions=False, was=True),
            "a room in which the match has a table",
        ),
    ],
)
def test_what_a_match_cannot_do_is_refused_with_what_it_can(
    match: Any, command: Command, why: str
) -> None:
    with pytest.raises(MatchRefused, match=why):
        match().say(command)


@pytest.mark.parametrize("match", [planned, finished])
def test_a_substitute_sits_down_in_a_match_that_is_played(match: Any) -> None:
    with pytest.raises(LineUpRefused, match="is not being played: enter line-ups"):
        match().say(cmd.SeatSubstitute(**SUBSTITUTE, player=SUMMERS))


def test_a_substitute_is_one_of_those_who_play_the_game_for_the_team() -> None:
    given = MatchGiven(players=(BROOK, FIELDS), roster_of="backgammon")
    command = cmd.SeatSubstitute(**SUBSTITUTE, player=SUMMERS)
    with pytest.raises(LineUpRefused, match="backgammon"):
        decide(started().record, command, ANN, given)


def test_a_team_of_no_match_seats_nobody() -> None:
    command = cmd.SeatSubstitute(**{**SUBSTITUTE, "team": "Anchor"}, player=PersonId("Fluke"))
    with pytest.raises(LineUpRefused, match="allowed: Compass or Rudder"):
        started().say(command)


def test_a_match_without_a_seed_takes_no_word_to_be_joined_with_it() -> None:
    with pytest.raises(LineUpRefused, match="was set up before words could be given"):
        Match().say(cmd.GiveWord(team="Compass", word="лиман"))


def test_dice_of_a_turn_that_nobody_has_thrown_do_not_stand() -> None:
    order = rd.LetRollStand(
        **ORDER, room=Room.OPEN, side=Side.RED, turn=9, dice=Roll(6, 1), was=Roll(3, 1)
    )
    with pytest.raises(MatchRefused, match="a turn whose dice the closed room was given"):
        begun().say(order)


def test_a_board_that_calls_after_the_match_is_told_that_nothing_is_played() -> None:
    (refused,) = finished().say(cmd.CallDirector(room=Room.OPEN), BOARD)
    assert isinstance(refused, ev.ReadingRefused)
    assert (refused.room, refused.why) == (Room.OPEN, ev.Refusal.NOT_PLAYING)


@pytest.mark.parametrize("games", [4, 5])
def test_a_match_is_not_shortened_to_as_many_games_as_it_has(games: int) -> None:
    assert started().say(cmd.ShortenMatch(games=games, reason="the hall closes"), SERVER) == ()


def test_a_match_at_one_table_is_not_shortened() -> None:
    assert of_two_players().say(cmd.ShortenMatch(games=1, reason="the hall closes"), SERVER) == ()


def test_before_the_line_ups_a_signature_stands_for_nothing() -> None:
    assert signed_results(planned().record) == ()
