"""A served hall with a finished match whose luck nobody has asked for yet."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

from players.gnubg_nets import nets_version
from rules.luck.chances import Throw
from rules.scoring.match_protocol import MatchProtocol
from server.matches.match_record import MatchRecord
from server.matches.protocols import match_protocol
from server.web.edge.public_services import PackageServices
from tests.support.finished_hall import until_known_over
from tests.support.ids import match_id
from tests.support.part_services import change_services
from tests.support.sensible_match import play_sensibly
from tests.support.served import Served, opened
from yalta_extras.analysis.judged import JudgedTurn, JudgingProcess
from yalta_extras.analysis.luck_sums import LuckKnown
from yalta_extras.analysis.match_luck import Judging, MatchLuck
from yalta_extras.analysis.match_section import LuckParts
from yalta_extras.analysis.tests.recorded_judgements import recorded

PAGE = "/t/club/matches/1"


class InventedJudge:
    """A stand-in for the judging process, which invents figures from the throws.

    It is for machines on which GNU Backgammon's neural nets (the nets) are not installed.
    """

    @classmethod
    async def start(cls) -> "InventedJudge":
        """Return a judge that is ready."""
        return cls()

    async def judged(self, throws: Sequence[Throw]) -> tuple[JudgedTurn, ...]:
        """Return luck made from the dice, and costs made from the positions after the plays."""
        return tuple(invented_turn(throw) for throw in throws)

    async def close(self) -> None:
        """Do nothing, because no process has to be ended."""


def invented_turn(throw: Throw) -> JudgedTurn:
    """Return luck made from the dice, and a cost made from the position after the play."""
    lost = None
    if throw.after is not None:
        lie = sum(place * place * count for place, count in enumerate(throw.after.of(throw.side)))
        lost = lie % 7 / 100
    return JudgedTurn(
        side=throw.side,
        turn=throw.turn,
        cube=throw.cube,
        luck_imp=(throw.roll.first + throw.roll.second - 7) / 4,
        luck_points=(throw.roll.first + throw.roll.second - 7) / 10,
        lost_imp=lost,
        lost_points=None if lost is None else lost * throw.cube,
        forced=False,
    )


@contextlib.asynccontextmanager
async def lucky_hall(
    folder: Path,
    *,
    installed: bool = True,
    games: int = 4,
    start: Callable[[], Awaitable[Judging]] | None = None,
) -> AsyncIterator[Served]:
    """Serve a hall whose match 1 is over and public, with its luck not judged yet.

    `start` starts a judge in place of the process that runs GNU Backgammon's neural nets.
    """
    async with opened(folder) as served:
        hub = served.hub
        luck = MatchLuck(
            served.hall,
            hub,
            folder / "luck",
            lambda: installed,
            start or JudgingProcess.start,
            nets_version if start is None else lambda: recorded().version,
        )
        use_luck(served, luck)
        hub.add_parts(LuckParts(served.hall, luck))
        await play_sensibly(served.hall, games=games)
        await until_known_over(hub, match_id(1))
        yield served


def use_luck(served: Served, luck: MatchLuck) -> None:
    """Make the server use `luck` for the luck of matches from now on."""
    others = [
        each for each in served.services.by_package.every(object) if not isinstance(each, MatchLuck)
    ]
    change_services(served.app, by_package=PackageServices(luck, *others))


def luck_in(served: Served) -> MatchLuck:
    """Return the server's MatchLuck."""
    return served.services.by_package.of(MatchLuck)


async def known_in(served: Served) -> LuckKnown:
    """Return what the server knows of the luck of match 1."""
    known = await luck_in(served).known(match_id(1))
    assert known is not None
    return known


def scored_in(served: Served) -> tuple[MatchRecord, MatchProtocol]:
    """Return the record of match 1, and its match protocol."""
    record = served.hall.match(match_id(1)).record
    protocol = match_protocol(record)
    assert isinstance(protocol, MatchProtocol)
    return record, protocol
