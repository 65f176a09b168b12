"""What the console's routes work with besides the services that all have."""

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends
from starlette.requests import HTTPConnection

from server.console.desk import ConsoleDesk
from server.web.console.page_parts import ConsoleParts
from server.web.console.pulse import Pulse
from server.web.edge.command_ids import form_key_of, no_form_key
from server.web.edge.services import LiveHubDep


@dataclass(frozen=True, slots=True)
class ConsoleServices:
    """The desk and what wakes its sockets; `app.state.console` holds them."""

    desk: ConsoleDesk
    pulse: Pulse

    @classmethod
    def over(cls, desk: ConsoleDesk) -> "ConsoleServices":
        """Those of a desk and its hall."""
        services = cls(desk, Pulse())
        desk.hall.subscriptions.add(services.pulse)
        desk.hall.subscriptions.changed.append(services.pulse.boards_changed)
        desk.hall.persons.listeners.append(services.pulse.names_changed)
        desk.hall.seating.listeners.append(services.pulse.boards_changed)
        desk.hall.boards.alarms.listeners.append(services.pulse.boards_changed)
        desk.hall.storage.listeners.append(services.pulse.boards_changed)
        desk.hall.backup.listeners.append(services.pulse.boards_changed)
        return services


def _services(connection: HTTPConnection) -> ConsoleServices:
    return cast(ConsoleServices, connection.app.state.console)


async def _desk(connection: HTTPConnection) -> ConsoleDesk:
    return _services(connection).desk


ConsoleDeskDep = Annotated[ConsoleDesk, Depends(_desk)]


async def _parts(connection: HTTPConnection, desk: ConsoleDeskDep, hub: LiveHubDep) -> ConsoleParts:
    form_key = form_key_of(connection) if connection.scope["type"] == "http" else no_form_key
    return ConsoleParts(desk, hub, form_key, getattr(connection.app.state, "connections", None))


async def _pulse(connection: HTTPConnection) -> Pulse:
    return _services(connection).pulse


ConsolePartsDep = Annotated[ConsoleParts, Depends(_parts)]
PulseDep = Annotated[Pulse, Depends(_pulse)]
