"""The match protocol: lines, sums, difference, VP, winner (rulings 1, 4 and 15)."""

import pytest
from hypothesis import given

from rules.dice import Roll
from rules.errors import MatchRefused
from rules.position import Side
from rules.room import Ending, Room
from rules.scoring.match_protocol import (
    AdjustedResult,
    Confirmations,
    GameResult,
    MatchProtocol,
    RecordState,
    Result,
    cancelled_game,
)
from rules.scoring.scales import ScoreRefused, Smp
from rules.scoring.teams import PerTeam, TeamPlace, side_of, team_of
from tests.rules.scoring.final import FINAL, FINAL_PROTOCOL, KHARKOV, MOSCOW, protocols, result
from tests.support.examples import examples

ALL_CONFIRMED = Confirmations(frozenset(Room), frozenset(TeamPlace))


def swapped(played: Result) -> GameResult:
    assert isinstance(played, GameResult)
    return GameResult(
        game=played.game,
        room=played.room,
        opening=played.opening,
        winner=played.winner.opponent,
        ending=played.ending,
        left=played.left,
        cube=played.cube,
    )


def level_final() -> MatchProtocol:
    results = [
        result(game, room, KHARKOV if room is Room.OPEN else MOSCOW, Ending.BEAROFF, 3)
        for game in range(1, 7)
        for room in Room
    ]
    return MatchProtocol(6, tuple(results))


def test_the_final_sums_to_35_and_43_and_gives_13_and_17() -> None:
    assert FINAL_PROTOCOL.imp == PerTeam(35, 43)
    assert FINAL_PROTOCOL.difference == -8
    assert FINAL_PROTOCOL.vp == PerTeam(13, 17)
    assert FINAL_PROTOCOL.winner is MOSCOW


def test_each_line_of_the_final_scores_as_printed() -> None:
    printed = [330, 600, 300, 150, 150, 150, 300, 150, 240, 150, 240, 600]
    assert [max(r.smp.home, r.smp.away) for r in FINAL] == printed
    assert [max(r.imp.home, r.imp.away) for r in FINAL] == [8, 12, 7, 4, 4, 4, 7, 4, 6, 4, 6, 12]


def test_differencing_the_final_as_in_bridge_gives_minus_seven() -> None:
    assert FINAL_PROTOCOL.bridge_difference == -7


def test_a_refused_double_of_two_proposed_four() -> None:
    assert FINAL[2].proposed == 4
    assert FINAL[0].proposed is None


def test_an_unfinished_match_has_running_sums_and_no_vp() -> None:
    begun = MatchProtocol(6, FINAL[:3])
    assert begun.imp == PerTeam(0, 27)
    assert (begun.complete, begun.vp, begun.winner) == (False, None, None)
    assert begun.bridge_difference == -14


def test_more_imp_win_even_at_15_15() -> None:
    results = list(level_final().results)
    results[0] = result(1, Room.OPEN, KHARKOV, Ending.BEAROFF, 6)
    protocol = MatchProtocol(6, tuple(results))
    assert (protocol.difference, protocol.vp) == (0, PerTeam(15, 15))
    results[0] = result(1, Room.OPEN, KHARKOV, Ending.BEAROFF, 9)
    protocol = MatchProtocol(6, tuple(results))
    assert (protocol.difference, protocol.vp) == (1, PerTeam(15, 15))
    assert protocol.winner is KHARKOV


def test_a_cancelled_game_counts_nothing_and_keeps_the_column() -> None:
    results = FINAL[:10] + cancelled_game(6, "lights out")
    protocol = MatchProtocol(6, results)
    assert protocol.complete
    assert protocol.imp == PerTeam(29, 31)
    assert protocol.vp == PerTeam(14, 16)


def test_a_difference_of_22_after_a_cancelled_game_still_uses_column_twelve() -> None:
    results = [*cancelled_game(1, "wrong dice")]
    results += cancelled_game(2, "wrong dice")
    played: list[Result] = [
        result(game, room, KHARKOV, Ending.PASS, 15) for game in range(3, 7) for room in Room
    ]
    played[0] = result(3, Room.OPEN, MOSCOW, Ending.PASS, 15)
    played[1] = AdjustedResult(
        game=3, room=Room.CLOSED, smp=PerTeam(Smp(70), Smp(0)), reason="director"
    )
    protocol = MatchProtocol(6, (*results, *played))
    assert protocol.difference == 22
    assert protocol.vp == PerTeam(21, 9)


def test_the_director_may_adjust_a_result_for_both_teams() -> None:
    adjusted = AdjustedResult(
        game=1, room=Room.OPEN, smp=PerTeam(Smp(150), Smp(150)), reason="wrong dice shown"
    )
    assert adjusted.imp == PerTeam(4, 4)


@pytest.mark.parametrize("points", [-10, 45])
def test_an_adjusted_score_is_tens_from_nothing(points: int) -> None:
    with pytest.raises(ScoreRefused, match="multiples of 10 from 0"):
        AdjustedResult(game=1, room=Room.OPEN, smp=PerTeam(Smp(0), Smp(points)), reason="x")


def test_a_protocol_is_provisional_until_rooms_and_captains_confirmed() -> None:
    assert FINAL_PROTOCOL.state is RecordState.PROVISIONAL
    assert MatchProtocol(6, FINAL, ALL_CONFIRMED).state is RecordState.SIGNED
    one_captain = Confirmations(frozenset(Room), frozenset({KHARKOV}))
    assert MatchProtocol(6, FINAL, one_captain).state is RecordState.PROVISIONAL
    one_room = Confirmations(frozenset({Room.OPEN}), frozenset(TeamPlace))
    assert MatchProtocol(6, FINAL, one_room).state is RecordState.PROVISIONAL


def test_an_unfinished_protocol_is_provisional_whoever_signed() -> None:
    assert MatchProtocol(6, FINAL[:11], ALL_CONFIRMED).state is RecordState.PROVISIONAL


def test_an_unlisted_match_length_cannot_be_a_protocol() -> None:
    with pytest.raises(MatchRefused):
        MatchProtocol(9, ())


def test_a_game_beyond_the_match_is_refused() -> None:
    with pytest.raises(ScoreRefused, match="1 to 4"):
        MatchProtocol(4, FINAL)


def test_a_second_result_of_one_room_is_refused() -> None:
    with pytest.raises(ScoreRefused, match="each room once a game"):
        MatchProtocol(6, (FINAL[0], FINAL[0]))


def test_two_openings_for_one_game_are_refused() -> None:
    other = GameResult(
        game=1, room=Room.CLOSED, opening=Roll(3, 4), winner=KHARKOV, ending=Ending.PASS, left=15
    )
    with pytest.raises(ScoreRefused, match="4:3, as in the other room of game 1"):
        MatchProtocol(6, (FINAL[0], other))


def test_equal_opening_dice_are_refused() -> None:
    with pytest.raises(ScoreRefused, match="two different dice"):
        GameResult(
            game=1, room=Room.OPEN, opening=Roll(4, 4), winner=KHARKOV, ending=Ending.PASS, left=15
        )


def test_games_are_numbered_from_one_and_cubes_are_those_on_a_cube() -> None:
    with pytest.raises(ScoreRefused, match="game: 0 is not possible; allowed: numbers from 1"):
        result(0, Room.OPEN, KHARKOV, Ending.GAMMON, 15, 1)
    with pytest.raises(ScoreRefused, match="cube: 3 is not possible; allowed: 1, 2, 4, 8"):
        result(1, Room.OPEN, KHARKOV, Ending.GAMMON, 15, 3)


def test_only_the_winner_can_have_proposed_the_refused_double() -> None:
    with pytest.raises(ScoreRefused, match="the winner, who proposed"):
        result(1, Room.OPEN, KHARKOV, Ending.PASS, 15, 1, MOSCOW)


def test_nobody_owns_a_cube_at_one() -> None:
    with pytest.raises(ScoreRefused, match="in the middle"):
        result(1, Room.OPEN, KHARKOV, Ending.GAMMON, 15, 1, MOSCOW)


def test_home_is_white_in_the_open_and_red_in_the_closed_room() -> None:
    assert side_of(TeamPlace.HOME, Room.OPEN) is Side.WHITE
    assert side_of(TeamPlace.HOME, Room.CLOSED) is Side.RED
    assert all(team_of(side_of(t, room), room) is t for t in TeamPlace for room in Room)


@examples(60)
@given(protocols())
def test_a_match_seen_from_the_other_team_is_its_mirror(protocol: MatchProtocol) -> None:
    mirror = MatchProtocol(protocol.games, tuple(swapped(r) for r in protocol.results))
    assert (mirror.imp.home, mirror.imp.away) == (protocol.imp.away, protocol.imp.home)
    assert mirror.difference == -protocol.difference
    assert mirror.bridge_difference == -protocol.bridge_difference
    assert protocol.vp is not None
    assert mirror.vp == PerTeam(protocol.vp.away, protocol.vp.home)


@examples(60)
@given(protocols())
def test_the_order_of_results_changes_no_sum(protocol: MatchProtocol) -> None:
    ordered = sorted(protocol.results, key=lambda r: (r.game, r.room.value))
    again = MatchProtocol(protocol.games, tuple(ordered))
    assert (again.imp, again.smp, again.vp) == (protocol.imp, protocol.smp, protocol.vp)
