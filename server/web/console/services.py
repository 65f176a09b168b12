"""What the console's routes work with besides the services that all have."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from server.console.desk import ConsoleDesk
from server.web.console.page_parts import ConsoleParts
from server.web.console.pulse import Pulse
from server.web.edge.command_ids import form_key_of, no_form_key
from server.web.edge.connection_limit import ConnectionLimit
from server.web.edge.services import LiveHubDep, room_service, services_of


@dataclass(frozen=True, slots=True)
class ConsoleServices:
    """The desk and what wakes its sockets."""

    desk: ConsoleDesk
    pulse: Pulse

    @classmethod
    def over(cls, desk: ConsoleDesk, connections: ConnectionLimit | None) -> "ConsoleServices":
        """Those of a desk and its hall; `connections` are those that the server keeps."""
        services = cls(desk, Pulse())
        if connections is not None:
            connections.listeners.append(services.pulse.boards_changed)
        desk.hall.subscriptions.add(services.pulse)
        desk.hall.subscriptions.changed.append(services.pulse.boards_changed)
        desk.hall.persons.listeners.append(services.pulse.names_changed)
        desk.hall.seating.listeners.append(services.pulse.boards_changed)
        desk.hall.boards.alarms.listeners.append(services.pulse.boards_changed)
        desk.hall.storage.listeners.append(services.pulse.boards_changed)
        desk.hall.backup.listeners.append(services.pulse.boards_changed)
        return services


ConsoleServicesDep = Annotated[ConsoleServices, Depends(room_service(ConsoleServices))]


async def _desk(services: ConsoleServicesDep) -> ConsoleDesk:
    return services.desk


ConsoleDeskDep = Annotated[ConsoleDesk, Depends(_desk)]


async def _parts(connection: HTTPConnection, desk: ConsoleDeskDep, hub: LiveHubDep) -> ConsoleParts:
    form_key = form_key_of(connection) if connection.scope["type"] == "http" else no_form_key
    return ConsoleParts(desk, hub, form_key, services_of(connection).connections)


async def _pulse(services: ConsoleServicesDep) -> Pulse:
    return services.pulse


ConsolePartsDep = Annotated[ConsoleParts, Depends(_parts)]
PulseDep = Annotated[Pulse, Depends(_pulse)]
