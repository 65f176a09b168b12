"""Who answers visitors: GNU Backgammon's neural nets where they work, else the simple player."""

from random import Random

import pytest

from players.gnubg_nets import NetsUnavailable
from players.gnubg_player import GnubgPlayer
from players.long_gammon_player import LongGammonPlayer
from players.player import Player
from players.sensible_player import SensiblePlayer
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.long_gammon import LONG_GAMMON
from yalta_extras.closed_seat import decisions
from yalta_extras.closed_seat.decisions import Opponents


def answering(opponents: Opponents, game: Game) -> type[Player]:
    return opponents.answer(game, lambda player_of: type(player_of(Random(1))))


class Nets:
    """A stand-in for GnubgNets that counts how often it is killed."""

    killed = 0

    def kill(self) -> None:
        Nets.killed += 1


def test_the_nets_play_backgammon_and_no_other_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "GnubgNets", Nets)
    opponents = Opponents(with_nets=True)
    assert answering(opponents, BACKGAMMON) is GnubgPlayer
    assert answering(opponents, LONG_GAMMON) is LongGammonPlayer
    opponents.close()
    opponents.close()
    assert Nets.killed == 1


def test_where_the_nets_fail_the_visitor_plays_against_plain_judgement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing() -> None:
        raise NetsUnavailable("they are not installed")

    monkeypatch.setattr(decisions, "GnubgNets", failing)
    assert answering(Opponents(with_nets=True), BACKGAMMON) is SensiblePlayer
    assert answering(Opponents(with_nets=False), BACKGAMMON) is SensiblePlayer
