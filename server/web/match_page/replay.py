"""The page of a finished match whose address hides results: its games from the first roll.

The page shows both rooms' boards at one step of a game and the rolls up to there, and nothing of
what comes later: no score, no ending, no number of steps. `…/matches/3?results=hidden` is game 1
before its first roll, so that this page is the same whatever the result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import escape

from rules.events import MatchPlayScheduled
from server.live.encoding import public_table_form
from server.live.snapshot import PublicSnapshot
from server.values.naming import Names
from server.views.games.positions import Place, position_at, step_words, where_words
from server.views.games.public import GameStory, story_rail
from server.views.tables.pictures import board_picture
from server.views.tables.words import board_in_words, board_terms, side_names
from server.web.match_page.parts import page_fragments, rail_html
from server.words.translation import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayPage:
    """Values of the page that replays a finished match without its result.

    `game` is the number of the game shown and `step` the index of its step, -1 before the first
    roll. `table` and `closed_table` are the rooms' positions as `<bg-board>` takes them;
    `closed_table` is None in a match at one table. `rail` has the rolls up to the step as HTML,
    `latest` the step's lines. `before` and `after` are the ends of the addresses of the steps
    around this one, empty if there is none. `where` names the step. `games` are the numbers of the
    games that can be opened. `ended` is True if the address names a game after the last one.
    """

    now: PublicSnapshot
    people: Names
    seats: Mapping[str, str]
    game: int
    step: int
    table: Mapping[str, Any]
    table_in_words: str
    table_picture: str
    closed_table: Mapping[str, Any] | None
    closed_in_words: str
    closed_picture: str
    rail: str
    latest: str
    where: str
    before: str
    after: str
    games: Sequence[int]
    ended: bool
    board_terms: Mapping[str, Any]
    page_terms: Mapping[str, Any]


def replay_page(
    now: PublicSnapshot,
    story: GameStory | None,
    game: int,
    step: int,
    words: Words,
    names: Names,
    *,
    aids: bool,
) -> ReplayPage:
    """Return the values of the page at a step of a finished match's game.

    `story` is the game's, None if it was not played. `step` is as in ReplayPage. With `aids` the
    tables have pip counts.
    """
    game_name = now.scheduled.game_name
    opened, closed, latest = now.start, now.start if len(now.rooms) > 1 else None, ""
    if story is not None:
        at = position_at(now, story, Place(game), step if step >= 0 else None)
        opened, closed, latest = at.open, at.closed, step_words(story, at.step, words)
    path = names.match(now.scheduled.match_id).path
    rows = story_rail(story, words)[: step + 1] if story else []
    current = rows[-1].step if rows else ""
    parts = page_fragments(now, words.code, names)
    two_rooms = len(now.rooms) > 1
    return ReplayPage(
        now=now,
        people=names,
        seats={room: parts[f"{room}-seats"] for room in ("open", "closed")},
        game=game,
        step=step,
        table=public_table_form(opened),
        table_in_words=board_in_words(opened, game_name, words, aids=aids),
        table_picture=board_picture(opened, game_name),
        closed_table=None if closed is None else public_table_form(closed),
        closed_in_words=""
        if closed is None
        else board_in_words(closed, game_name, words, aids=aids),
        rail=rail_html(rows, path, game, words, two_rooms=two_rooms, current=current),
        latest=str(escape(latest)),
        where=_where(story, game, step, words),
        before=_link(story, game, step - 1),
        after=_link(story, game, step + 1),
        games=_games(now, game),
        ended=story is None,
        closed_picture="" if closed is None else board_picture(closed, game_name),
        board_terms=board_terms(words, aids=aids),
        page_terms=_page_terms(words),
    )


def replayed_step(story: GameStory | None, place: Place) -> int | None:
    """Return the index of the step that a place names, -1 for the whole game, None for no step."""
    if place.step is None:
        return -1
    links = [each.link for each in story.steps] if story else []
    return links.index(place.step) if place.step in links else None


def _where(story: GameStory | None, game: int, step: int, words: Words) -> str:
    terms = _page_terms(words)
    if story is None or step < 0:
        return str(terms["start"].format(game=game))
    return where_words(terms["step"], story, step, words)


def _link(story: GameStory | None, game: int, step: int) -> str:
    """Return the end of a step's address; step -1 is the whole game."""
    if story is None or not -1 <= step < len(story.steps):
        return ""
    return Place(game, story.steps[step].link if step >= 0 else None).path


def _games(now: PublicSnapshot, shown: int) -> list[int]:
    """Return the numbers of the games that the page offers.

    They say nothing of the result: all games of a match in two rooms, and at one table those until
    the one after the game shown, whether it was played or not.
    """
    scheduled = now.scheduled
    last = shown + 1 if isinstance(scheduled, MatchPlayScheduled) else scheduled.games
    return [*range(1, last + 1)]


def _page_terms(words: Words) -> dict[str, Any]:
    return {
        "start": words.gettext("Game %(game)s, before the first roll", game="{game}"),
        "step": words.gettext("Game %(game)s, move %(step)s", game="{game}", step="{step}"),
        "rooms": {"closed": words.gettext("Closed room")},
        "sides": {side.value: name for side, name in side_names(words).items()},
    }
