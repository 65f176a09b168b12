"""A game's moves as one JSON document, called its story, for pages that step through the game.

The document is at `GET /t/{name}/matches/{n}/games/{g}/story.json`. Its words are in the language
of the visitor's pages, and its tables have the form that `<bg-board>` takes.
"""

import json
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends, Request, Response
from starlette.exceptions import HTTPException

from rules.identities import MatchId
from rules.text import N_
from server.access import Action, PlaysInMatch
from server.live.encoding import public_table_form
from server.live.hub import LiveHub
from server.live.snapshot import PublicSnapshot
from server.values.naming import Names
from server.views.games.positions import PublicPosition, place_named, public_position, story_of
from server.views.games.public import GameStory, RoomStory, live_rail, story_rail
from server.web.edge.authorization import needs, visitor_of
from server.web.edge.public_services import LiveHubDep, MatchIdDep, package_service
from server.web.live.sight_changes import HiddenMatchesDep
from server.web.match_page.parts import doubles_html, rail_html
from server.web.shell.shell import ShellDep
from server.words.translation import Words, words_for


class StoryCache:
    """Caches of the stories that were last asked for, as values and as JSON."""

    def __init__(self, hub: LiveHub) -> None:
        self._hub = hub
        self._cached_story = lru_cache(maxsize=64)(self._story)
        self._encoded = lru_cache(maxsize=64)(self._document)

    def game_story(self, match_id: MatchId, game: int, language: str) -> GameStory | None:
        """Return a game's story as far as it is public, or None if the game has not begun."""
        now = self._hub.snapshot(match_id)
        return None if now is None else self._cached_story(match_id, game, now.last, language, True)

    def story(self, match_id: MatchId, game: int, last: int, language: str) -> bytes | None:
        """Return a game's story as a JSON document, or None if the game has not begun.

        `last` is the number of the last public item in the story.
        """
        return self._encoded(match_id, game, last, language, True)

    def finished(self, match_id: MatchId, game: int, language: str) -> bytes | None:
        """Return the story of a game that is public in both rooms, for players of the match.

        Return None for any other game. The number of the last public item is replaced by 0, since
        it would reveal how far the match is. Spectators' answers to doubles are left out, because
        players get no opinion about a cube (ruling 35).
        """
        now = self._hub.snapshot(match_id)
        public = now.public_game(game) if now else None
        if now is None or public is None or public.closed is None:
            return None
        return self._encoded(match_id, game, now.last, language, False)

    def _document(
        self, match_id: MatchId, game: int, last: int, language: str, watching: bool
    ) -> bytes | None:
        now = self._hub.snapshot(match_id)
        story = self._cached_story(match_id, game, last, language, watching)
        if story is None or now is None:
            return None
        form = {
            "last": last if watching else 0,
            **story_form(story),
            "rail": story_rail_html(self._hub, now, story, language),
            "doubles": story_doubles_html(now, story, language),
        }
        return json.dumps(form, ensure_ascii=False, separators=(",", ":")).encode()

    def _story(
        self, match_id: MatchId, game: int, last: int, language: str, watching: bool
    ) -> GameStory | None:
        """Return a game's story as it is now.

        `last`, the number of its last public item, serves only to tell a cached story from an older
        one. With `watching`, spectators' answers to doubles are included.
        """
        now = self._hub.snapshot(match_id)
        return None if now is None else story_of(now, game, words_for(language), watching=watching)


def story_rail_html(
    hub: LiveHub, now: PublicSnapshot, story: GameStory, language: str, *, current: str = ""
) -> str:
    """Return a game's dice rail (a row for each roll) up to the end of its story, as HTML.

    `current` is the name of the step that the boards show.
    """
    words = words_for(language)
    path = hub.names_of(language).match(now.scheduled.match_id).path
    if story.closed is None:
        rows = live_rail(now, story.game, story.open.lines, words)
    else:
        rows = story_rail(story, words)
    two_rooms = len(now.rooms) > 1
    return rail_html(rows, path, story.game, words, two_rooms=two_rooms, current=current)


def story_doubles_html(now: PublicSnapshot, story: GameStory, language: str) -> str:
    """Return spectators' and players' answers to the doubles in a game's story, as HTML."""
    words, two_rooms = words_for(language), len(now.rooms) > 1
    return doubles_html(story.doubles, story.game, words, two_rooms=two_rooms)


StoriesDep = Annotated[StoryCache, Depends(package_service(StoryCache))]

router = APIRouter(
    include_in_schema=False, dependencies=[Depends(needs(Action.WATCH, to_players=True))]
)


@router.get("/t/{tournament}/matches/{number}/games/{game}/story.json")
async def story(
    request: Request,
    match_id: MatchIdDep,
    game: int,
    hub: LiveHubDep,
    shell: ShellDep,
    stories: StoriesDep,
    hidden: HiddenMatchesDep,
) -> Response:
    """Answer with a game's story as far as it is public; with 404 if the game has not begun.

    Players of the match get only games that are over in both rooms. For other games PlaysInMatch is
    raised.
    """
    now = hub.snapshot(match_id)
    if now is None:
        raise hub.unknown(match_id)
    code = shell.words(request).code
    if match_id in hidden:
        body = stories.finished(match_id, game, code)
        if body is None:
            raise PlaysInMatch(visitor_of(request), Action.WATCH, match_id)
    else:
        body = stories.story(match_id, game, now.last, code)
    if body is None:
        begun = f"1 to {now.game}" if now.game else N_("none yet")
        raise HTTPException(404, f"game: {game}; allowed: {begun}")
    headers = {"cache-control": "no-store", "vary": "Cookie, Accept-Language"}
    return Response(body, media_type="application/json", headers=headers)


def story_form(story: GameStory) -> dict[str, Any]:
    """Return a story in the form of its JSON document.

    `start` and `closed_start` are the rooms' positions at the start; `open` and `closed` have a
    line for each move. In `steps`, each step says how many lines each room has by then. `differs`
    is the index in `steps`, from 0, of the first step that the rooms played differently, or null.
    """
    return {
        "game": story.game,
        "attempt": story.attempt,
        "start": public_table_form(story.open.tables[0]),
        "closed_start": None if story.closed is None else public_table_form(story.closed.tables[0]),
        "open": _room_form(story.open),
        "closed": None if story.closed is None else _room_form(story.closed),
        "steps": [
            {"link": step.link, "open": step.open, "closed": step.closed} for step in story.steps
        ],
        "differs": story.differs,
    }


def _room_form(room: RoomStory) -> list[dict[str, Any]]:
    return [
        {
            "turn": line.turn,
            "side": line.side.value,
            "text": line.text,
            "marks": [
                {"side": mark.side.value, "text": mark.text, "rule": mark.rule}
                for mark in line.marks
            ],
            "table": public_table_form(table),
        }
        for line, table in zip(room.lines, room.tables[1:], strict=True)
    ]


def position_meant(
    now: PublicSnapshot, stories: StoryCache, game: str, step: str | None, words: Words
) -> PublicPosition | None:
    """Return the position that an address names, or None if it is not public.

    `game` and `step` are the last parts of the address, such as "2" and "m14"; without `step` the
    address names the whole game.
    """
    place = place_named(game, step)
    if place is None:
        return None
    story = stories.game_story(now.scheduled.match_id, place.game, words.code)
    return public_position(now, story, place)


class MatchShown(NamedTuple):
    """A match as its page shows it: as it is now, or at the position that the address names."""

    now: PublicSnapshot
    position: PublicPosition | None

    def path(self, names: Names) -> str:
        """Return the path of the match's page, with the position if the address names one."""
        place = "" if self.position is None else self.position.place.path
        return names.match(self.now.scheduled.match_id).path + place
