"""The public page of one match, which is kept up to date, and the addresses of its positions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from markupsafe import escape
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from rules.identities import MatchId
from rules.scoring.teams import PerTeam
from server.access import Action, sees_aids
from server.live.encoding import public_table_form, whole_seconds
from server.live.hub import LiveHub
from server.live.snapshot import PublicPhase, PublicSnapshot, public_protocol
from server.values.match_ending import match_ending
from server.values.naming import NO_NAMES, Names
from server.views.games.positions import (
    Place,
    PublicPosition,
    first_shown,
    place_named,
    public_position,
    step_of_turn,
    step_words,
    where_words,
)
from server.views.games.public import age_terms
from server.views.match.lists import (
    Events,
    MatchRow,
    event_called,
    is_playing,
    match_row,
    soonest_first,
)
from server.views.tables.pictures import board_picture
from server.views.tables.words import board_in_words, board_terms, side_names
from server.web.edge.addresses import SharedAddress, shared_address
from server.web.edge.authorization import expects_page, needs, visitor_of
from server.web.edge.page_hooks import MatchSection
from server.web.edge.public_services import LiveHubDep, MatchIdDep, public_services_of
from server.web.live.sight_changes import HiddenMatchesDep
from server.web.match_page.parts import page_fragments
from server.web.match_page.replay import replay_page, replayed_step
from server.web.match_page.stories import (
    MatchShown,
    StoriesDep,
    StoryCache,
    position_meant,
    story_doubles_html,
    story_rail_html,
)
from server.web.shell.hidden_results import hides_results, with_choice
from server.web.shell.page_templates import terms_of
from server.web.shell.shell import Shell, ShellDep
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import Words, words_for

NOT_PUBLIC = "no such position is public"
"""The text for programs that ask for a position which does not exist or is under embargo."""

router = APIRouter(include_in_schema=False)


OTHERS = 4
"""The number of other matches in play to which a match's page leads while it waits."""


async def _others(
    match_id: MatchIdDep, hub: LiveHubDep, hidden: HiddenMatchesDep
) -> list[PublicSnapshot]:
    """Return other matches in play, without those in which the visitor plays (ruling 34).

    Only their names, scores and progress are for show, nothing of their open rooms.
    """
    out = hidden | {match_id}
    playing = (now for now in hub.in_play() if now.scheduled.match_id not in out)
    return list(islice(filter(is_playing, playing), OTHERS))


OtherMatchesDep = Annotated[list[PublicSnapshot], Depends(_others)]


_MATCH = "/t/{tournament}/matches/{number}"
_WATCHING = Depends(needs(Action.WATCH))


@router.get(_MATCH, dependencies=[_WATCHING])
async def match(
    request: Request,
    match_id: MatchIdDep,
    hub: LiveHubDep,
    shell: ShellDep,
    stories: StoriesDep,
    others: OtherMatchesDep,
) -> Response:
    """Show a match's page. A match that is over is shown at the game that its sentence names.

    Raises MatchRefused if there is no such match.
    """
    now = _snapshot(hub, match_id)
    asked = _Asked(request, match_id, hub, shell, stories, others)
    if _is_replayed(request, now):
        return _replay(asked, now, Place(1), named=False)
    place = first_shown(now, shown_game(now))
    position = None
    if place is not None:
        story = stories.game_story(match_id, place.game, shell.words(request).code)
        position = public_position(now, story, place)
    return await _page(asked, now, position, named=False)


@router.get(_MATCH + "/g{game}", dependencies=[_WATCHING])
@router.get(_MATCH + "/g{game}/{step}", dependencies=[_WATCHING])
async def match_at(
    request: Request,
    match_id: MatchIdDep,
    hub: LiveHubDep,
    shell: ShellDep,
    stories: StoriesDep,
    others: OtherMatchesDep,
    game: str,
    step: str | None = None,
) -> Response:
    """Show a match's page at a game, or at a position of the game.

    `game` is the game's number. `step` names the position, such as "m14"; a turn such as "w7"
    redirects to the position after it. A position that is not public gets the same answer, byte for
    byte, as one that cannot exist: 404.
    """
    now = _snapshot(hub, match_id)
    asked = _Asked(request, match_id, hub, shell, stories, others)
    turn = None if step is None else asked.step_of_turn(game, step)
    if turn is not None:
        path = f"{hub.names_of(None).match(match_id).path}{turn.path}"
        path = with_choice(path) if hides_results(request) else path
        return RedirectResponse(path, 303, {"cache-control": "no-store"})
    replayed = place_named(game, step) if _is_replayed(request, now) else None
    if replayed is not None:
        return _replay(asked, now, replayed, named=True)
    position = position_meant(now, stories, game, step, shell.words(request))
    if position is None:
        path = hub.names_of(shell.words(request).code).match(match_id).path
        return _nothing_there(request, shell, path)
    return await _page(asked, now, position, named=True)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request for a match's page, with all services from which the page is made.

    `others` are the other matches in play that the visitor may be shown.
    """

    request: Request
    match_id: MatchId
    hub: LiveHub
    shell: Shell
    stories: StoryCache
    others: Sequence[PublicSnapshot]

    @property
    def events(self) -> Events:
        """The state of each tournament, keyed by id."""
        processes = public_services_of(self.request).source.tournaments.processes
        return {each: process.state for each, process in processes.items()}

    def step_of_turn(self, game: str, turn: str) -> Place | None:
        """Return the position of a turn such as "w7" in a game; None if it is not public."""
        place, code = place_named(game), self.shell.words(self.request).code
        if place is None:
            return None
        step = step_of_turn(self.stories.game_story(self.match_id, place.game, code), turn)
        return None if step is None else Place(place.game, step)

    def coming(
        self, now: PublicSnapshot, words: Words, names: Names
    ) -> tuple[MatchRow | None, MatchRow | None]:
        """Return the next match of home and of away in the tournament.

        It is None if there is none, and for away if home has the same.
        """
        rows = soonest_first(
            match_row(each, words, names, self.events)
            for each in self.hub.in_play()
            if each.phase is PublicPhase.PLANNED
            and each.scheduled.match_id.tournament == self.match_id.tournament
        )
        teams = map(names.by, now.scheduled.opponents)
        home, away = (
            next((row for row in rows if team in (row.home, row.away)), None) for team in teams
        )
        return home, None if away == home else away


async def _page(
    asked: _Asked, now: PublicSnapshot, position: PublicPosition | None, *, named: bool
) -> HTMLResponse:
    """Return the match's page at a position, or as it is now.

    `named` is true if the address names the position.
    """
    words, hub = asked.shell.words(asked.request), asked.hub
    names, revision = hub.names_of(words.code), hub.parts_revision(asked.match_id)
    aids = sees_aids(visitor_of(asked.request))
    values = match_page(now, words, names, position, aids=aids)
    if position is not None and position.step is not None:
        current = position.story.steps[position.step].link
        rail = story_rail_html(hub, now, position.story, words.code, current=current)
        doubles = story_doubles_html(now, position.story, words.code)
        values = replace(values, rail=rail, doubles=doubles)
    published_at = hub.published_at(asked.match_id)
    shown = MatchShown(now, position if named else None)
    over = now.phase is PublicPhase.OVER
    return asked.shell.page(
        asked.request,
        "match_page/match.html",
        values,
        called=event_called(now.scheduled, asked.events, words),
        coming=asked.coming(now, words, names) if over else (),
        shown=shown,
        shared=shared_address(asked.request, words.code, shown.path(names)),
        match_id=asked.match_id,
        sections=await _sections(asked.request, now),
        elsewhere=[match_row(each, words, names, {}) for each in asked.others],
        parts_revision=revision,
        published_at="" if published_at is None else whole_seconds(published_at),
        served_at=whole_seconds(public_services_of(asked.request).source.now()),
    )


def _is_replayed(request: Request, now: PublicSnapshot) -> bool:
    """Return True if the page shows a finished match without its result."""
    return hides_results(request) and now.phase is PublicPhase.OVER


def _replay(asked: _Asked, now: PublicSnapshot, place: Place, *, named: bool) -> Response:
    """Return the page that replays a finished match, at that place.

    `named` is true if the address names the place.
    """
    words, aids = asked.shell.words(asked.request), sees_aids(visitor_of(asked.request))
    names = asked.hub.names_of(words.code)
    story = asked.stories.game_story(asked.match_id, place.game, words.code)
    path, step = names.match(asked.match_id).path, replayed_step(story, place)
    if step is None:
        return _nothing_there(asked.request, asked.shell, path)
    shared = shared_address(asked.request, words.code, path + (place.path if named else ""))
    return asked.shell.page(
        asked.request,
        "match_page/replay.html",
        replay_page(now, story, place.game, step, words, names, aids=aids),
        called=event_called(now.scheduled, asked.events, words),
        shown=MatchShown(now, None),
        shared=SharedAddress(shared.base, with_choice(shared.path)),
    )


async def _sections(request: Request, now: PublicSnapshot) -> list[tuple[MatchSection, str]]:
    """Return the sections that extras show on this match's page, each with its HTML."""
    hooks = public_services_of(request).page_hooks
    every = [section for hook in hooks for section in hook.match_sections]
    made = [(section, await section.html(request, now)) for section in every]
    return [(section, html) for section, html in made if html is not None]


def _snapshot(hub: LiveHub, match_id: MatchId) -> PublicSnapshot:
    now = hub.snapshot(match_id)
    if now is None:
        raise hub.unknown(match_id)
    return now


def _nothing_there(request: Request, shell: Shell, match_path: str) -> Response:
    if not expects_page(request):
        return JSONResponse({"detail": NOT_PUBLIC}, 404)
    values = {"match": None, "near": None, "faults": (), "here": match_path}
    return shell.page(request, "shell/unknown.html", status=404, **values)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicMatchPage:
    """Values of a match's page, which shows the match as it is now or at an earlier position.

    `place` is the end of the address of that position. `parts` has the HTML of the parts that
    change during play, by their ids. `latest`, `rail` and `doubles` are the latest move, the dice
    rail and the answers to doubles as of the position. `table` and `closed_table` are the open and
    the closed room's position as `<bg-board>` takes them; `closed_table` is None if it is not
    public. `where` names the position, with the place where the rooms first differ.
    """

    now: PublicSnapshot
    people: Names
    parts: Mapping[str, str]
    latest: str
    rail: str
    doubles: str
    place: str
    where: str
    table: Mapping[str, Any]
    table_in_words: str
    table_picture: str
    closed_table: Mapping[str, Any] | None
    closed_in_words: str
    closed_picture: str
    board_terms: Mapping[str, Any]
    page_terms: Mapping[str, Any]
    terms: tuple[str, ...]


def match_page(
    now: PublicSnapshot,
    words: Words,
    names: Names = NO_NAMES,
    position: PublicPosition | None = None,
    *,
    aids: bool,
) -> PublicMatchPage:
    """Return the values of the template `match.html`.

    With `position` the page shows this position, otherwise the present one. With `aids` the tables
    have pip counts.
    """
    parts = page_fragments(now, words.code, names)
    table, closed, latest = now.table, None, parts["latest"]
    if position is not None:
        table, closed = position.open, position.closed
        latest = str(escape(step_words(position.story, position.step, words)))
    game = now.scheduled.game_name
    return PublicMatchPage(
        now=now,
        people=names,
        parts=parts,
        latest=latest,
        rail=parts["moves"],
        doubles=parts["doubles"],
        place="" if position is None else position.place.path,
        where=_where(now, position, words),
        table=public_table_form(table),
        table_in_words=board_in_words(table, game, words, aids=aids),
        table_picture=board_picture(table, game),
        closed_table=None if closed is None else public_table_form(closed),
        closed_in_words="" if closed is None else board_in_words(closed, game, words, aids=aids),
        closed_picture="" if closed is None else board_picture(closed, game),
        board_terms=board_terms(words, aids=aids),
        page_terms=_page_terms(words),
        terms=terms_of(now.scheduled.game_name, duplicate=now.score is None),
    )


def shown_game(now: PublicSnapshot) -> int:
    """Return the number of the game at which a finished match is shown.

    It is the game that the sentence on its end names, or else its last.
    """
    ending = match_ending(public_protocol(now), PerTeam("", ""), words_for(SOURCE_LANGUAGE))
    return now.game if ending is None else ending.game


def _where(now: PublicSnapshot, position: PublicPosition | None, words: Words) -> str:
    """Return the name of the position that the page shows."""
    terms = _page_terms(words)
    if position is None or position.step is None:
        return str(terms["waits" if now.phase is PublicPhase.OPEN_GAME_OVER else "now"])
    term = terms["differs" if position.step == position.story.differs else "step"]
    return where_words(str(term), position.story, position.step, words)


def _page_terms(words: Words) -> dict[str, Any]:
    gettext = words.gettext
    return {
        "linked": gettext("live"),
        "lost": gettext("connection lost, trying again"),
        "silent": gettext("nothing heard since %(time)s, trying again", time="{time}"),
        "now": gettext("Live"),
        "waits": gettext("Waiting for the closed room"),
        "over": gettext("The match is over."),
        "replay": gettext(
            "Replay of game %(game)s, move %(step)s of %(steps)s",
            game="{game}",
            step="{step}",
            steps="{steps}",
        ),
        "step": gettext(
            "Game %(game)s, move %(step)s of %(steps)s",
            game="{game}",
            step="{step}",
            steps="{steps}",
        ),
        "differs": gettext(
            "Game %(game)s, move %(step)s of %(steps)s: the rooms differ here",
            game="{game}",
            step="{step}",
            steps="{steps}",
        ),
        "age": age_terms(words),
        "rooms": {"open": gettext("Open room"), "closed": gettext("Closed room")},
        "sides": {side.value: name for side, name in side_names(words).items()},
    }
