"""The public's pages over a hub alone, with what the extra adds to them."""

from fastapi import FastAPI

from server.live.hub import LiveHub
from server.settings import ServerAddresses
from tests.support.public_pages import public_app
from yalta_extras.sharing import public
from yalta_extras.sharing.hooks import HOOKS


def shared_app(hub: LiveHub, addresses: ServerAddresses | None = None) -> FastAPI:
    """An application of what the public sees of the hub's matches, pictures and frames, too."""
    return public_app(hub, addresses, hooks=[HOOKS.pages], services=public.services())
