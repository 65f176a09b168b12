"""The assembly of a server: its objects are created here, started in order, and closed."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final, NamedTuple

import structlog

from rules.games.known_games import GAMES
from rules.identities import MatchId, TournamentId
from server.boards.ports import Ports
from server.extras import ListedExtras
from server.extras_on import FoundExtras, check_settings
from server.hall import Hall
from server.live.hub import LiveHub
from server.live.listed_tournaments import LatestResults, ListedTournaments
from server.live.public_outcomes import PublicOutcomes
from server.live.tournament_feed import AnnouncementFeed, TournamentFeed
from server.matches.finished_match import VERSION
from server.messages.handling import MessageHandling
from server.metrics import Metrics
from server.people.accounts_process import AccountsProcess
from server.people.book import PersonBook
from server.people.passphrases import Passphrases
from server.people.sign_in import Authenticator
from server.platform_support import since_boot
from server.settings import Settings
from server.sleep_watch import SleepLock, SleepWatch
from server.steady_clock import PaceOf, SteadyClock
from server.store.records import KeptBesideEvents, open_records
from server.tournaments.tournaments import new_tournament_id
from server.views.hall.values import ConsoleDesk
from server.views.printable import Printable
from server.views.printables import with_added
from server.web.boards.sockets import BoardAdmission
from server.web.edge.connections import ConnectionLimit
from server.web.edge.page_hooks import PageHooks
from server.web.edge.public_services import PackageServices
from server.web.edge.services import Opening, Services
from server.web.formats import FORMAT_PAGES
from server.web.front.leads import FrontLeads
from server.web.hall.sockets import ConsoleServices
from server.web.ledger.hall_ledgers import HallLedgers
from server.web.live.sight_changes import SpectatorSight
from server.web.match_page.parts import page_fragments
from server.web.match_page.stories import StoryCache
from server.web.network.public import PhoneCheck
from server.web.phones.sockets import TableSockets
from server.web.tournament.public import event_feed
from server.words.translation import words_for

log = structlog.get_logger()
Clock = Callable[[], datetime]


_utc_now: Clock = partial(datetime.now, UTC)


class RunningHall(NamedTuple):
    """An opened hall, with the objects that were created around it.

    `messages` handles the messages that the players of PBeM knockouts send.
    """

    hall: Hall
    hub: LiveHub
    desk: ConsoleDesk
    authenticator: Authenticator
    messages: MessageHandling


@contextlib.asynccontextmanager
async def running_hall(
    settings: Settings,
    passphrases: Passphrases | None = None,
    now: Clock = _utc_now,
    metrics: Metrics | None = None,
    draw_id: Callable[[], TournamentId] = new_tournament_id,
    elapsed: Callable[[], float] | None = None,
    sleep_lock: SleepLock | None = None,
) -> AsyncIterator[RunningHall]:
    """Open a hall with its records and start its background tasks; close everything at the end.

    `now` returns the time in UTC. `elapsed` returns a count of seconds; if `elapsed` is omitted but
    `now` is given, the count advances with `now`; if both are omitted, the machine counts.
    `draw_id` returns ids for new tournaments. `metrics` are kept up to date unless they are None.
    While a match is played, the computer is kept awake by `sleep_lock`, unless that is None.
    """
    clock = SteadyClock(now, elapsed or (since_boot if now is _utc_now else PaceOf(now)))
    committed = [] if metrics is None else [metrics.committed]
    opening = open_records(settings, clock, finished_version=VERSION, committed=committed)
    async with opening as records:
        persons = PersonBook(records.kept.persons)
        accounts = AccountsProcess(records.kept, persons, clock)
        authenticator = Authenticator(accounts, records.kept.failures, clock, passphrases)
        hall = Hall(records, persons, accounts, clock, draw_id)
        hub = await _live_hub(hall, records.kept)
        sleep = SleepWatch(partial(_is_playing, hall), clock, sleep_lock)
        desk = _desk(hall, records.kept, clock, sleep)
        messages = MessageHandling(hall, words_for(settings.language))
        if metrics is not None:
            hall.subscriptions.add(metrics)
        await hall.open()
        await hall.take_clock(clock, is_right=settings.clock_is_right)
        work = [
            _ports(settings, hall).watch(),
            records.watch(),
            hall.finished_writer.run(),
            hall.ledger_watch.run(),
            hall.adjudications.run(),
            clock.watch(),
            sleep.run(),
            hub.heartbeats.run(),
        ]
        if metrics is not None:
            work.append(metrics.keep_making(hall, hub, clock))
        watching = [asyncio.create_task(each) for each in work]
        try:
            yield RunningHall(hall, hub, desk, authenticator, messages)
        finally:
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
            await hall.close()


def _ports(settings: Settings, hall: Hall) -> Ports:
    listed, rooms = settings.board_ports, settings.port_rooms
    return Ports(hall.boards, settings.devices, settings.baud, listed, rooms)


def _is_playing(hall: Hall) -> bool:
    """Return True if a match of the hall is being played."""
    playing = (process.record for process in hall.registry.in_play().values())
    return any(record.has_begun and not record.is_over for record in playing)


def _desk(hall: Hall, kept: KeptBesideEvents, clock: SteadyClock, sleep: SleepWatch) -> ConsoleDesk:
    """Return the source of the operator's page (console), with times in the machine's time zone."""
    return ConsoleDesk(
        hall, lambda: clock().astimezone(), lambda: clock.off, kept.restoration, sleep
    )


async def _live_hub(hall: Hall, kept: KeptBesideEvents) -> LiveHub:
    """Return the hub of the public's live feeds, subscribed to all stored events."""

    def unplayed(match_id: MatchId) -> bool:
        return hall.tournaments.of(match_id).state.is_ruled(match_id.number)

    hub = LiveHub(
        GAMES,
        page_fragments,
        featured=kept.featured,
        names_of=hall.names,
        known=hall.registry,
        clock=hall.now,
        tallies=await asyncio.to_thread(kept.double_votes.every),
        unplayed=unplayed,
    )
    hall.persons.listeners.append(hub.names_changed)
    hall.subscriptions.add(hub)
    return hub


class ExtraOn(NamedTuple):
    """One extra that is in use: what it adds to pages and prints, and its services."""

    pages: PageHooks
    prints: Sequence[Printable]
    services: Sequence[object]


class OpenExtras(NamedTuple):
    """The extras of a running server: `on` are those in use, `listed` are all installed extras."""

    on: Sequence[ExtraOn] = ()
    listed: ListedExtras = ListedExtras(())


_NO_EXTRAS: Final = OpenExtras()


@contextlib.asynccontextmanager
async def open_extras(
    running: RunningHall, settings: Settings, found: FoundExtras
) -> AsyncIterator[OpenExtras]:
    """Open the extras that are on, with access to the running hall; close them at the end.

    Raises ExtraRefused if a setting was given for an extra that is off or cannot be used.
    """
    async with contextlib.AsyncExitStack() as stack:
        for name, why in found.skipped.items():
            log.warning("extra skipped", extra=name, missing=why)
        check_settings(settings, found)
        opening = Opening(settings, running.hall, running.hub, running.messages)
        extras = list[ExtraOn]()
        for hooks in found.on.values():
            services = await stack.enter_async_context(hooks.services(opening))
            extras.append(ExtraOn(hooks.pages, hooks.prints, services))
        yield OpenExtras(extras, found.listed)


def services_over(
    running: RunningHall,
    settings: Settings,
    *,
    extras: OpenExtras = _NO_EXTRAS,
    connections: ConnectionLimit | None = None,
) -> Services:
    """Return the services that the routes need, built over a running hall.

    The services that depend on stored events are subscribed to them.
    """
    hall, hub = running.hall, running.hub
    outcomes, latest = PublicOutcomes(hub, hall.outcomes), LatestResults(hub)
    return Services(
        hall=hall,
        hub=hub,
        authenticator=running.authenticator,
        public_outcomes=outcomes,
        listed_tournaments=ListedTournaments(outcomes),
        latest_results=latest,
        tournament_feed=_tournament_feed(hall, hub, outcomes, latest),
        announcement_feed=_announcement_feed(hall),
        messages=running.messages,
        by_package=_package_services(running, connections, extras),
        formats=FORMAT_PAGES,
        page_hooks=tuple(each.pages for each in extras.on),
        printables=with_added(form for each in extras.on for form in each.prints),
        addresses=settings.addresses,
        language=settings.language,
        second_colour=settings.second_colour,
        connections=connections,
    )


def _package_services(
    running: RunningHall, connections: ConnectionLimit | None, extras: OpenExtras
) -> PackageServices:
    """Return the services that are for one package of server/web each, and those of the extras."""
    return PackageServices(
        ConsoleServices.over(running.desk, connections),
        BoardAdmission(),
        TableSockets.over(running.hall),
        _spectator_sight(running.hall, running.hub),
        HallLedgers(running.hall),
        StoryCache(running.hub),
        FrontLeads(),
        PhoneCheck(),
        extras.listed,
        *(service for each in extras.on for service in each.services),
    )


def _spectator_sight(hall: Hall, hub: LiveHub) -> SpectatorSight:
    """Return the service that hides a match from visitors who play in it."""
    spectators = SpectatorSight(hub, hall.sight, partial(hall.open_room_shown, as_public=True))
    hall.subscriptions.add(spectators)
    hall.persons.listeners.append(spectators.look_again)
    return spectators


def _tournament_feed(
    hall: Hall, hub: LiveHub, outcomes: PublicOutcomes, latest: LatestResults
) -> TournamentFeed:
    """Return the live feed of the tournaments' pages, subscribed to stored events."""
    feed = event_feed(hall, hub, outcomes, latest, [each.shown for each in FORMAT_PAGES])
    hall.subscriptions.add(feed)
    hub.listeners.append(feed.more_public)
    return feed


def _announcement_feed(hall: Hall) -> AnnouncementFeed:
    feed = AnnouncementFeed(lambda: hall.tournaments.announced, hall.names, hall.now)
    hall.subscriptions.add(feed)
    return feed
