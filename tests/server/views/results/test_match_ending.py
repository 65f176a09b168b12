"""How a match that is over is told: who won, by how much, which game decided it."""

import pytest

from rules.dice import Roll
from rules.room import Ending as How
from rules.room import Room
from rules.scoring.match_protocol import AdjustedResult, GameResult, MatchProtocol, cancelled_game
from rules.scoring.scales import Smp
from rules.scoring.tallies import TallyProtocol, TallyResult
from rules.scoring.teams import PerTeam, TeamPlace
from server.views.results.public import game_bars, match_ending, result_lines
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
    return "" if ending is None else f"{ending.won} {ending.rest}"


def test_a_match_that_was_level_names_the_game_and_the_room_that_decided_it() -> None:
    of = protocol(
        both(1, HOME, AWAY), both(2, HOME, AWAY), both(3, HOME, AWAY), both(4, AWAY, AWAY, 14)
    )
    assert of.vp is not None
    assert ending_text(of) == (
        f"Rudder wins {of.vp.away}–{of.vp.home}. "
        "Level after 3 games. Game 4 in the closed room decided it."
    )


def test_a_lead_that_was_turned_is_told() -> None:
    of = protocol(
        both(1, HOME, AWAY, 1), both(2, HOME, AWAY), both(3, AWAY, AWAY), both(4, HOME, AWAY)
    )
    assert ending_text(of).startswith("Rudder wins ")
    assert "Game 3 decided it. Until then Compass led by " in ending_text(of)


def test_a_lead_from_the_first_game_on_has_no_story_before_it() -> None:
    of = protocol(
        both(1, HOME, HOME, 9), both(2, HOME, AWAY), both(3, HOME, AWAY), both(4, HOME, AWAY)
    )
    assert ending_text(of).endswith(". Game 1 in the closed room decided it.")


def test_a_level_match_and_one_that_goes_on_have_no_winner() -> None:
    even = [both(game, HOME, AWAY) for game in (1, 2, 3, 4)]
    assert ending_text(protocol(*even)).startswith("Compass and Rudder end level, 15–15.")
    assert ending_text(protocol(*even[:3])) == ""


def test_counted_games_are_told_in_trous() -> None:
    result = {"game": 1, "opening": Roll(3, 1), "ending": How.BEAROFF, "winner": HOME}
    rooms = [
        TallyResult(**result, room=room, tally=PerTeam(12, lost))  # type: ignore[arg-type]
        for room, lost in zip(Room, (3, 7), strict=True)
    ]
    ending = match_ending(TallyProtocol(1, tuple(rooms)), TEAMS, words_for("en"))
    assert ending is not None
    assert ending.won == "Compass wins 24–10 in trous."
    assert ending.rest == "Game 1 in the open room decided it."


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
