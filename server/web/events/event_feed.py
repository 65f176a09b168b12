"""The feed of tournaments' pages, put together: what they are made of, and how."""

from collections.abc import Mapping, Sequence
from functools import partial

from rules.identities import TournamentId
from server.hall import Hall
from server.live.hub import LiveHub
from server.live.public_events import LatestResults
from server.live.public_outcomes import PublicOutcomes
from server.live.tournament_feed import Followed, TournamentFeed
from server.web.edge.format_pages import FormatPages
from server.web.pages.event_view import EventView, event_facts, rendered_parts
from server.words.translation import words_for


def event_feed(
    hall: Hall,
    hub: LiveHub,
    public: PublicOutcomes,
    latest: LatestResults,
    formats: Sequence[FormatPages],
) -> TournamentFeed:
    """The feed of the tournaments of a hall."""

    def parts_of(followed: Followed) -> Mapping[str, str]:
        tournament = hall.tournaments.processes[followed.tournament]
        words = words_for(followed.language)
        view = EventView(hall, hub, public, latest, tournament, words, formats, followed.all_rounds)
        return rendered_parts(view, followed.page)

    def name_of(tournament: TournamentId) -> str:
        return str(hall.tournaments.names[tournament])

    def is_settled(tournament: TournamentId) -> bool:
        return hall.tournaments.processes[tournament].is_settled

    facts_of = partial(event_facts, hall, hub, public)
    return TournamentFeed(parts_of, facts_of, name_of, is_settled)
