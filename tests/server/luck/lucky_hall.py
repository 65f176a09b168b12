"""A served hall with a finished match whose luck nobody has asked for yet."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from rules.scoring.match_protocol import MatchProtocol
from server.luck.match_luck import LuckKnown, MatchLuck
from server.matches.match_record import MatchRecord
from server.results.protocols import match_protocol
from tests.support.ids import match_id
from tests.support.seated_games import told_as_over
from tests.support.sensible_match import play_sensibly
from tests.support.served import Served, opened

PAGE = "/t/club/matches/1"


@contextlib.asynccontextmanager
async def lucky_hall(
    folder: Path, *, installed: bool = True, games: int = 4
) -> AsyncIterator[Served]:
    """Match 1 is over for everybody."""
    async with opened(folder) as served:
        hub = served.app.state.services.hub
        served.app.state.match_luck = MatchLuck(
            served.hall, hub, folder / "luck", installed=lambda: installed
        )
        await play_sensibly(served.hall, games=games)
        await told_as_over(hub, match_id(1))
        yield served


def luck_in(served: Served) -> MatchLuck:
    """What works out its luck."""
    luck = served.app.state.match_luck
    assert isinstance(luck, MatchLuck)
    return luck


async def known_in(served: Served) -> LuckKnown:
    """What is known of its match."""
    known = await luck_in(served).known(match_id(1))
    assert known is not None
    return known


def scored_in(served: Served) -> tuple[MatchRecord, MatchProtocol]:
    """Its match, and as it is scored."""
    record = served.hall.match(match_id(1)).record
    protocol = match_protocol(record)
    assert isinstance(protocol, MatchProtocol)
    return record, protocol
