"""A hall as full and as odd as one gets: every stage of a match, every game, every kind of name."""

import asyncio
import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rules import commands as cmd
from rules import events as ev
from rules.commands.pbem_commands import OpenPbem, ReportPbemStart, ReportPbemWin
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.pbem.deciding import PBEM
from rules.formats.team_event.planning import PRESETS
from rules.games.backgammon import BACKGAMMON
from rules.games.known_games import GAMES
from rules.identities import PersonId, TournamentId
from rules.room import Room
from server.access import SERVER
from server.hall import Hall
from server.store.accounts_db.board_keys import BoardKeys
from server.store.accounts_db.pbem_records import (
    MessageState,
    NewMail,
    PbemMessage,
    PbemPlayer,
    PbemRecords,
)
from tests.support.account_commands import given_key
from tests.support.as_read import knockouts_read
from tests.support.commands import happen, register_team, schedule, schedule_match_play
from tests.support.one_table import Habits, OneTable
from tests.support.persons import keep_persons
from tests.support.played_matches import handed_in, played_so_far, team_of
from tests.support.rooms import Rooms, Temper

CALM = Temper(double=0.08, resign=0.0, mischief=0.02)
LONG = "Wanderverein " * 38 + "Münsterland"
UNBROKEN = "Ґ" * 500
ARABIC = "نادي المرفأ لألعاب الطاولة"
MARKUP = "<b>Odesa</b> & \"Pearls\" {{ 7 * 7 }} <script>alert('x')</script>"
EMOJI = "🎲 Дочка моряка 🏳️‍🌈 Ελλάδα"

PLAYERS: dict[str, tuple[str, str]] = {
    "Compass": ("Robin Brook", "Alex Fields"),
    "Rudder": ("Kim Holloway", "Sasha Stonely-Hillbrooke"),
    LONG: ("Maria-Magdalena " * 31 + "Schmidt", "Otto"),
    UNBROKEN: ("Щ" * 500, "Єва"),
    ARABIC: ("ליאור בן־דוד", "محمد"),
    MARKUP: ('<i onmouseover="alert(1)">', "O'Neil & Sons"),
    EMOJI: ("👩‍🚀 Зоря", "Ωρίων"),
}
"""Every team with its two players; all but the first two have names that break bad pages."""


@dataclass(frozen=True)
class Planned:
    """A match of the hall: who meets whom at what, and how far it has come."""

    home: str
    away: str
    game: str = "backgammon"
    games: int = 4
    steps: int = 0
    """How many useful things are said after game 1 is opened; 0 leaves the line-ups awaited."""


MATCHES: tuple[Planned, ...] = (
    Planned("Compass", "Rudder", steps=900),
    Planned(LONG, MARKUP, game="trictrac", games=3, steps=900),
    Planned(UNBROKEN, ARABIC, steps=20_000),
    Planned("Rudder", EMOJI, game="long-gammon", steps=330),
    Planned(MARKUP, UNBROKEN, games=7),
)
"""Numbered from 1: under way three times, once over and signed, once planned."""
OVER, PLANNED = 3, 5


@dataclass(frozen=True)
class ToPoints:
    """A match of two players at one table, and how many useful things are said in it."""

    white: str
    red: str
    length: int
    seed: int
    steps: int


TO_POINTS: tuple[ToPoints, ...] = (
    ToPoints("Robin Brook", "Kim Holloway", length=5, seed=8, steps=200),
    ToPoints(PLAYERS[LONG][0], PLAYERS[MARKUP][0], length=3, seed=7, steps=20_000),
)
"""Numbered on from MATCHES: one in its Crawford game, one over and to be signed."""
UNDER_WAY_TO_POINTS, OVER_TO_POINTS = 6, 7


async def fill(hall: Hall, board_keys: BoardKeys) -> None:
    """Enter the teams, set up the matches, play them so far, and put boards on their tables."""
    for team, players in PLAYERS.items():
        await register_team(hall, team, players)
    for number, planned in enumerate(MATCHES, 1):
        await schedule(
            hall,
            home=planned.home,
            away=planned.away,
            games=planned.games,
            event="Кубок гавані / Harbour Cup " + "2026 " * 10,
            game_name=planned.game,
        )
        await _store(hall, number, history(number, planned))
    for number, to_points in enumerate(TO_POINTS, len(MATCHES) + 1):
        await schedule_match_play(
            hall,
            white=to_points.white,
            red=to_points.red,
            length=to_points.length,
            event="Відкритий кубок / Open",
        )
        await _store(hall, number, history_to_points(to_points))
    await _publish_round(hall)
    await _begin_knockout(hall)
    await _begin_messages(hall)
    for number in (1, 2):
        for room in Room:
            board = f"BZ-{number}-{room.value}"
            given_key(board_keys, board, f"Table {number}, {LONG[:60]}")
            seated = (
                ev.BoardAssigned(room=room, board_id=board),
                ev.BoardAttached(room=room, board_id=board),
            )
            await _store(hall, number, seated)


async def _publish_round(hall: Hall) -> None:
    """A tournament of all teams, its first round published: matches behind all the others."""
    (club,) = hall.tournaments.processes
    stages = PRESETS["yalta-2008"].stages(1, str, 1)[1:]
    final = replace(stages[1], slots=tuple(replace(each, stage=1) for each in stages[1].slots))
    described = cmd.DescribeEvent(title=LONG[:80], place=ARABIC, dates="1–5 жовтня")
    for command in (described, cmd.PlanStages((stages[0], final)), cmd.DrawStage(stage=1)):
        await hall.commands.to_stages(club, command, SERVER)
    pairings = hall.tournaments.processes[club].state.event.stages[1].rounds[0].pairings
    seen = tuple(each.teams for each in pairings)
    publish = cmd.PublishRound(stage=1, round=1, seen=seen)
    await hall.commands.to_stages(club, publish, SERVER)


async def _begin_knockout(hall: Hall) -> None:
    """A bracket of everybody who plays here, one of its matches decided."""
    (club,) = hall.tournaments.processes
    entered = list(dict.fromkeys(name for each in PLAYERS.values() for name in each))
    players = tuple(await keep_persons(hall.persons, entered))
    for command in (
        cmd.PlanKnockout(name=MARKUP[:80], length=7, last_lengths=(9, 11), elsewhere=True),
        cmd.EnterKnockout(knockout=1, players=players),
        cmd.DrawKnockoutRound(knockout=1),
        cmd.PublishKnockoutMatches(knockout=1, round=1),
    ):
        knockouts = hall.tournaments.processes[club].state.of(KNOCKOUT)
        await hall.commands.to_stages(club, knockouts_read(command, knockouts, {}), SERVER)
    first = min(hall.tournaments.processes[club].state.of(KNOCKOUT).by_number[1].numbers)
    decided = ev.KnockoutDecision.RESULT
    result = cmd.RuleKnockoutMatch(
        number=first, decision=decided, winner=None, score=(7, 5), reason=EMOJI
    )
    await hall.commands.to_stages(club, result, SERVER)


async def _begin_messages(hall: Hall) -> None:
    """A knockout by messages: boards won and under way, what waits, what is to be sent."""
    (club,) = hall.tournaments.processes
    process = hall.tournaments.processes[club]
    entered = list(dict.fromkeys(name for each in PLAYERS.values() for name in each))[:4]
    players = tuple(await keep_persons(hall.persons, entered))
    each_round = ev.KnockoutDraw.EACH_ROUND
    plan = cmd.PlanKnockout(name=LONG[:80], length=10, draw=each_round, elsewhere=True)
    for opening in (plan, OpenPbem(knockout=2)):
        await process.handle(opening, SERVER)
    for command in (
        cmd.EnterKnockout(knockout=2, players=players),
        cmd.DrawKnockoutRound(knockout=2),
        cmd.PublishKnockoutMatches(knockout=2, round=1),
    ):
        read = knockouts_read(command, process.state.of(KNOCKOUT), {})
        await process.handle(read, SERVER)
    first, second = process.state.of(PBEM).matches.values()
    at = hall.now().replace(microsecond=0)
    for number, board in ((first.number, 345), (first.number, 999_999_999), (second.number, 7)):
        player = process.state.of(PBEM).matches[number].players[0]
        start = ReportPbemStart(number=number, board=board, player=player, at=at)
        await process.handle(start, SERVER)
        if board == 345:
            won = ReportPbemWin(
                number=number, board=board, player=player, winner=player, points=4, at=at
            )
            await process.handle(won, SERVER)
    await asyncio.to_thread(_keep_messages, hall.pbem_records, club, players, at)


def _keep_messages(
    records: PbemRecords, club: TournamentId, players: Sequence[PersonId], at: datetime
) -> None:
    """Letters of the longest kind; the last player has no address."""
    for number, person in enumerate(players[:-1]):
        handle = f"{'player-' * 2}{number}"
        address = f"{'a' * 60}{number}@{'long.' * 30}example.org"
        player = PbemPlayer(tournament=club, person=person, handle=handle, address=address)
        mail = NewMail(tournament=club, person=person, subject=LONG[:90], text=MARKUP)
        records.enter(player, bytes([number]) * 32, mail)
    for number, state in enumerate(MessageState):
        message = PbemMessage(
            tournament=club,
            digest=bytes([number]) * 32,
            at=at,
            by_mail=True,
            address="eve@example.org",
            person=players[0],
            subject=f"match 1: board {'9' * 100} {MARKUP}"[:200],
            text=f"{LONG}\n{EMOJI}",
            state=state,
            answer=LONG,
        )
        records.keep(message)


async def _store(hall: Hall, number: int, events: Sequence[ev.Event]) -> None:
    await happen(hall, number, *events)


@functools.cache
def history(number: int, planned: Planned) -> tuple[ev.Event, ...]:
    """What has happened since the match was set up."""
    home, away = (team_of(team, PLAYERS[team]) for team in (planned.home, planned.away))
    if not planned.steps:
        return (handed_in(home),)
    rooms = Rooms.seated(GAMES[planned.game], number, CALM, games=planned.games)
    played = played_so_far(home, away, rooms, planned.steps)
    both = (planned.home, planned.away) if rooms.state.over else ()
    return (*played, *(ev.MatchSigned(team=team, by=PLAYERS[team][0]) for team in both))


@functools.cache
def history_to_points(planned: ToPoints) -> tuple[ev.Event, ...]:
    """What has happened since the match was set up and its first game began."""
    table = OneTable.seated(
        BACKGAMMON, planned.length, planned.seed, Habits(slip=0.0, resign=0.004)
    )
    for _ in range(planned.steps):
        if table.state.over:
            break
        table.step()
    return tuple(table.history[1:])
