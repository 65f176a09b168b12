"""The replays of all visitors, which are begun, played on and stored in one thread.

The hall never waits for them. One request is carried out at a time, few requests wait, and each
network address may make a limited number of requests in a period (our choice).

A game can be replayed if its match is over, so that both rooms are public (ruling 12), and no other
match that is not over uses one of the match's roll sets (ruling 15): nobody may see rolls that are
still to be played elsewhere.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

from rules import events as ev
from rules.duplicate.closed_seat import RecordedGame
from rules.duplicate.roll_sets import roll_sets
from rules.duplicate.seed_dice import joined
from rules.duplicate.state import MatchState
from rules.identities import MatchId
from rules.position import Side
from rules.room import Room, RoomResult
from server.hall import Hall
from server.live.hub import LiveHub
from server.matches.match_record import MatchRecord
from server.random_ids import random_id
from yalta_extras.closed_seat.decisions import Opponents, SeatedGame, begun, decided
from yalta_extras.closed_seat.seat_actions import SeatAction, reading_of
from yalta_extras.closed_seat.tables import GamePlayed, KeptGame, SeatedGames

WAITING = 16
"""The most requests that may wait for the thread (our choice)."""
BEGUN_WITHIN, BEGUN_MOST = timedelta(minutes=10), 30
"""The period, and the most replays that one network address may begin in it (our choice).

The number is not lower, because all visitors in a hall may have the same address.
"""
DONE_WITHIN, DONE_MOST = timedelta(minutes=1), 240
"""The period, and the most decisions that one network address may send in it (our choice)."""
_ADDRESSES = 512
"""The most network addresses remembered; beyond them the least recently used is forgotten."""
_Answer = TypeVar("_Answer")


class TooMany(Exception):
    """Too many requests wait, or came from one network address; the visitor can try again later."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A visitor's replay in its present state.

    `seat_id` is its id, a secret that only this visitor's browser knows. `played` is the game that
    is replayed.
    """

    seat_id: str
    played: GamePlayed
    seated: SeatedGame

    @property
    def side(self) -> Side:
        """The side that the visitor plays at the closed table."""
        return self.seated.side

    @property
    def result(self) -> RoomResult | None:
        """The result of the replay, None while it is being played."""
        return self.seated.table.result


def played(match_id: MatchId, recorded: RecordedGame) -> GamePlayed:
    """Return the key of a recorded game: its match, number and attempt."""
    return GamePlayed(match_id, recorded.rolled.game, recorded.rolled.attempt)


class ClosedSeats:
    """The replays of all visitors, stored in the file at `path`; `now` returns the time in UTC.

    Every coroutine except `close` can raise TooMany or SeatsUnavailable.
    """

    def __init__(self, path: Path, now: Callable[[], datetime], opponents: Opponents) -> None:
        self._games, self._now = SeatedGames(path, now), now
        self._opponents = opponents
        self._thread = ThreadPoolExecutor(1, "closed-seats")
        self._waiting = 0
        self._begun = _Allowance(BEGUN_MOST, BEGUN_WITHIN)
        self._done = _Allowance(DONE_MOST, DONE_WITHIN)

    async def begin(self, game: GamePlayed, recorded: RecordedGame, side: Side, by: str) -> Sitting:
        """Begin a replay on `side` and play it up to the visitor's first decision.

        `recorded` is the record of the game `game`. `by` is the visitor's network address. Raises
        SeatsFull if no more replays can be stored.
        """
        self._begun.take(by, self._now())
        return await self._in_thread(lambda: self._begin(game, recorded, side))

    async def sitting(
        self, seat_id: str, match_id: MatchId, games: Mapping[int, RecordedGame]
    ) -> Sitting | None:
        """Return a visitor's replay of one of the match's `games`, or None if there is none."""
        return await self._in_thread(lambda: self._sitting(seat_id, match_id, games))

    async def decide(self, sitting: Sitting, action: SeatAction, by: str) -> Sitting:
        """Carry out a visitor's decision and what the opponent does then; return the new state.

        `by` is the visitor's network address. A decision from an outdated page changes nothing.
        Raises SeatRefused if the decision is not possible.
        """
        self._done.take(by, self._now())
        return await self._in_thread(lambda: self._decide(sitting, action))

    async def give_up(self, sitting: Sitting) -> None:
        """Delete a visitor's replay unless it is over."""
        if sitting.result is None:
            await self._in_thread(lambda: self._games.forget(sitting.seat_id))

    async def results(self, game: GamePlayed) -> Counter[tuple[Side, RoomResult]]:
        """Return how many visitors had each result in that game, keyed by side and result."""
        return await self._in_thread(lambda: self._games.results(game))

    async def close(self) -> None:
        """Finish the work in progress, and close the file."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._thread.submit(self._games.close).result()
        self._thread.shutdown()
        self._opponents.close()

    async def _in_thread(self, work: Callable[[], _Answer]) -> _Answer:
        if self._waiting >= WAITING:
            raise TooMany
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1

    def _begin(self, game: GamePlayed, recorded: RecordedGame, side: Side) -> Sitting:
        seated = self._opponents.answer(
            recorded.game, lambda player_of: begun(recorded, side, player_of, _name(game))
        )
        sitting = Sitting(random_id(), game, seated)
        self._games.begin(_as_kept(sitting))
        return sitting

    def _sitting(
        self, seat_id: str, match_id: MatchId, games: Mapping[int, RecordedGame]
    ) -> Sitting | None:
        kept = self._games.find(seat_id)
        recorded = games.get(kept.played.game) if kept is not None else None
        if kept is None or recorded is None or kept.played != played(match_id, recorded):
            return None
        if not kept.events:
            return None
        return Sitting(seat_id, kept.played, SeatedGame.of(recorded, kept.side, kept.events))

    def _decide(self, sitting: Sitting, action: SeatAction) -> Sitting:
        recorded, game = sitting.seated.recorded, sitting.played
        now = self._sitting(sitting.seat_id, game.match, {game.game: recorded}) or sitting
        if action.seen != len(now.seated.events):
            return now
        reading = reading_of(now.seated, action)
        name = _name(game)
        after = self._opponents.answer(
            recorded.game, lambda player_of: decided(now.seated, reading, player_of, name)
        )
        sitting = replace(sitting, seated=after)
        self._games.keep(_as_kept(sitting))
        return sitting


def _name(game: GamePlayed) -> str:
    return f"{game.match}/{game.game}/{game.attempt}"


def _as_kept(sitting: Sitting) -> KeptGame:
    seated = sitting.seated
    return KeptGame(sitting.seat_id, sitting.played, seated.side, seated.events, sitting.result)


class _Allowance:
    """A limit on the requests of one network address in a period.

    At most `_ADDRESSES` addresses are remembered.
    """

    def __init__(self, most: int, within: timedelta) -> None:
        self._most, self._within = most, within
        self._taken: OrderedDict[str, tuple[datetime, int]] = OrderedDict()

    def take(self, address: str, now: datetime) -> None:
        """Count one more request from a network address; raises TooMany beyond the limit."""
        since, count = self._taken.pop(address, (now, 0))
        if now - since >= self._within:
            since, count = now, 0
        self._taken[address] = since, min(count + 1, self._most + 1)
        if len(self._taken) > _ADDRESSES:
            self._taken.popitem(last=False)
        if count >= self._most:
            raise TooMany


def games_offered(hall: Hall, hub: LiveHub, match_id: MatchId) -> Mapping[int, RecordedGame]:
    """Return the games of a match that can be replayed now, keyed by number; empty without any.

    The match must be in memory.
    """
    process = hall.matches.get(match_id)
    if process is None or not hub.is_over(match_id):
        return {}
    record, state = process.record, process.record.state
    if not isinstance(state, MatchState) or record.started is None:
        return {}
    others = (each.record for each in hall.registry.in_play().values())
    if shares_rolls(record, others):
        return {}
    rolled = roll_sets(process.history)
    seed = joined(record.started.seed, record.started.words)
    recorded = {
        game: RecordedGame(record.game, rolls, state.results[game, Room.OPEN], seed)
        for game, rolls in rolled.items()
        if all((game, room) in state.results for room in Room)
    }
    return {game: each for game, each in recorded.items() if _counts(each, state)}


def shares_rolls(record: MatchRecord, others: Iterable[MatchRecord]) -> bool:
    """Return True if one of `others` is not over and uses one of this match's roll sets."""
    own = _sets_of(record)
    return any(
        each.match_id != record.match_id
        and each.match_id.tournament == record.match_id.tournament
        and not each.is_over
        and not own.isdisjoint(_sets_of(each))
        for each in others
    )


def _sets_of(record: MatchRecord) -> frozenset[int]:
    """Return the numbers of a match's roll sets, none for one that counts in no standings."""
    scheduled = record.scheduled
    if not isinstance(scheduled, ev.MatchScheduled) or scheduled.trial:
        return frozenset()
    return frozenset(range(scheduled.roll_set, scheduled.roll_set + scheduled.games))


def _counts(recorded: RecordedGame, state: MatchState) -> bool:
    """Return True if the game can be replayed: its rolls are known and it was not cancelled."""
    number = recorded.rolled.game
    cancelled = any(
        state.results[number, room].loser is None and state.results[number, room].adjusted is None
        for room in Room
    )
    return recorded.is_playable and not cancelled
