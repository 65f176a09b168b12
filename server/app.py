"""The composition root: what is made once, in which order, and how it ends."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple

from fastapi import FastAPI
from fastapi_offline import FastAPIOffline

from players.gnubg_nets import nets_installed
from rules.games.known_games import GAMES
from rules.identities import MatchId, TournamentId
from server.accounts.passphrases import Passphrases
from server.accounts.sign_in import Authenticator
from server.boards.ports import Ports
from server.broadcast.safe_video import VideoBook
from server.closed_seats.closed_seats import ClosedSeats
from server.closed_seats.decisions import Opponents
from server.console.desk import ConsoleDesk
from server.hall import Hall
from server.live.doubles import Crowd
from server.live.hub import LiveHub
from server.live.public_events import LatestResults, PublicEvents
from server.live.public_outcomes import PublicOutcomes
from server.live.tournament_feed import AnnouncementFeed
from server.luck.match_luck import MatchLuck
from server.matches.finished_match import VERSION
from server.messages.handling import MessageHandling
from server.metrics import Metrics
from server.persons.book import PersonBook
from server.settings import SecondColour, Settings
from server.steady_clock import PaceOf, SteadyClock, since_boot
from server.store.accounts_db.accounts_file import (
    AccountsFile,
    AccountsUnavailable,
    FeaturedMatch,
    RestorationNote,
    latest_moment,
)
from server.store.accounts_db.double_votes import DoubleVotes
from server.store.accounts_db.finished_matches import FinishedMatchStore
from server.store.backup import BackupState, LogIdentity, ScheduledBackup, check_files_match
from server.store.event_log.contract import EventLog
from server.store.event_log.sqlite_log import SqliteEventLog
from server.store.storage_state import Database, StorageState, TrialWrite, watch_storage
from server.tournament.tournaments import new_tournament_id
from server.web.accounts.account_refusals import ACCOUNT_CODES, add_account_refusals
from server.web.accounts.not_allowed import not_allowed_page
from server.web.accounts.routers import ROUTERS as ACCOUNTS
from server.web.announcements.routers import ROUTERS as ANNOUNCEMENTS
from server.web.api.routers import ROUTERS as API
from server.web.boards.board_socket import BoardAdmission
from server.web.boards.routers import ROUTERS as BOARDS
from server.web.boards.table_socket import TableSockets
from server.web.broadcast.routers import ROUTERS as BROADCAST
from server.web.console.routers import ROUTERS as CONSOLE
from server.web.console.services import ConsoleServices
from server.web.edge.addresses import ServerAddresses
from server.web.edge.authorization import add_authorization
from server.web.edge.command_ids import RequestsUnderWay
from server.web.edge.head_requests import answering_head
from server.web.edge.held_matches import HeldMatches
from server.web.edge.origin_check import OriginCheck
from server.web.edge.refusals import REFUSAL_CODES, add_refusals, describe_refusals
from server.web.edge.services import Services
from server.web.events.event_feed import event_feed
from server.web.events.routers import ROUTERS as EVENTS
from server.web.formats import FORMAT_PAGES
from server.web.links.routers import ROUTERS as LINKS
from server.web.pages.card_images import CardImages
from server.web.pages.routers import ROUTERS as PAGES
from server.web.pages.shell import Shell
from server.web.pages.storage_refusals import add_storage_refusals
from server.web.pages.unknown_pages import add_unknown_pages
from server.web.prints.routers import ROUTERS as PRINTS
from server.web.rulings.routers import ROUTERS as RULINGS
from server.web.spectators.luck_section import LuckParts
from server.web.spectators.page_fragments import page_fragments
from server.web.spectators.routers import ROUTERS as SPECTATORS
from server.web.spectators.sight_changes import SpectatorSight
from server.web.spectators.stories import StoryCache
from server.web.timetable.routers import ROUTERS as TIMETABLE
from server.web.tournament.routers import ROUTERS as TOURNAMENT
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import words_for

ROUTERS = (
    *SPECTATORS,
    *PAGES,
    *EVENTS,
    *(router for each in FORMAT_PAGES for router in each.routers),
    *CONSOLE,
    *API,
    *PRINTS,
    *ACCOUNTS,
    *TOURNAMENT,
    *RULINGS,
    *TIMETABLE,
    *LINKS,
    *ANNOUNCEMENTS,
    *BOARDS,
    *BROADCAST,
)
"""All routers; their routes, analysed once a process, serve every application as they are.

Starlette tries them one after the other, a hundred in a third of a millisecond: what most people
ask for comes first.

`include_router` would have FastAPI analyse each again for each application. As they belong to none,
an application's `dependency_overrides` do not reach them: what differs is in its state.
"""


Clock = Callable[[], datetime]


_utc_now: Clock = partial(datetime.now, UTC)


class _Records(NamedTuple):
    """The open databases, what is known of their disk, and how that is tried where it fails."""

    event_log: EventLog
    accounts_file: AccountsFile
    storage: StorageState
    trials: Mapping[Database, TrialWrite]
    backup: BackupState


@contextlib.asynccontextmanager
async def running_hall(
    settings: Settings,
    passphrases: Passphrases | None = None,
    now: Clock = _utc_now,
    metrics: Metrics | None = None,
    draw_id: Callable[[], TournamentId] = new_tournament_id,
    elapsed: Callable[[], float] | None = None,
) -> AsyncIterator[tuple[Hall, LiveHub, ConsoleDesk, Authenticator]]:
    """A hall with its records open and its ports watched, closed again at the end.

    `now` gives the time in UTC, `elapsed` its pace in seconds, the same as the time's unless it is
    given; `draw_id` the ids of new tournaments. `metrics` are kept up to
    date, if they are wanted.
    """
    clock = SteadyClock(now, elapsed or (since_boot if now is _utc_now else PaceOf(now)))
    async with _open_records(settings, clock, metrics) as records:
        accounts_file, storage = records.accounts_file, records.storage
        featured = await asyncio.to_thread(FeaturedMatch, accounts_file)
        authenticator = _authenticator(accounts_file, settings, passphrases, clock)
        finished = FinishedMatchStore(accounts_file, VERSION)
        hall = Hall(
            records.event_log, authenticator, finished, clock, storage, draw_id, records.backup
        )
        votes = DoubleVotes(accounts_file)
        crowd = Crowd(await asyncio.to_thread(votes.every), votes.keep)
        hub = _live_hub(hall, featured, timedelta(seconds=settings.double_pause), crowd)
        restoration = await asyncio.to_thread(RestorationNote, accounts_file)
        desk = ConsoleDesk(hall, lambda: clock().astimezone(), lambda: clock.off, restoration)
        if metrics is not None:
            hall.subscriptions.add(metrics)
        await hall.open()
        await hall.take_clock(clock, is_right=settings.clock_is_right)
        listed, rooms = settings.board_ports, settings.port_rooms
        ports = Ports(hall.boards, settings.devices, settings.baud, listed, rooms)
        work = [
            ports.watch(),
            watch_storage(storage, records.trials),
            hall.finished_writer.run(),
            hall.ledger_watch.run(),
            hall.adjudications.run(),
            clock.watch(),
        ]
        if metrics is not None:
            work.append(metrics.keep_making(_maker(metrics, hall, hub, clock)))
        watching = [asyncio.create_task(each) for each in work]
        try:
            yield hall, hub, desk, authenticator
        finally:
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
            await hall.close()


@contextlib.asynccontextmanager
async def visitors_games(settings: Settings, now: Clock = _utc_now) -> AsyncIterator[ClosedSeats]:
    """The games that visitors play from the closed room's seat, let go of at the end."""
    opponents = Opponents(with_nets=nets_installed())
    seats = ClosedSeats(settings.closed_seats_file, now, opponents)
    try:
        yield seats
    finally:
        await seats.close()


@contextlib.asynccontextmanager
async def luck_of_matches(settings: Settings, hall: Hall, hub: LiveHub) -> AsyncIterator[MatchLuck]:
    """The luck of matches that are over, worked out as long as this is open."""
    luck = MatchLuck(hall, hub, settings.luck_folder)
    working = asyncio.create_task(luck.run())
    try:
        yield luck
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


async def rebuild_lists(
    settings: Settings, progress: Callable[[int, int], None]
) -> tuple[int, dict[str, str]]:
    """Make the lists of finished matches anew; how many there are, and which are damaged and why.

    `progress` is told how many matches of how many have been read. Raises DatabaseRefused,
    StreamDamaged, LogUnavailable or AccountsUnavailable.
    """
    clock = SteadyClock(_utc_now)
    async with _open_records(settings, clock, None) as records:
        finished = FinishedMatchStore(records.accounts_file, VERSION)
        await asyncio.to_thread(finished.clear)
        authenticator = _authenticator(records.accounts_file, settings, None, clock)
        hall = Hall(records.event_log, authenticator, finished, clock)
        await hall.open(progress)
        await hall.close()
        names, registry = hall.names(), hall.registry
        damaged = {str(names.match(each)): why for each, why in registry.damaged.items()}
        return len(registry.finished), damaged


@contextlib.asynccontextmanager
async def _open_records(
    settings: Settings, clock: SteadyClock, metrics: Metrics | None
) -> AsyncIterator[_Records]:
    settings.data_folder.mkdir(parents=True, exist_ok=True)
    files = {Database.EVENT_LOG: settings.log_file, Database.ACCOUNTS: settings.accounts_file}
    storage = StorageState(clock, files)
    event_log = await SqliteEventLog.open(
        settings.log_file,
        partial(storage.refused, Database.EVENT_LOG),
        [storage.took, *([metrics.committed] if metrics is not None else [])],
    )
    try:
        accounts_file = await asyncio.to_thread(AccountsFile.open, settings.accounts_file)
        try:
            await asyncio.to_thread(
                check_files_match,
                accounts_file,
                await LogIdentity.of(event_log),
                *files.values(),
                new_accounts=settings.new_accounts,
            )
            for latest in (await event_log.latest(), latest_moment(accounts_file)):
                clock.not_before(latest or clock())
            _hear_of_failures(accounts_file, storage)
            trials: Mapping[Database, TrialWrite] = {
                Database.EVENT_LOG: event_log.try_write,
                Database.ACCOUNTS: lambda: asyncio.to_thread(accounts_file.try_write),
            }
            backup = BackupState(clock, settings.backup_folder)
            scheduled = ScheduledBackup(
                event_log, accounts_file, backup, settings.backup_every, clock
            )
            async with _running(scheduled):
                yield _Records(event_log, accounts_file, storage, trials, backup)
        finally:
            await asyncio.to_thread(accounts_file.close)
    finally:
        await event_log.close()


@contextlib.asynccontextmanager
async def _running(backup: ScheduledBackup) -> AsyncIterator[None]:
    """Backups as long as the records are used; the last one is waited for."""
    running = asyncio.create_task(backup.run())
    try:
        yield
    finally:
        backup.stop()
        await running


def _maker(metrics: Metrics, hall: Hall, hub: LiveHub, clock: SteadyClock) -> Callable[[], None]:
    return lambda: metrics.make(hall, hub, max(-clock.off, timedelta(0)))


def _hear_of_failures(accounts_file: AccountsFile, storage: StorageState) -> None:
    """Have the loop hear of each, whatever thread it was that met it."""
    loop = asyncio.get_running_loop()

    def failed(error: AccountsUnavailable) -> None:
        loop.call_soon_threadsafe(storage.refused, Database.ACCOUNTS, error)

    accounts_file.failed = failed


def _live_hub(hall: Hall, featured: FeaturedMatch, pause: timedelta, crowd: Crowd) -> LiveHub:
    def unplayed(match_id: MatchId) -> bool:
        return hall.tournaments.of(match_id).state.is_ruled(match_id.number)

    known = hall.registry
    hub = LiveHub(
        GAMES, page_fragments, featured, hall.names, known, pause, hall.now, crowd, unplayed
    )
    hall.persons.listeners.append(hub.names_changed)
    hall.subscriptions.add(hub)
    return hub


def _authenticator(
    accounts_file: AccountsFile, settings: Settings, passphrases: Passphrases | None, now: Clock
) -> Authenticator:
    return Authenticator(
        accounts_file,
        now,
        PersonBook(accounts_file, now),
        idle=timedelta(hours=settings.session_idle_hours),
        longest=timedelta(days=settings.session_days),
        passphrases=passphrases,
    )


def create_app(
    hall: Hall,
    hub: LiveHub,
    desk: ConsoleDesk,
    authenticator: Authenticator,
    names: Collection[str] = (),
    language: str = SOURCE_LANGUAGE,
    addresses: ServerAddresses | None = None,
    second_colour: SecondColour = "red",
    closed_seats: ClosedSeats | None = None,
    messages: MessageHandling | None = None,
    match_luck: MatchLuck | None = None,
) -> FastAPI:
    """The web application over a running hall; `names` are those it is called by in browsers.

    `language` is that of the pages where a browser asks for none of theirs. `addresses` are those
    that links may carry; without them, links carry the one by which the server is called.
    `second_colour` is what printed forms call White's opponent. `closed_seats` are the games that
    visitors play from the closed room's seat; without them none is offered. `messages` takes those
    of knockouts that are played by them. `match_luck` works out the luck of matches that are over;
    without it none is told.
    """
    app = FastAPIOffline(
        title="Yalta",
        redoc_url=None,
        summary="Duplicate backgammon for teams: the same dice in both rooms.",
        description="Operator's API, the boards' socket, and the public's pages and feed.",
        routes=answering_head(route for router in ROUTERS for route in router.routes),
    )
    addresses = addresses or ServerAddresses()
    app.state.sessions = authenticator
    app.state.addresses = addresses
    app.state.names_of = hall.names
    app.state.players_of = hall.players
    app.state.open_room_shown = hall.open_room_shown
    app.state.in_closed_room = hall.seating.is_in_closed_room
    app.state.held = hall.registry.held
    app.state.services = Services(hall, hub, authenticator, language, second_colour, FORMAT_PAGES)
    _add_public_feeds(app, hall, hub)
    app.state.console = ConsoleServices.over(desk)
    app.state.boards = BoardAdmission()
    app.state.table_sockets = TableSockets.over(hall)
    app.state.spectator_sight = SpectatorSight.over(hall, hub)
    app.state.video_book = VideoBook.over(hall, hub.double_pause)
    app.state.requests_under_way = RequestsUnderWay()
    app.state.stories = StoryCache(hub)
    app.state.closed_seats = closed_seats
    _add_luck(app, hall, hub, match_luck)
    app.state.card_images = CardImages()
    app.state.messages = messages or MessageHandling(hall, words_for(language))
    app.add_middleware(HeldMatches)
    app.add_middleware(OriginCheck, names=(*names, *addresses.known_names))
    _add_every_refusal(app, Shell(language))
    return app


def _add_every_refusal(app: FastAPI, shell: Shell) -> None:
    """How people and programs are answered where something is refused or is not there."""
    add_refusals(app)
    add_storage_refusals(app, shell)
    add_account_refusals(app)
    add_authorization(app, not_allowed_page(shell))
    add_unknown_pages(app, shell)
    describe_refusals(app, {**REFUSAL_CODES, **ACCOUNT_CODES})


def _add_luck(app: FastAPI, hall: Hall, hub: LiveHub, match_luck: MatchLuck | None) -> None:
    """The luck of matches, for pages that are asked for and for those that are open."""
    app.state.match_luck = match_luck
    if match_luck is not None:
        hub.add_parts(LuckParts(hall, match_luck))


def _add_public_feeds(app: FastAPI, hall: Hall, hub: LiveHub) -> None:
    """What the public's pages are made from beside the matches' feeds, and who follows them."""
    public_outcomes = PublicOutcomes(hub, hall.outcomes)
    app.state.public_outcomes = public_outcomes
    app.state.several_forms = asyncio.Lock()
    app.state.public_events = PublicEvents(public_outcomes)
    latest = LatestResults(hub)
    app.state.latest_results = latest
    tournament_feed = event_feed(hall, hub, public_outcomes, latest, FORMAT_PAGES)
    hall.subscriptions.add(tournament_feed)
    hub.listeners.append(tournament_feed.more_public)
    app.state.tournament_feed = tournament_feed
    announcements = AnnouncementFeed(lambda: hall.tournaments.announced, hall.names, hall.now)
    hall.subscriptions.add(announcements)
    app.state.announcement_feed = announcements
