"""The time from a stored result to standings, and for the page: `python -m benchmarks.formats`.

The time to standings is measured for finished round robins of 24 and 64 teams, in records with 1
and with 300 events. Each time, one match's result is stored again in the form in which the server
stores finished matches, and the standings are computed. The baseline is the plain sum of victory
points by team over the same matches. The page with the standings is requested from the application
in this process.
"""

import asyncio
import secrets
import statistics
import tempfile
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
import typer

from rules import commands as cmd
from rules import events as ev
from rules.formats.format import FormatGiven, Outcomes
from rules.formats.team_event.deciding import decide
from rules.formats.team_event.planning import PRESETS
from rules.formats.team_event.stages import TeamEventState
from rules.formats.team_event.standings import standings
from rules.games.backgammon import BACKGAMMON
from rules.identities import MatchId, TournamentId
from rules.scoring.scales import Imp, vp
from server.access import SERVER
from server.app import open_extras, running_hall, services_over
from server.extras_on import found_extras
from server.matches.finished_match import stored_form
from server.matches.registry import MatchRegistry
from server.random_ids import random_id
from server.settings import Settings
from server.store.accounts_db.finished_matches import KeptMatch
from server.tournaments.outcomes import OutcomeBook
from server.values.finished_match import FinishedMatch
from server.web.application import create_app

FIELDS, EVENTS = (24, 64), (1, 300)
ROUNDS = 200
PAGES = 20
GAMES = 4
BEHIND = 10
"""Number of matches in each event but the measured one, as many as the tournament of 2008 had."""


def played_out(teams: list[str]) -> TeamEventState:
    """Return a round robin of these teams with every round published."""
    state = TeamEventState()
    stages = PRESETS["round-robin"].stages(1, str, 1)
    state = state.after(decide(state, cmd.PlanStages(stages), FormatGiven()))
    drawn = decide(state, cmd.DrawStage(stage=1), FormatGiven(teams=teams, seed=bytes(16)))
    state = state.after(drawn)
    for each in state.stages[1].rounds:
        seen = tuple(pairing.teams for pairing in each.pairings)
        given = FormatGiven(next_number=state.last_number + 1, next_roll_set=state.next_roll_set)
        publish = cmd.PublishRound(stage=1, round=each.number, seen=seen)
        state = state.after(decide(state, publish, given))
    return state


def kept(tournament: TournamentId, number: int, home: str, away: str, imp: int) -> KeptMatch:
    """Return a finished match in the form in which the server stores it.

    `number` is its number in `tournament`, and `imp` the difference of IMP by which home won.
    """
    points = vp(Imp(imp), GAMES)
    scheduled = ev.MatchScheduled(
        match_id=MatchId(tournament, number),
        event="",
        home=home,
        away=away,
        games=GAMES,
        game_name=BACKGAMMON.name,
        roll_set=1,
        max_lead=0,
        tail_drawn=False,
    )
    finished = FinishedMatch(
        duplicate=scheduled,
        game=GAMES,
        final_score=(points.home, points.away),
        sums=(40 + imp, 40),
        smp=(1200 + 40 * imp, 1200),
    )
    return KeptMatch(
        match_id=scheduled.match_id,
        head=9,
        digest=secrets.token_bytes(32),
        home=home,
        away=away,
        signed=True,
        next_roll_set=GAMES,
        actor="",
        command_id="",
        summary=stored_form(finished),
    )


async def measure_standings(entrants: int, events: int) -> None:
    """Measure the time from storing a result to the standings, and print it in one line."""
    teams = [f"Team {number}" for number in range(1, entrants + 1)]
    state = played_out(teams)
    stage, nothing = state.stages[1], None
    registry = MatchRegistry(_any(nothing), _any(nothing), partial(datetime.now, UTC))
    tournaments = [TournamentId(random_id()) for _ in range(events)]
    pairings = [each for each in stage.published_pairings if each.number is not None]
    registry.take_finished(
        [
            kept(tournament, each.number or 0, each.home, each.away, (each.number or 0) % 41 - 20)
            for tournament in tournaments
            for each in (pairings if tournament == tournaments[-1] else pairings[:BEHIND])
        ]
    )
    book, last = OutcomeBook(registry), tournaments[-1]
    standings(state, stage, 1, book.of(last))
    results = [
        kept(last, each.number or 0, each.home, each.away, number % 41 - 20)
        for number, each in enumerate((pairings * ROUNDS)[:ROUNDS])
    ]
    taken, bare = list[float](), list[float]()
    for result in results:
        registry.finished.put(result)
        taken.append(_timed(lambda: standings(state, stage, 1, book.of(last))))
        outcomes = book.of(last)
        bare.append(_timed(partial(_bare_sum, state, outcomes)))
    _print(f"{entrants} teams, {events} events", taken, bare)


def _bare_sum(state: TeamEventState, outcomes: Outcomes) -> Counter[str]:
    sums = Counter[str]()
    for pairing in state.stages[1].published_pairings:
        points = outcomes[pairing.number or 0].vp
        if points is not None:
            sums[pairing.home] += points[0]
            sums[pairing.away] += points[1]
    return sums


async def measure_page(entrants: int) -> None:
    """Measure the time for the public page with this many teams, and print it in one line."""
    with tempfile.TemporaryDirectory(prefix="yalta-formats-") as folder:
        settings = Settings(data_folder=Path(folder), devices=Path(folder) / "no-devices")
        async with (
            running_hall(settings) as running,
            open_extras(running, settings, found_extras(settings)) as extras,
        ):
            hall = running.hall
            (club,) = hall.tournaments.processes
            for number in range(1, entrants + 1):
                team = cmd.RegisterTeam(name=f"Team {number}", players=())
                await hall.commands.to_tournament(club, team, SERVER)
            process = hall.tournaments.processes[club]
            stages = PRESETS["round-robin"].stages(1, str, 1)
            for command in (cmd.PlanStages(stages), cmd.DrawStage(stage=1)):
                await hall.commands.to_stages(club, command, SERVER)
            for each in process.state.event.stages[1].rounds:
                seen = tuple(pairing.teams for pairing in each.pairings)
                publish = cmd.PublishRound(stage=1, round=each.number, seen=seen)
                await hall.commands.to_stages(club, publish, SERVER)
            app = create_app(services_over(running, settings, extras=extras), ["bench.test"])
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://bench.test") as http:
                taken, bare = list[float](), list[float]()
                for _ in range(PAGES):
                    for path, times in (("/t/club", taken), ("/sign-in", bare)):
                        begun = perf_counter()
                        answer = await http.get(path)
                        times.append(perf_counter() - begun)
                        answer.raise_for_status()
    _print(f"page of {entrants} teams", taken, bare)


def _any(value: Any) -> Any:
    """Return the value; this function stands in for functions that are never called here."""
    return value


def _timed(work: Callable[[], object]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun


def _print(what: str, taken: list[float], bare: list[float]) -> None:
    p50, p99 = statistics.median(taken), statistics.quantiles(taken, n=100)[-1]
    base = statistics.median(bare)
    line = f"{what:<24} {p50 * 1000:8.2f} {p99 * 1000:8.2f} {base * 1000:8.2f} {p50 / base:6.1f}"
    typer.echo(line)


def main() -> None:
    """Measure how long standings and their page take."""
    typer.echo(f"{'':<24} {'p50 ms':>8} {'p99 ms':>8} {'bare ms':>8} {'ratio':>6}")
    for entrants in FIELDS:
        for events in EVENTS:
            asyncio.run(measure_standings(entrants, events))
    for entrants in FIELDS:
        asyncio.run(measure_page(entrants))


if __name__ == "__main__":
    typer.run(main)
