"""The composition root: what is made once, in which order, and how it ends."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple

import structlog

from rules.games.known_games import GAMES
from rules.identities import MatchId, TournamentId
from server.boards.ports import Ports
from server.extras import (
    Extra,
    ExtraState,
    ListedExtra,
    ListedExtras,
    MissingExtra,
    installed_extras,
    named,
    server_extras,
)
from server.hall import Hall
from server.live.doubles import Crowd
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
from server.settings import Settings
from server.steady_clock import PaceOf, SteadyClock, since_boot
from server.store.records import KeptBesideEvents, open_records
from server.tournaments.tournaments import new_tournament_id
from server.views.hall.values import ConsoleDesk
from server.views.printable import Printable
from server.views.printables import with_added
from server.web.boards.sockets import BoardAdmission
from server.web.edge.connections import ConnectionLimit
from server.web.edge.page_hooks import PageHooks
from server.web.edge.public_services import RoomServices
from server.web.edge.services import ExtraRefused, Opening, ServerHooks, Services
from server.web.formats import FORMAT_PAGES
from server.web.hall.sockets import ConsoleServices
from server.web.ledger.hall_ledgers import HallLedgers
from server.web.live.sight_changes import SpectatorSight
from server.web.match_page.parts import page_fragments
from server.web.match_page.stories import StoryCache
from server.web.phones.sockets import TableSockets
from server.web.tournament.public import event_feed
from server.words.translation import words_for

log = structlog.get_logger()
Clock = Callable[[], datetime]


_utc_now: Clock = partial(datetime.now, UTC)


class RunningHall(NamedTuple):
    """A hall whose records are open, and what is made over it before it is opened.

    `messages` takes those of knockouts that are played by them.
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
) -> AsyncIterator[RunningHall]:
    """A hall with its records open and its ports watched, closed again at the end.

    `now` gives the time in UTC, `elapsed` its pace in seconds, the same as the time's unless it is
    given; `draw_id` the ids of new tournaments. `metrics` are kept up to date, if they are wanted.
    """
    clock = SteadyClock(now, elapsed or (since_boot if now is _utc_now else PaceOf(now)))
    committed = [] if metrics is None else [metrics.committed]
    opening = open_records(settings, clock, finished_version=VERSION, committed=committed)
    async with opening as records:
        persons = PersonBook(records.kept.persons)
        accounts = AccountsProcess(records.kept, persons, clock)
        authenticator = Authenticator(accounts, records.kept.failures, clock, passphrases)
        hall = Hall(records, persons, accounts, clock, draw_id)
        hub = await _live_hub(hall, records.kept, timedelta(seconds=settings.double_pause))
        desk = _desk(hall, records.kept, clock)
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
    """Where boards are plugged in."""
    listed, rooms = settings.board_ports, settings.port_rooms
    return Ports(hall.boards, settings.devices, settings.baud, listed, rooms)


def _desk(hall: Hall, kept: KeptBesideEvents, clock: SteadyClock) -> ConsoleDesk:
    """The console's view of the hall, in its own time zone."""
    return ConsoleDesk(hall, lambda: clock().astimezone(), lambda: clock.off, kept.restoration)


async def _live_hub(hall: Hall, kept: KeptBesideEvents, pause: timedelta) -> LiveHub:
    """The public's feeds, which hear of all that is stored."""

    def unplayed(match_id: MatchId) -> bool:
        return hall.tournaments.of(match_id).state.is_ruled(match_id.number)

    votes = kept.double_votes
    hub = LiveHub(
        GAMES,
        page_fragments,
        featured=kept.featured,
        names_of=hall.names,
        known=hall.registry,
        double_pause=pause,
        clock=hall.now,
        crowd=Crowd(await asyncio.to_thread(votes.every), votes.keep),
        unplayed=unplayed,
    )
    hall.persons.listeners.append(hub.names_changed)
    hall.subscriptions.add(hub)
    return hub


class ExtraOn(NamedTuple):
    """What an extra that is on adds to the pages and to what is printed, with its services."""

    pages: PageHooks
    prints: Sequence[Printable]
    services: Sequence[object]


@contextlib.asynccontextmanager
async def extras_of(running: RunningHall, settings: Settings) -> AsyncIterator[Sequence[ExtraOn]]:
    """The extras that are on, over a running hall; let go of at the end.

    Raises ExtraRefused for one that cannot be had as the settings have it.
    """
    async with contextlib.AsyncExitStack() as stack:
        for missing in extras_missing():
            log.warning("extra skipped", extra=missing.name, missing=missing.why)
        _check_settings(settings)
        opening = Opening(settings, running.hall, running.hub, running.messages)
        extras = list[ExtraOn]()
        for hooks in extras_on(settings).values():
            services = await stack.enter_async_context(hooks.services(opening))
            extras.append(ExtraOn(hooks.pages, hooks.prints, services))
        yield extras


def extras_on(settings: Settings) -> dict[str, ServerHooks]:
    """What the extras add that are on by these settings, by their names.

    Where nobody says which: the usual ones, and those that the records have something of. One that
    lacks a library is left out.
    """
    known = extras_known()
    if settings.extras is not None:
        return {each.name: known[each] for each in known if each.name in settings.extras}
    in_use = {
        each
        for each, hooks in known.items()
        if each.is_usual or _given(each, settings) or hooks.is_in_use(settings)
    }
    return {each.name: known[each] for each in known if each in in_use}


def extras_known() -> dict[Extra, ServerHooks]:
    """What the extras add that can be had on a server, on or off."""
    found = {extra: _hooks_of(extra) for extra in server_extras()}
    return {extra: hooks for extra, hooks in found.items() if isinstance(hooks, ServerHooks)}


def _given(extra: Extra, settings: Settings) -> list[str]:
    """Its settings that are not as they are where nobody gives them."""
    fields = Settings.model_fields
    return [each for each in extra.settings if getattr(settings, each) != fields[each].default]


def _check_settings(settings: Settings) -> None:
    """Check that no setting is given that is of no use; raises ExtraRefused."""
    on, missing = extras_on(settings), {each.name: each.why for each in extras_missing()}
    for extra in server_extras():
        given = _given(extra, settings)
        if given and extra.name not in on:
            why = "is off: YALTA_EXTRAS does not name it"
            if extra.name in missing:
                why = f"cannot be had ({missing[extra.name]}): pip install 'yalta[{extra.name}]'"
            raise ExtraRefused(f"YALTA_{given[0].upper()}: the extra {extra.name} {why}")


def extras_missing() -> tuple[MissingExtra, ...]:
    """The extras that are installed and cannot be had on a server, each with what is missing."""
    found = (*installed_extras(), *(_hooks_of(each) for each in server_extras()))
    return tuple(each for each in found if isinstance(each, MissingExtra))


def listed_extras(settings: Settings) -> ListedExtras:
    """All that is installed beside the core, by name, as it stands by these settings."""
    on, missing = extras_on(settings), {each.name: each.why for each in extras_missing()}
    listed = list[ListedExtra]()
    for each in installed_extras():
        if isinstance(each, MissingExtra) or each.name in missing:
            listed.append(ListedExtra(each.name, ExtraState.SKIPPED, why=missing[each.name]))
            continue
        state = ExtraState.ON if each.name in on else ExtraState.OFF
        if not each.server:
            state = ExtraState.COMMANDS_ALONE
        listed.append(ListedExtra(each.name, state, each.about, tuple(each.commands)))
    return ListedExtras(tuple(listed))


def _hooks_of(extra: Extra) -> ServerHooks | MissingExtra:
    try:
        hooks = named(extra.server)
    except ImportError as error:
        return MissingExtra(extra.name, f"{extra.server}: {error}")
    assert isinstance(hooks, ServerHooks), extra
    return hooks


def services_over(
    running: RunningHall,
    settings: Settings,
    *,
    extras: Sequence[ExtraOn] = (),
    connections: ConnectionLimit | None = None,
) -> Services:
    """Everything that routes work with over a running hall, told of what is stored from now on."""
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
        rooms=_room_services(running, settings, connections, extras),
        formats=FORMAT_PAGES,
        page_hooks=tuple(each.pages for each in extras),
        printables=with_added(form for each in extras for form in each.prints),
        addresses=settings.addresses,
        language=settings.language,
        second_colour=settings.second_colour,
        connections=connections,
    )


def _room_services(
    running: RunningHall,
    settings: Settings,
    connections: ConnectionLimit | None,
    extras: Sequence[ExtraOn],
) -> RoomServices:
    """What single rooms of server/web, and the pages of extras, work with."""
    return RoomServices(
        ConsoleServices.over(running.desk, connections),
        BoardAdmission(),
        TableSockets.over(running.hall),
        _spectator_sight(running.hall, running.hub),
        HallLedgers(running.hall),
        StoryCache(running.hub),
        listed_extras(settings),
        *(service for each in extras for service in each.services),
    )


def _spectator_sight(hall: Hall, hub: LiveHub) -> SpectatorSight:
    """Which matches are hidden from who plays in them."""
    spectators = SpectatorSight(hub, hall.sight, partial(hall.open_room_shown, as_public=True))
    hall.subscriptions.add(spectators)
    hall.persons.listeners.append(spectators.look_again)
    return spectators


def _tournament_feed(
    hall: Hall, hub: LiveHub, outcomes: PublicOutcomes, latest: LatestResults
) -> TournamentFeed:
    """Who follows tournaments' pages."""
    feed = event_feed(hall, hub, outcomes, latest, [each.shown for each in FORMAT_PAGES])
    hall.subscriptions.add(feed)
    hub.listeners.append(feed.more_public)
    return feed


def _announcement_feed(hall: Hall) -> AnnouncementFeed:
    """Who follows what is announced."""
    feed = AnnouncementFeed(lambda: hall.tournaments.announced, hall.names, hall.now)
    hall.subscriptions.add(feed)
    return feed
