"""The evaluation of forfeited TTT games by the engine, once the last position is known.

The event log shows which games wait, so they are queued again after a restart (ruling 19).
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
"""The events after which another game may wait for an evaluation."""
_ROUNDING = Decimal("0.000002")


class GameAsked(NamedTuple):
    """The TTT game for which an evaluation is made: its tournament and match number."""

    tournament: TournamentId
    match: int


class Adjudications(Subscriber):
    """A subscriber to stored events that queues forfeited games to be evaluated.

    The games are evaluated while `run` runs.
    """

    name = "adjudications"

    def __init__(self, tournaments: Mapping[TournamentId, TournamentProcess]) -> None:
        self._tournaments = tournaments
        self.evaluations = Evaluations(self._evaluated)

    async def run(self) -> None:
        """Queue all games that wait already, then evaluate until cancelled."""
        for tournament in [*self._tournaments]:
            self._look(tournament)
        await self.evaluations.run()

    def progress(self, tournament: TournamentId, match: int) -> EvaluationProgress | None:
        """Return the progress of a game's evaluation, or None if no such evaluation is queued."""
        return self.evaluations.progress(GameAsked(tournament, match))

    def ask_again(self, tournament: TournamentId) -> None:
        """Queue again those evaluations of a tournament's games that have failed."""
        self._look(tournament)

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Queue the games of the events' tournament that wait for an evaluation now."""
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
        """Send the figures to the tournament, unless the game was decided otherwise meanwhile."""
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
    """Yield the forfeited games of a TTT that count and have not been evaluated yet."""
    standings = standings_of_matches(state)
    for number, match in sorted(state.matches.items()):
        forfeit = match.decided
        if not isinstance(forfeit, Forfeit) or forfeit.adjudication is not None:
            continue
        if standings[number] is TttCounts.OFFICIAL:
            yield match, forfeit


def figures_for_other(figures: Evaluation, forfeit: Forfeit) -> tuple[Decimal, Decimal, Decimal]:
    """Return the chances of the player who did not forfeit: of a win, gammon and backgammon.

    The chances are computed from `figures`, which are the chances of the side on roll in the last
    position of the game (ruling 19). The program rounds each figure to six places separately. So
    the chance of a gammon may exceed the chance of a win by the rounding error, or the chance of a
    backgammon the chance of a gammon; in that case the higher figure is lowered.
    """
    if forfeit.on_roll == forfeit.loser:
        wins = 1 - figures.wins
        gammons, backgammons = figures.lost_gammons, figures.lost_backgammons
    else:
        wins, gammons, backgammons = figures.wins, figures.gammons, figures.backgammons
    gammons = wins if wins < gammons <= wins + _ROUNDING else gammons
    return wins, gammons, gammons if gammons < backgammons <= gammons + _ROUNDING else backgammons
