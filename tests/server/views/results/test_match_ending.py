"""How a match that is over is told: who won, by how much, where it turned."""

import pytest

from rules.dice import Roll
from rules.match_play.protocol import GameScore, MatchPlayProtocol
from rules.match_play.state import MatchScore
from rules.position import Side
from rules.room import Ending as How
from rules.room import Room
from rules.scoring.match_protocol import AdjustedResult, GameResult, MatchProtocol, cancelled_game
from rules.scoring.scales import Smp
from rules.scoring.tallies import TallyProtocol, TallyResult
from rules.scoring.teams import PerTeam, TeamPlace
from server.values.match_ending import match_ending, swings_of
from server.views.results.public import game_bars, result_lines
from server.words.translation import words_for

TEAMS = PerTeam("Compass", "Rudder")
HOME, AWAY = TeamPlace.HOME, TeamPlace.AWAY


def ended(game: int, room: Room, winner: TeamPlace, left: int) -> GameResult:
    return GameResult(
        game=game, room=room, opening=None, winner=winner, ending=How.BEAROFF, left=left
    )


def both(game: int, opened: TeamPlace, closed: TeamPlace, left: int = 5) -> list[GameResult]:
    """A result a room, that of the closed room greater."""
    return [ended(game, Room.OPEN, opened, 5), ended(game, Room.CLOSED, closed, left)]


def protocol(*games: list[GameResult]) -> MatchProtocol:
    return MatchProtocol(4, tuple(result for game in games for result in game))


def ending_text(of: MatchProtocol) -> str:
    ending = match_ending(of, TEAMS, words_for("en"))
    return "" if ending is None else ending.text


def test_a_lead_taken_late_names_its_game() -> None:
    of = protocol(
        both(1, HOME, AWAY), both(2, HOME, AWAY), both(3, HOME, AWAY), both(4, AWAY, AWAY, 14)
    )
    assert of.vp is not None
    assert ending_text(of) == (
        f"Rudder wins by {-of.difference} IMP, {of.vp.away}–{of.vp.home} in victory points. "
        "Level after 3 games. Rudder took the lead for good in game 4."
    )


def test_a_lead_that_changed_late_is_told() -> None:
    of = protocol(
        both(1, HOME, AWAY, 1), both(2, HOME, AWAY), both(3, AWAY, AWAY), both(4, HOME, AWAY)
    )
    assert ending_text(of).startswith("Rudder wins by ")
    assert ending_text(of).endswith(
        "Rudder took the lead for good in game 3. Before it Compass led by 1 IMP."
    )


def test_who_led_before_the_deciding_game_is_not_said_to_have_led_all_along() -> None:
    of = protocol(
        both(1, HOME, HOME), both(2, HOME, AWAY), both(3, AWAY, AWAY, 14), both(4, HOME, HOME, 14)
    )
    first, *_, third, _ = swings_of(of)
    assert first.after > 0 > third.after
    assert ending_text(of).endswith(
        f" Compass took the lead for good in game 4. Before it Rudder led by {-third.after} IMP."
    )


def test_the_winners_best_game_is_not_called_the_largest_if_the_loser_gained_more_in_one() -> None:
    of = protocol(
        both(1, HOME, HOME, 7), both(2, HOME, HOME), both(3, AWAY, AWAY, 14), both(4, HOME, HOME)
    )
    best, _, lost, _ = found = swings_of(of)
    assert best.points < -lost.points < best.after + found[1].points
    assert ending_text(of).endswith(
        f" Compass led from the first game and gained most in game 1, {best.points} IMP."
    )


def test_a_lead_from_early_on_names_the_game_that_gave_most() -> None:
    small, large = both(1, HOME, HOME, 1), both(3, HOME, HOME, 14)
    of = protocol(small, both(2, HOME, AWAY), large, both(4, HOME, AWAY))
    worth = sum(int(each.imp.home) for each in large)
    assert ending_text(of).endswith(
        f" Compass led from the first game and gained most in game 3, {worth} IMP."
    )


def test_two_games_worth_equally_much_are_both_named_and_three_are_not() -> None:
    two = protocol(
        both(1, HOME, AWAY), both(2, HOME, HOME), both(3, HOME, HOME), both(4, HOME, AWAY)
    )
    assert " led from game 2 on and gained most in games 2 and 3, " in ending_text(two)
    three = [both(game, HOME, HOME) for game in (1, 2, 3)]
    assert ending_text(protocol(*three, both(4, HOME, AWAY))).endswith(
        " Compass led from the first game."
    )


def test_a_draw_says_so_and_a_match_that_goes_on_says_nothing() -> None:
    even = [both(game, HOME, AWAY) for game in (1, 2, 3, 4)]
    of = protocol(*even)
    sums = f"{of.imp.home}–{of.imp.away}"
    assert ending_text(of) == f"Compass and Rudder draw, {sums} in IMP. Every game ended level."
    assert ending_text(protocol(*even[:3])) == ""


def test_a_draw_names_who_led_and_the_game_that_brought_it_level() -> None:
    of = protocol(
        both(1, HOME, AWAY), both(2, HOME, HOME), both(3, AWAY, AWAY), both(4, HOME, AWAY)
    )
    assert of.difference == 0
    lead = sum(int(each.imp.home) for each in both(2, HOME, HOME))
    ending = match_ending(of, TEAMS, words_for("en"))
    assert ending is not None
    assert ending.rest == f"Compass led by {lead} IMP after game 2; Rudder drew level in game 3."
    assert ending.game == 3
    bars = game_bars(of, 4, 4, over=True)
    assert [bar.game for bar in bars if bar.decided and bar.levelled] == [3]


def test_a_match_of_one_game_turned_nowhere() -> None:
    result = {"game": 1, "opening": Roll(3, 1), "ending": How.BEAROFF, "winner": HOME}
    rooms = [
        TallyResult(**result, room=room, tally=PerTeam(12, lost))  # type: ignore[arg-type]
        for room, lost in zip(Room, (3, 7), strict=True)
    ]
    ending = match_ending(TallyProtocol(1, tuple(rooms)), TEAMS, words_for("en"))
    assert ending is not None
    assert ending.text == "Compass wins 24–10 in trous."


def test_a_match_at_one_table_is_told_in_points() -> None:
    won = [(Side.RED, 2), (Side.WHITE, 2), (Side.WHITE, 1)]
    white = red = 0
    games = list[GameScore]()
    for number, (winner, points) in enumerate(won, start=1):
        white += points if winner is Side.WHITE else 0
        red += points if winner is Side.RED else 0
        games.append(
            GameScore(
                game=number,
                cube=1,
                counts=True,
                crawford=False,
                winner=winner,
                points=points,
                ending=How.BEAROFF,
                white=white,
                red=red,
            )
        )
    of = MatchPlayProtocol(
        score=MatchScore(3, white=white, red=red),
        games=tuple(games),
        complete=True,
        confirmed=True,
    )
    ending = match_ending(of, TEAMS, words_for("en"))
    assert ending is not None
    assert ending.text == (
        "Compass wins 3–2. Level after 2 games. Compass took the lead for good in game 3."
    )


def test_cancelled_and_adjusted_results_say_why() -> None:
    adjusted = AdjustedResult(
        game=2, room=Room.OPEN, smp=PerTeam(Smp(0), Smp(300)), reason="a wrong position"
    )
    of = MatchProtocol(4, (*cancelled_game(1, "power cut"), adjusted))
    lines = result_lines(of, TEAMS, "backgammon", words_for("en"))
    assert [(line.words, line.opening) for line in lines] == [
        ("cancelled: power cut", ""),
        ("cancelled: power cut", ""),
        ("a wrong position", ""),
    ]
    counted = TallyProtocol(4, cancelled_game(1, "power cut"))
    assert {each.words for each in result_lines(counted, TEAMS, "trictrac", words_for("en"))} == {
        "cancelled: power cut"
    }


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_cancelled_and_adjusted_games_have_their_place_in_the_strip(language: str) -> None:
    adjusted = AdjustedResult(
        game=2, room=Room.OPEN, smp=PerTeam(Smp(0), Smp(300)), reason="a wrong position"
    )
    of = MatchProtocol(
        4, (*cancelled_game(1, "power cut"), adjusted, ended(2, Room.CLOSED, HOME, 1))
    )
    bars = game_bars(of, 4, 3, over=False)
    assert [(bar.game, bar.begun, bar.now) for bar in bars] == [
        (1, True, False),
        (2, True, False),
        (3, True, True),
        (4, False, False),
    ]
    assert [bar.swing and bar.swing.points for bar in bars[:2]] == [0, bars[1].swing.after]  # type: ignore[union-attr]
    assert (bars[0].tall, bars[2].swing) == (0, None)
    assert bars[1].tall > 0
    assert match_ending(of, TEAMS, words_for(language)) is None
