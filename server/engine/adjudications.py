"""Forfeited games of TTTs, evaluated by the engine once their last position is known.

The waiting games follow from the event log: after a restart they are asked for again (ruling 19).
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

import structlog

from rules import commands as cmd
from rules import events as ev
from rules.errors import RulesError
from rules.formats.ttt.deciding import TTT
from rules.formats.ttt.standings import TttCounts, standings_of_matches
from rules.formats.ttt.state import Forfeit, TttMatch, TttState
from rules.identities import TournamentId
from server.access import Machine
from server.engine.evaluations import Evaluated, EvaluationProgress, Evaluations
from server.engine.gnubg_process import ENGINE, PLIES, Evaluation
from server.store.event_log.contract import LogUnavailable
from server.tournaments.tournament_process import TournamentProcess
from server.values.stored_events import StoredEvent, Subscriber, tournament_of

log = structlog.get_logger()
BY_ENGINE = Machine("engine")
_NEWS = (ev.TttGameForfeited, ev.TttPositionGiven, ev.TttMatchStruck, ev.TttPlayerReturned)
"""Events after which a game may begin to wait."""
_ROUNDING = Decimal("0.000002")


class GameAsked(NamedTuple):
    """The game of a tournament's TTT that an evaluation is for."""

    tournament: TournamentId
    match: int


class Adjudications(Subscriber):
    """A subscriber to stored events; `run` evaluates waiting games until it is cancelled."""

    name = "adjudications"

    def __init__(self, tournaments: Mapping[TournamentId, TournamentProcess]) -> None:
        self._tournaments = tournaments
        self.evaluations = Evaluations(self._evaluated)

    async def run(self) -> None:
        """Ask for all games that wait already, then evaluate until cancelled."""
        for tournament in [*self._tournaments]:
            self._look(tournament)
        await self.evaluations.run()

    def progress(self, tournament: TournamentId, match: int) -> EvaluationProgress | None:
        """Return the progress of the evaluation of a game, None if there is none."""
        return self.evaluations.progress(GameAsked(tournament, match))

    def ask_again(self, tournament: TournamentId) -> None:
        """Ask again for the evaluations of a tournament that failed."""
        self._look(tournament)

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Ask for the games of the events' tournament that now wait."""
        tournament = tournament_of(stored[0].stream)
        if not any(isinstance(each.event, _NEWS) for each in stored):
            return
        if tournament is not None and tournament in self._tournaments:
            self._look(tournament)

    def _look(self, tournament: TournamentId) -> None:
        if not self.evaluations.installed:
            return
        for match, forfeit in waiting(self._tournaments[tournament].state.of(TTT)):
            if forfeit.position:
                self.evaluations.ask(GameAsked(tournament, match.number), forfeit.position)

    async def _evaluated(self, key: Hashable, evaluated: Evaluated) -> None:
        """Pass an evaluation to its tournament, which may have decided otherwise by now."""
        assert isinstance(key, GameAsked)
        process = self._tournaments.get(key.tournament)
        known = process.state.of(TTT).matches.get(key.match) if process is not None else None
        if process is None or known is None or not isinstance(known.decided, Forfeit):
            return
        wins, gammons, backgammons = figures_for_other(evaluated.figures, known.decided)
        command = cmd.AdjudicateTttGame(
            match=key.match,
            wins=wins,
            gammons=gammons,
            backgammons=backgammons,
            engine=ENGINE,
            software=evaluated.software,
            net=evaluated.net,
            plies=PLIES,
            position=evaluated.position,
        )
        try:
            await process.handle(command, BY_ENGINE)
        except (RulesError, LogUnavailable) as refused:
            log.warning("adjudication_not_kept", match=key.match, why=str(refused))


def waiting(state: TttState) -> Iterator[tuple[TttMatch, Forfeit]]:
    """Yield the games that count and have been forfeited, without figures yet."""
    standings = standings_of_matches(state)
    for number, match in sorted(state.matches.items()):
        forfeit = match.decided
        if not isinstance(forfeit, Forfeit) or forfeit.adjudication is not None:
            continue
        if standings[number] is TttCounts.OFFICIAL:
            yield match, forfeit


def figures_for_other(figures: Evaluation, forfeit: Forfeit) -> tuple[Decimal, Decimal, Decimal]:
    """Return the three figures for the player who did not time out (ruling 19).

    They do not depend on the side on roll. The program rounds each to six places by itself: by so
    much they may exceed one another.
    """
    if forfeit.on_roll == forfeit.loser:
        wins = 1 - figures.wins
        gammons, backgammons = figures.lost_gammons, figures.lost_backgammons
    else:
        wins, gammons, backgammons = figures.wins, figures.gammons, figures.backgammons
    gammons = wins if wins < gammons <= wins + _ROUNDING else gammons
    return wins, gammons, gammons if gammons < backgammons <= gammons + _ROUNDING else backgammons
