"""Everybody's decisions at the forks of all judged matches, in memory and kept for the next start.

A match is judged once; lists and rankings read here, and no match again for each visitor.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence

import structlog

from rules.identities import MatchId, PersonId
from server.luck.fork_tallies import ForkTally
from server.luck.judged import JudgedMatch
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.double_votes import ForkTallyStore, KeptTallies

log = structlog.get_logger()
VERSION = 1
"""Of what is counted; what another version kept is made anew once its match is judged again."""


class ForkBook:
    """Tallies by match; what was kept is read when it is first asked for.

    What the disk refuses stays in memory, and is made again after the next start.
    """

    def __init__(self, store: ForkTallyStore) -> None:
        self._store = store
        self._reading, self._is_read = asyncio.Lock(), False
        self._judged = dict[MatchId, str]()
        self._tallies = dict[MatchId, Sequence[ForkTally]]()

    def __contains__(self, match_id: MatchId) -> bool:
        """Whether something of that match is in memory."""
        return match_id in self._tallies

    async def every(self) -> Mapping[MatchId, Sequence[ForkTally]]:
        """The tallies of each match that was judged, as they are at any time."""
        await self._read()
        return self._tallies

    async def has(self, match_id: MatchId, judged: JudgedMatch) -> bool:
        """Whether this very judgement of the match is in it."""
        await self._read()
        return self._judged.get(match_id) == _name_of(judged)

    async def keep(
        self, match_id: MatchId, judged: JudgedMatch, tallies: Sequence[ForkTally]
    ) -> None:
        """Keep what that judgement comes to."""
        if await self.has(match_id, judged):
            return
        name = self._judged[match_id] = _name_of(judged)
        self._tallies[match_id] = tallies
        kept = KeptTallies(match_id, name, _written(tallies))
        try:
            await asyncio.to_thread(self._store.keep, kept, VERSION)
        except AccountsUnavailable as unavailable:
            log.warning("fork_tallies_not_kept", match=str(match_id), why=str(unavailable))

    async def forget(self, match_id: MatchId) -> None:
        """Let go of a match that goes on."""
        await self._read()
        if self._judged.pop(match_id, None) is None:
            return
        del self._tallies[match_id]
        try:
            await asyncio.to_thread(self._store.forget, match_id)
        except AccountsUnavailable as unavailable:
            log.warning("fork_tallies_not_forgotten", match=str(match_id), why=str(unavailable))

    async def _read(self) -> None:
        """Take up what was kept; where the disk refuses, with the next question."""
        async with self._reading:
            if self._is_read:
                return
            try:
                rows = await asyncio.to_thread(self._store.every, VERSION)
            except AccountsUnavailable as unavailable:
                log.warning("fork_tallies_not_read", why=str(unavailable))
                return
            for row in rows:
                if row.match_id not in self._judged:
                    self._judged[row.match_id] = row.judged
                    self._tallies[row.match_id] = _tallies_in(row.tallies)
            self._is_read = True


def _name_of(judged: JudgedMatch) -> str:
    return f"{judged.throws} {judged.engine} {judged.version} {judged.plies}"


def _written(tallies: Sequence[ForkTally]) -> str:
    return json.dumps(
        [[each.person.text, each.better, each.equal, each.worse, each.lost] for each in tallies]
    )


def _tallies_in(text: str) -> tuple[ForkTally, ...]:
    return tuple(
        ForkTally(person=PersonId(person), better=better, equal=equal, worse=worse, lost=lost)
        for person, better, equal, worse, lost in json.loads(text)
    )
