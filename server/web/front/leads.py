"""The match that the front page leads with while nothing is played, cached until another ends."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, NamedTuple

from fastapi import Depends

from rules.identities import MatchId
from server.live.hub import LiveHub
from server.live.snapshot import PublicPhase
from server.values.naming import Names
from server.views.front.lead import MatchLead, match_lead
from server.views.games.public import GameStory
from server.web.edge.public_services import package_service
from server.web.match_page.stories import StoryCache
from server.words.translation import Words

_MadeFrom = tuple[tuple[tuple[MatchId, int], ...], int]
"""What a lead was made from: matches with the lengths of their logs, and the names' revision."""


class LeadingMatch(NamedTuple):
    """The match to lead with, and what the front page says of it."""

    match_id: MatchId
    lead: MatchLead


class FrontLeads:
    """The matches that lead the front page, one for each language.

    Each is kept until one of the matches that could lead has changed, or a name. So a page is made
    without a look into any match.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[str, bool], tuple[_MadeFrom, LeadingMatch | None]] = {}

    async def of(
        self,
        ended: Sequence[MatchId],
        hub: LiveHub,
        stories: StoryCache,
        words: Words,
        *,
        aids: bool,
    ) -> LeadingMatch | None:
        """Return the match to lead with of those that `ended`, the latest of which is first.

        It is the first in which the rooms played a roll differently, or else the first of all. With
        `aids`, the words about boards include pip counts.
        """
        names, key = hub.names_of(words.code), (words.code, aids)
        made_from = tuple((each, _length(hub, each)) for each in ended), names.revision
        known = self._made.get(key)
        if known is None or known[0] != made_from:
            lead = await _lead(ended, hub, stories, words, names, aids=aids)
            known = self._made[key] = made_from, lead
        return known[1]


async def _lead(
    ended: Sequence[MatchId],
    hub: LiveHub,
    stories: StoryCache,
    words: Words,
    names: Names,
    *,
    aids: bool,
) -> LeadingMatch | None:
    first: LeadingMatch | None = None
    for match_id in ended:
        async with hub.known.in_memory(match_id):
            now = hub.snapshot(match_id)
            if now is None or now.phase is not PublicPhase.OVER:
                continue
            story_of = partial(_story, stories, match_id, words)
            lead = LeadingMatch(match_id, match_lead(now, story_of, words, names, aids=aids))
        if lead.lead.difference is not None:
            return lead
        first = first or lead
    return first


def _story(stories: StoryCache, match_id: MatchId, words: Words, game: int) -> GameStory | None:
    return stories.game_story(match_id, game, words.code)


def _length(hub: LiveHub, match_id: MatchId) -> int:
    """Return the length of a finished match's log, or the number of another's public items."""
    kept = hub.known.finished.kept(match_id)
    if kept is not None:
        return kept.head
    now = hub.snapshot(match_id)
    return 0 if now is None else -now.last


FrontLeadsDep = Annotated[FrontLeads, Depends(package_service(FrontLeads))]
