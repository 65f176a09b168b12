"""The operator's API, resource by resource.

What it is asked to do it has done, durably, when it answers, in the name of whoever is signed in,
never of whom a body names.
"""

from server.web.api import (
    calls,
    events,
    health,
    matches,
    persons,
    tables,
)

ROUTERS = (
    health.router,
    events.router,
    persons.router,
    matches.router,
    tables.router,
    calls.router,
)
