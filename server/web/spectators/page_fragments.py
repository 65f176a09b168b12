"""The parts of a match's page that change while it is played, rendered once a language for all.

They are made from the public snapshot alone (ruling 12).
"""

from collections.abc import Mapping
from functools import lru_cache

from protocol_forms.citations import match_vp_words
from rules.games.known_games import GAMES
from rules.match_play.protocol import MatchPlayProtocol
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.teams import PerTeam
from rules.side import Side
from server.live.public_protocol import public_protocol
from server.live.snapshot import PublicSnapshot
from server.persons.naming import NO_NAMES, Names
from server.translation import words_for
from server.web.pages.board_terms import side_names
from server.web.pages.page_templates import page_templates
from server.web.spectators.board_words import counted_words, latest_words, move_lines, waiting_words
from server.web.spectators.protocol_rows import result_lines

_PARTS = (
    "stage",
    "open-seats",
    "closed-seats",
    "latest",
    "waiting",
    "answer",
    "games",
    "moves",
    "counted",
)


def page_fragments(
    now: PublicSnapshot, language: str, names: Names = NO_NAMES
) -> Mapping[str, str]:
    """Each changing part's HTML in a language of the pages, by the id of its place in the page."""
    words = words_for(language)
    teams = PerTeam(names.by(now.opponents.home), names.by(now.opponents.away))
    lines = move_lines(now.table.told, GAMES[now.scheduled.game_name], words)
    told = {
        "now": now,
        "waiting": waiting_words(now, words),
        "latest": latest_words(lines, words),
        "lines": lines,
        "counted": counted_words(now.table, words),
        "names": side_names(words),
        "people": names,
        "Side": Side,
    }
    parts = {part: _rendered(part, language, told) for part in _PARTS}
    return {**parts, **_finished_parts(_Finished(now), language, teams)}


def _rendered(part: str, language: str, told: Mapping[str, object]) -> str:
    return page_templates(language).get_template(f"_{part}.html").render(told)


class _Finished:
    """A snapshot that equals another of the same match with the same results and signatures."""

    def __init__(self, now: PublicSnapshot) -> None:
        self.now = now
        self._key = (
            now.scheduled,
            now.phase.value == "over",
            now.signed,
            frozenset(now.results.items()),
            frozenset((game, now.openings.get(game)) for game, _ in now.results),
            frozenset(now.annulled.items()),
            now.score,
            now.games,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Finished) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=512)
def _finished_parts(finished: _Finished, language: str, teams: PerTeam[str]) -> Mapping[str, str]:
    now = finished.now
    protocol, scheduled = public_protocol(now), now.scheduled
    told = {
        "scheduled": scheduled,
        "home": teams.home,
        "away": teams.away,
        "protocol": protocol,
        "rows": result_lines(protocol, teams, scheduled.game_name, words_for(language)),
        "vp_cited": match_vp_words(protocol, words_for(language).gettext)
        if isinstance(protocol, MatchProtocol)
        else "",
    }
    form = "match_play_" if isinstance(protocol, MatchPlayProtocol) else ""
    return {part: _rendered(f"{form}{part}", language, told) for part in ("score", "protocol")}
