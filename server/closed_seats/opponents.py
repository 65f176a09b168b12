"""Who plays against visitors: GNU Backgammon's nets where they are installed, else plain judgement.

The nets answer in their own worker process; one that stops is started anew with the next game.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from threading import Timer
from typing import TypeVar

from players.gnubg_nets import GnubgNets, NetsUnavailable
from players.gnubg_player import GnubgPlayer
from players.long_gammon_player import LongGammonPlayer
from players.player import Player
from players.sensible_player import SensiblePlayer
from players.trictrac_player import TrictracPlayer
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.long_gammon import LONG_GAMMON
from rules.games.trictrac.as_game import TRICTRAC

PlayerOf = Callable[[Random], Player]
"""Makes the opponent for one question, judging with that source of chance."""
LONGEST = 10.0
"""Seconds the nets may think about one decision; a worker that takes longer is ended."""
_PLAIN: Mapping[str, PlayerOf] = {
    BACKGAMMON.name: SensiblePlayer,
    LONG_GAMMON.name: LongGammonPlayer,
    TRICTRAC.name: TrictracPlayer,
}
_Answer = TypeVar("_Answer")


class Opponents:
    """The players who answer visitors; one thread at a time may ask.

    `with_nets`: GNU Backgammon's nets play backgammon as long as their worker process answers.
    """

    def __init__(self, *, with_nets: bool) -> None:
        self._with_nets = with_nets
        self._nets: GnubgNets | None = None

    def answer(self, game: Game, work: Callable[[PlayerOf], _Answer]) -> _Answer:
        """Do what needs the opponent of that game; done anew where the nets fail on the way."""
        if self._with_nets and game is BACKGAMMON:
            with suppress(NetsUnavailable):
                return self._by_nets(work)
            self.close()
        return work(_PLAIN[game.name])

    def close(self) -> None:
        """End the worker process, if there is one; the next question starts another."""
        if self._nets is not None:
            self._nets.kill()
            self._nets = None

    def _by_nets(self, work: Callable[[PlayerOf], _Answer]) -> _Answer:
        nets = self._nets = self._nets or GnubgNets()
        limit = Timer(LONGEST, nets.kill)
        limit.daemon = True
        limit.start()
        try:
            return work(lambda rng: GnubgPlayer(nets, rng))
        finally:
            limit.cancel()
