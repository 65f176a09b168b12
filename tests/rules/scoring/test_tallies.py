"""A match of counted games: trous of both rooms summed and compared, house rule (ruling 25)."""

import pytest

from rules.dice import Roll
from rules.errors import MatchRefused
from rules.room import Ending, Room
from rules.scoring.match_protocol import Confirmations, RecordState, cancelled_game
from rules.scoring.scales import ScoreRefused
from rules.scoring.tallies import TallyProtocol, TallyResult
from rules.scoring.teams import PerTeam, TeamPlace

HOME, AWAY = TeamPlace.HOME, TeamPlace.AWAY


def counted(game: int, room: Room, home: int, away: int, opening: str = "41") -> TallyResult:
    white, red = map(int, opening)
    return TallyResult(
        game=game,
        room=room,
        opening=Roll(white, red),
        ending=Ending.RESIGNED,
        winner=HOME if home > away else AWAY,
        tally=PerTeam(home, away),
    )


ONE_GAME = (counted(1, Room.OPEN, 12, 7), counted(1, Room.CLOSED, 9, 12))


def test_the_trous_of_both_rooms_are_summed_and_then_subtracted() -> None:
    protocol = TallyProtocol(1, ONE_GAME)
    assert protocol.tally == PerTeam(21, 19)
    assert protocol.difference == 2
    assert protocol.winner is HOME


def test_the_other_team_wins_with_more_trous_whoever_won_the_games() -> None:
    results = (counted(1, Room.OPEN, 12, 11), counted(1, Room.CLOSED, 3, 12))
    assert TallyProtocol(1, results).winner is AWAY


def test_level_trous_have_no_winner() -> None:
    results = (counted(1, Room.OPEN, 12, 5), counted(1, Room.CLOSED, 5, 12))
    protocol = TallyProtocol(1, results)
    assert (protocol.complete, protocol.difference, protocol.winner) == (True, 0, None)


def test_nobody_has_won_before_every_game_is_over_in_both_rooms() -> None:
    protocol = TallyProtocol(2, ONE_GAME)
    assert (protocol.complete, protocol.winner) == (False, None)
    assert protocol.state is RecordState.PROVISIONAL


def test_a_cancelled_game_counts_nothing_and_has_its_results() -> None:
    protocol = TallyProtocol(2, (*ONE_GAME, *cancelled_game(2, "lights out")))
    assert protocol.complete
    assert protocol.tally == PerTeam(21, 19)


def test_a_protocol_is_signed_once_complete_and_confirmed_by_all() -> None:
    everybody = Confirmations(frozenset(Room), frozenset(TeamPlace))
    assert TallyProtocol(1, ONE_GAME, everybody).state is RecordState.SIGNED
    assert TallyProtocol(1, ONE_GAME[:1], everybody).state is RecordState.PROVISIONAL


@pytest.mark.parametrize("games", [1, 2, 3, 9, 11, 12])
def test_a_match_has_one_to_twelve_games_a_room(games: int) -> None:
    assert not TallyProtocol(games, ()).complete


@pytest.mark.parametrize("games", [0, 13])
def test_other_numbers_of_games_are_refused(games: int) -> None:
    with pytest.raises(MatchRefused, match="1 to 12"):
        TallyProtocol(games, ())


@pytest.mark.parametrize(("home", "away"), [(12, 12), (13, 4), (12, -1), (0, 0)])
def test_a_tally_nobody_wins_by_is_refused(home: int, away: int) -> None:
    with pytest.raises(ScoreRefused, match="tally"):
        counted(1, Room.OPEN, home, away)


def test_games_are_numbered_from_one() -> None:
    with pytest.raises(ScoreRefused, match="game: 0 is not possible; allowed: numbers from 1"):
        counted(0, Room.OPEN, 12, 3)


def test_the_winner_is_the_side_that_counted_more() -> None:
    with pytest.raises(ScoreRefused, match="the winner's being the higher"):
        TallyResult(
            game=1,
            room=Room.OPEN,
            opening=None,
            ending=Ending.RESIGNED,
            winner=AWAY,
            tally=PerTeam(12, 3),
        )


def test_a_second_result_of_one_room_is_refused() -> None:
    with pytest.raises(ScoreRefused, match="each room once a game"):
        TallyProtocol(1, (ONE_GAME[0], ONE_GAME[0]))


def test_two_openings_for_one_game_are_refused() -> None:
    other = counted(1, Room.CLOSED, 4, 12, opening="14")
    with pytest.raises(ScoreRefused, match="4:1, as in the other room of game 1"):
        TallyProtocol(1, (ONE_GAME[0], other))
