"""The parts of a match's page that change while it is played, rendered once for all who watch.

They are made from the public snapshot alone (ruling 12).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from rules.dice import Roll
from rules.duplicate.state import RoomResult
from rules.events import MatchScheduled
from rules.room import Room
from rules.scoring.match_protocol import Confirmations, MatchProtocol
from rules.scoring.teams import PerTeam, TeamPlace
from rules.side import Side
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.relay.hall import GAMES
from server.relay.protocols import scored
from server.web.board_drawing import board_svg
from server.web.board_words import NAMES, latest_words, move_lines, status_words, waiting_words
from server.web.protocol_rows import result_lines


@dataclass(frozen=True, slots=True)
class _Finished:
    """What the match protocol is made of: equal ones are rendered once."""

    scheduled: MatchScheduled
    over: bool
    signed: frozenset[str]
    results: tuple[tuple[int, Room, RoomResult], ...]
    openings: tuple[tuple[int, Roll], ...]
    annulled: tuple[tuple[int, str], ...]


def page_fragments(now: PublicSnapshot) -> Mapping[str, str]:
    """Each changing part's HTML by the id of its place in the page."""
    lines = move_lines(now.table.told, GAMES[now.scheduled.game_name].notation)
    told = {
        "now": now,
        "board": board_svg(now.table),
        "waiting": waiting_words(now),
        "latest": latest_words(lines),
        "lines": lines,
        "names": NAMES,
        "Side": Side,
    }
    parts = {part: _rendered(part, told) for part in ("board", "waiting", "moves")}
    return {**parts, **_finished_parts(_finished(now))}


@cache
def page_templates() -> Environment:
    """The pages' templates; whatever is put into them is escaped."""
    templates = Environment(
        loader=PackageLoader("server.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals["status_of"] = status_words
    return templates


def _rendered(part: str, told: Mapping[str, object]) -> str:
    return page_templates().get_template(f"_{part}.html").render(told)


def _finished(now: PublicSnapshot) -> _Finished:
    games = sorted({game for game, _ in now.results})
    return _Finished(
        now.scheduled,
        now.phase is PublicPhase.OVER,
        now.signed,
        tuple((game, room, now.results[game, room]) for game in games for room in Room),
        tuple((game, now.openings[game]) for game in games if game in now.openings),
        tuple((game, now.annulled[game]) for game in games if game in now.annulled),
    )


@lru_cache(maxsize=512)
def _finished_parts(finished: _Finished) -> Mapping[str, str]:
    protocol, scheduled = _protocol(finished), finished.scheduled
    teams = PerTeam(scheduled.home, scheduled.away)
    told = {
        "scheduled": scheduled,
        "home": scheduled.home,
        "away": scheduled.away,
        "protocol": protocol,
        "rows": result_lines(protocol, teams),
    }
    return {part: _rendered(part, told) for part in ("score", "protocol")}


def _protocol(finished: _Finished) -> MatchProtocol:
    openings, annulled = dict(finished.openings), dict(finished.annulled)
    results = tuple(
        scored(result, game, room, opening=openings.get(game), cancelled=annulled.get(game, ""))
        for game, room, result in finished.results
    )
    names = {TeamPlace.HOME: finished.scheduled.home, TeamPlace.AWAY: finished.scheduled.away}
    confirmations = Confirmations(
        frozenset(Room) if finished.over else frozenset(),
        frozenset(place for place in TeamPlace if names[place] in finished.signed),
    )
    return MatchProtocol(finished.scheduled.games, results, confirmations)
