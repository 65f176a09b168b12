"""Everything by which people come in and are given their rights: pages and API together."""

from server.web.accounts import (
    accounts_api,
    accounts_page,
    link_pages,
    links_api,
    own_account_page,
    session_api,
    sign_in,
)

ROUTERS = (
    session_api.router,
    accounts_api.router,
    links_api.router,
    sign_in.router,
    own_account_page.router,
    accounts_page.router,
    link_pages.router,
)
