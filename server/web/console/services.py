"""What the console's routes work with besides the services that all have."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, cast

from fastapi import Depends
from starlette.requests import HTTPConnection

from server.console.desk import ConsoleDesk
from server.hall import Hall
from server.web.console.page_parts import ConsoleParts
from server.web.console.pulse import Pulse


@dataclass(frozen=True, slots=True)
class ConsoleServices:
    """The desk and what wakes its sockets; `app.state.console` holds them."""

    desk: ConsoleDesk
    pulse: Pulse

    @classmethod
    def over(cls, hall: Hall, now: Callable[[], datetime]) -> "ConsoleServices":
        """Those of a hall; `now` gives the time in any zone, told in that of the hall's machine."""
        services = cls(ConsoleDesk(hall, lambda: now().astimezone()), Pulse())
        hall.listeners.append(services.pulse.happened)
        hall.boards.alarms.listeners.append(services.pulse.boards_changed)
        return services


def _services(connection: HTTPConnection) -> ConsoleServices:
    return cast(ConsoleServices, connection.app.state.console)


async def _desk(connection: HTTPConnection) -> ConsoleDesk:
    desk = _services(connection).desk
    await desk.recall()
    return desk


ConsoleDeskDep = Annotated[ConsoleDesk, Depends(_desk)]


async def _parts(desk: ConsoleDeskDep) -> ConsoleParts:
    return ConsoleParts(desk)


async def _pulse(connection: HTTPConnection) -> Pulse:
    return _services(connection).pulse


ConsolePartsDep = Annotated[ConsoleParts, Depends(_parts)]
PulseDep = Annotated[Pulse, Depends(_pulse)]
