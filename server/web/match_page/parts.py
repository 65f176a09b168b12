"""The parts of a match's public page that change during play, rendered once for each language.

The parts are made from the public snapshot alone, so that everybody can be sent the same parts
(ruling 12).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from markupsafe import escape

from protocol_forms.protocol_view import match_vp_words
from rules.events import MatchPlayScheduled
from rules.games.known_games import GAMES
from rules.match_play.protocol import MatchPlayProtocol
from rules.position import Side
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.tallies import TallyProtocol
from rules.scoring.teams import PerTeam
from server.live.snapshot import PublicPhase, PublicSnapshot, public_protocol
from server.values.match_ending import Ending, match_ending
from server.values.naming import NO_NAMES, Names
from server.views.games.public import (
    ComparedDouble,
    RailRow,
    compared_doubles,
    live_rail,
    pace_words,
)
from server.views.match.first_glance import crossed_words, lead_words, most_words, next_words
from server.views.match.public import counted_words, latest_words, move_lines, waiting_words
from server.views.match.wait import stake_words, wait_for_closed_room
from server.views.results.public import ResultLine, game_bars, result_lines
from server.views.tables.words import side_names
from server.web.shell.page_templates import page_templates
from server.words.translation import Words, words_for

_PARTS = (
    "stage",
    "open-seats",
    "closed-seats",
    "lead",
    "crossed",
    "wait",
    "waiting",
    "answer",
    "pace",
    "counted",
)


def page_fragments(
    now: PublicSnapshot, language: str, names: Names = NO_NAMES
) -> Mapping[str, str]:
    """Return the HTML of each changing part of a match's page, in one language.

    The keys are the ids of the parts' places on the page.
    """
    words = words_for(language)
    teams = PerTeam(names.by(now.opponents.home), names.by(now.opponents.away))
    path = names.match(now.scheduled.match_id).path
    lines = move_lines(now.table.facts, GAMES[now.scheduled.game_name], words)
    public = now.public_game(now.game)
    doubles = [] if public is None else compared_doubles(public, words)
    context = {
        "now": now,
        "doubles": doubles,
        "waiting": waiting_words(now, words),
        "next": next_words(now, words),
        "lead": lead_words(now, teams, words),
        "most": most_words(now, words),
        "crossed": crossed_words(now, names, words),
        "wait": wait_for_closed_room(now, names, words),
        "ending": _ending(now, teams, words),
        "rows": _results_over(now, teams, words),
        "match": path,
        "pace": pace_words(now, words),
        "counted": counted_words(now.table, words),
        "names": side_names(words),
        "people": names,
        "Side": Side,
    }
    parts = {part: _rendered(part, language, context) for part in _PARTS}
    parts["stakes"] = str(escape(stake_words(now, names, words)))
    parts["latest"] = str(escape(latest_words(lines, words)))
    rows = live_rail(now, now.game, lines, words)
    two_rooms = len(now.rooms) > 1
    parts["moves"] = rail_html(rows, path, now.game, words, two_rooms=two_rooms, newest=True)
    parts["doubles"] = doubles_html(doubles, now.game, words, two_rooms=two_rooms)
    players = _players(now, names, words)
    return {**parts, **_finished_parts(_Finished(now), language, teams, players, path)}


def rail_html(
    rows: Sequence[RailRow],
    match: str,
    game: int,
    words: Words,
    *,
    two_rooms: bool,
    newest: bool = False,
    current: str = "",
) -> str:
    """Return a game's dice rail as HTML: a row for each roll, with both rooms' plays beside it.

    `match` is the path of the match's page, `game` the number of the game. With `newest`, the last
    row is marked as new. `current` is the name of the step whose row is marked as shown.
    """
    context = {
        "rows": rows,
        "match": match,
        "game": game,
        "two_rooms": two_rooms,
        "newest": newest,
        "current": current,
        "names": side_names(words),
    }
    return _rendered("rail", words.code, context)


def doubles_html(
    doubles: Sequence[ComparedDouble], game: int, words: Words, *, two_rooms: bool
) -> str:
    """Return as HTML how the players and the spectators answered each double of a game.

    `game` is the number of the game. Return an empty text if there are no `doubles`.
    """
    context = {
        "doubles": doubles,
        "game": game,
        "two_rooms": two_rooms,
        "names": side_names(words),
    }
    return _rendered("doubles", words.code, context)


def _results_over(now: PublicSnapshot, teams: PerTeam[str], words: Words) -> list[ResultLine]:
    """Return the lines of the match's results, none until it is over in public."""
    if now.phase is not PublicPhase.OVER:
        return []
    return [*result_lines(public_protocol(now), teams, now.scheduled.game_name, words)]


def _ending(now: PublicSnapshot, teams: PerTeam[str], words: Words) -> Ending | None:
    """Return the sentence on the match's end, None until it is over in public."""
    over = now.phase is PublicPhase.OVER
    return match_ending(public_protocol(now), teams, words) if over else None


def _players(now: PublicSnapshot, names: Names, words: Words) -> PerTeam[str]:
    """Return each team's players with their rooms; empty texts until both line-ups are in."""
    if now.line_ups is None:
        return PerTeam("", "")
    home, away = (
        words.gettext(
            "%(open)s, open room · %(closed)s, closed room",
            open=names.of(team.open_player),
            closed=names.of(team.closed_player),
        )
        for team in (now.line_ups.home, now.line_ups.away)
    )
    return PerTeam(home, away)


def _rendered(part: str, language: str, context: Mapping[str, object]) -> str:
    return page_templates(language).get_template(f"match_page/_{part}.html").render(context)


class _Finished:
    """A key for the cache of the HTML of a match's results, made from the match's public state.

    Two keys are equal if their states have the same results, the same signatures, the same game in
    play, and the same values of everything else that this HTML shows.
    """

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
            now.game,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Finished) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=512)
def _finished_parts(
    finished: _Finished, language: str, teams: PerTeam[str], players: PerTeam[str], match: str
) -> Mapping[str, str]:
    now, words = finished.now, words_for(language)
    protocol, scheduled = public_protocol(now), now.scheduled
    over = now.phase is PublicPhase.OVER
    games = 0 if isinstance(scheduled, MatchPlayScheduled) else scheduled.games
    context = {
        "scheduled": scheduled,
        "home": teams.home,
        "away": teams.away,
        "protocol": protocol,
        "counted": isinstance(protocol, TallyProtocol),
        "seats": players,
        "match": match,
        "names": side_names(words),
        "Side": Side,
        "bars": game_bars(protocol, games, now.game, over),
        "ending": _ending(now, teams, words),
        "rows": result_lines(protocol, teams, scheduled.game_name, words),
        "vp_cited": match_vp_words(protocol, words.gettext)
        if isinstance(protocol, MatchProtocol)
        else "",
    }
    form = "match_play_" if isinstance(protocol, MatchPlayProtocol) else ""
    made = {part: _rendered(f"{form}{part}", language, context) for part in ("score", "protocol")}
    others = ("games", "ending", "by-room")
    return {**made, **{part: _rendered(part, language, context) for part in others}}
