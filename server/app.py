"""The composition root: what is made once, in which order, and how it ends."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Collection
from datetime import UTC, datetime, timedelta

from fastapi import Depends, FastAPI
from fastapi_offline import FastAPIOffline

from server.access import Action
from server.accounts.administration import AccountAdministration
from server.accounts.passphrases import Passphrases
from server.accounts.sign_in import Authenticator
from server.boards.ports import Ports
from server.hall import GAMES, Hall
from server.live.hub import LiveHub
from server.settings import Settings
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.board_keys import BoardKeys
from server.store.accounts_db.featured_match import FeaturedMatch
from server.store.event_log.sqlite_log import SqliteEventLog
from server.store.matching_files import check_files_match
from server.translation import SOURCE_LANGUAGE
from server.web.accounts.account_refusals import add_account_refusals
from server.web.accounts.router import not_allowed_page, people_routes
from server.web.api.router import operator_api
from server.web.boards.board_pages import BoardPages
from server.web.boards.board_socket import board_socket
from server.web.console.router import console_routes
from server.web.edge.authorization import add_authorization, needs
from server.web.edge.origin_check import OriginCheck
from server.web.edge.refusals import add_refusals
from server.web.pages.shell import Shell
from server.web.pages.unknown_pages import add_unknown_pages
from server.web.prints.match_files import match_file_routes
from server.web.prints.protocol_routes import form_routes
from server.web.spectators.live_socket import live_routes
from server.web.spectators.page_fragments import page_fragments
from server.web.spectators.router import spectator_pages


def _utc_now() -> datetime:
    return datetime.now(UTC)


@contextlib.asynccontextmanager
async def running_hall(
    settings: Settings, passphrases: Passphrases | None = None
) -> AsyncIterator[tuple[Hall, LiveHub, Authenticator]]:
    """A hall with its records open and its ports watched, closed again at the end."""
    settings.data_folder.mkdir(parents=True, exist_ok=True)
    event_log = await SqliteEventLog.open(settings.log_file)
    try:
        accounts_file = await asyncio.to_thread(AccountsFile.open, settings.accounts_file)
        try:
            identity = await event_log.identity()
            files = settings.log_file, settings.accounts_file
            await asyncio.to_thread(check_files_match, accounts_file, identity, *files)
            featured = await asyncio.to_thread(FeaturedMatch, accounts_file)
            hall = Hall(event_log, BoardKeys(accounts_file), _utc_now)
            hub = LiveHub(GAMES, page_fragments, featured)
            hall.listeners.append(hub.happened)
            await hall.open()
            ports = asyncio.create_task(Ports(hall.boards, settings.devices, settings.baud).watch())
            try:
                yield hall, hub, _authenticator(accounts_file, settings, passphrases)
            finally:
                ports.cancel()
                await asyncio.gather(ports, return_exceptions=True)
                await hall.close()
        finally:
            await asyncio.to_thread(accounts_file.close)
    finally:
        await event_log.close()


def _authenticator(
    accounts_file: AccountsFile, settings: Settings, passphrases: Passphrases | None
) -> Authenticator:
    return Authenticator(
        accounts_file,
        _utc_now,
        idle=timedelta(hours=settings.session_idle_hours),
        longest=timedelta(days=settings.session_days),
        passphrases=passphrases,
    )


def create_app(
    hall: Hall,
    hub: LiveHub,
    authenticator: Authenticator,
    names: Collection[str] = (),
    language: str = SOURCE_LANGUAGE,
) -> FastAPI:
    """The web application over a running hall; `names` are those it is called by in browsers.

    `language` is that of the pages where a browser asks for none of theirs.
    """
    app = FastAPIOffline(
        title="Yalta",
        redoc_url=None,
        summary="Duplicate backgammon for teams: the same dice in both rooms.",
        description="Operator's API, the boards' socket, and the public's pages and feed.",
    )
    app.state.sessions = authenticator
    app.add_middleware(OriginCheck, names=names)
    add_refusals(app)
    shell = Shell(language)
    add_account_refusals(app)
    add_authorization(app, not_allowed_page(shell))
    add_unknown_pages(app, shell)

    @app.get("/health", tags=["health"], dependencies=[Depends(needs(Action.SEE_PUBLIC))])
    async def health() -> dict[str, str]:
        """Answers while the server runs."""
        return {"status": "ok"}

    app.include_router(operator_api(hall))
    app.include_router(form_routes(hall, hub, shell))
    app.include_router(match_file_routes(hall, hub))
    app.include_router(
        people_routes(shell, hall, authenticator, AccountAdministration(authenticator, _utc_now))
    )
    app.include_router(console_routes(shell, hall))
    app.include_router(BoardPages(shell, hall).routes())
    app.include_router(board_socket(hall))
    app.include_router(live_routes(hub))
    accounts = authenticator.accounts
    app.include_router(spectator_pages(hub, shell, set_up=lambda: accounts.director_exists))
    return app
