"""Addresses of a match's games and positions, and what the public may see at them.

`/t/{name}/matches/{n}/g2` is game 2, and `…/g2/m14` the position after step m14 of the game. A step
never changes its name: see `game_story`. `…/g2/w7` leads to the step with White's turn 7 in the
open room, `…/g2/r7` to the step with Red's. All of it is made from what is public now, so the
answer for a position under embargo is the same as for one that does not exist (ruling 12).
"""

import re
from dataclasses import dataclass

from rules.games.known_games import GAMES
from rules.position import Side
from rules.room import Room
from server.live.public_table import PublicTable, without_watchers
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.views.games.public import GameStory, StoryStep, game_story
from server.views.match.public import MoveLine, latest_words
from server.words.translation import Words

_GAME = re.compile(r"[1-9][0-9]{0,2}")
_STEP = re.compile(r"[mc][1-9][0-9]{0,4}")
_TURN = re.compile(r"([wr])([1-9][0-9]{0,4})")
_SIDES = {"w": Side.WHITE, "r": Side.RED}


@dataclass(frozen=True, slots=True)
class Place:
    """A place that an address names: a game of a match, or one of the game's steps.

    `step` is the name of the step, None for the game as a whole.
    """

    game: int
    step: str | None = None

    @property
    def path(self) -> str:
        """The part of the address that follows the match's address, such as "/g2/m14"."""
        return f"/g{self.game}" + (f"/{self.step}" if self.step else "")


@dataclass(frozen=True, slots=True)
class PublicPosition:
    """The tables of both rooms at one step of a game, as far as they are public.

    `item` is the number of the match's newest public item; as long as this number stays the same,
    the position does not change. `story` is the story of the game, and `step` the index of the step
    in it, None before the first throw. `open` and `closed` are the rooms' tables at that step;
    `closed` is None until the game is over in both rooms. `line` is the step's line in the open
    room's list of moves or, if the open room has none, in the closed room's. `side` is the side
    that moved. `line` and `side` are None before the first throw.
    """

    place: Place
    game_name: str
    item: int
    story: GameStory
    step: int | None
    open: PublicTable
    closed: PublicTable | None
    side: Side | None
    line: MoveLine | None


def place_named(game: str, step: str | None = None) -> Place | None:
    """Return the place that the end of an address names, or None if it is invalid.

    For an address that ends in "/g2/m14", `game` is "2" and `step` is "m14".
    """
    if not _GAME.fullmatch(game) or (step is not None and not _STEP.fullmatch(step)):
        return None
    return Place(int(game), step)


def step_of_turn(story: GameStory | None, name: str) -> str | None:
    """Return the name of the step that shows a turn of the open room, or None if there is none.

    `name` is the turn's name, as in addresses: "w7" is White's seventh turn.
    """
    found = _TURN.fullmatch(name)
    if found is None or story is None:
        return None
    key = _SIDES[found[1]], int(found[2])
    for step in story.steps:
        line = story.open.lines[step.open - 1]
        if step.link.startswith("m") and (line.side, line.turn) == key:
            return step.link
    return None


def story_of(
    now: PublicSnapshot, game: int, words: Words, *, watching: bool = True
) -> GameStory | None:
    """Return the story of a game as far as it is public, or None if the game has not begun.

    `watching` is False for a story without the watchers' answers to doubles.
    """
    public = now.public_game(game)
    if public is None:
        return None
    if not watching:
        public = without_watchers(public)
    result = now.results.get((game, Room.CLOSED))
    starts = now.start_of(game), now.start_of(game, Room.CLOSED)
    return game_story(public, result, starts, GAMES[now.scheduled.game_name], words)


def first_shown(now: PublicSnapshot, game: int) -> Place | None:
    """Return the place that the page of a match shows first once the match is over.

    This place is game number `game` as a whole, without a step. Return None if the public does not
    know yet that the match is over, or if `game` is 0.
    """
    return Place(game) if now.phase is PublicPhase.OVER and game else None


def public_position(
    now: PublicSnapshot, story: GameStory | None, place: Place
) -> PublicPosition | None:
    """Return the position at that place, or None if there is no story or no such step.

    For a game as a whole, the step is the first that the rooms played differently, or else the
    first step.
    """
    if story is None:
        return None
    step = _step_meant(story, place)
    if step is None and place.step is not None:
        return None
    return position_at(now, story, place, step)


def position_at(
    now: PublicSnapshot, story: GameStory, place: Place, step: int | None
) -> PublicPosition:
    """Return the position of a game's step with that index; None means before the first throw."""
    at = StoryStep("", 0, 0) if step is None else story.steps[step]
    line = _line_of(story, step)
    return PublicPosition(
        place=place,
        game_name=now.scheduled.game_name,
        item=now.last,
        story=story,
        step=step,
        open=story.open.tables[at.open],
        closed=None if story.closed is None else story.closed.tables[at.closed],
        side=None if line is None else line.side,
        line=line,
    )


def where_words(sentence: str, story: GameStory, step: int, words: Words) -> str:
    """Return the sentence with a step's number, as its address has it, and how many there are.

    `sentence` may have the placeholders `{game}`, `{step}` and `{steps}`. A step of the closed room
    alone counts that room's lines, and is said before all to be there.
    """
    link = story.steps[step].link
    room = story.open if link.startswith("m") else story.closed
    assert room is not None
    said = sentence.format(game=story.game, step=link[1:], steps=len(room.lines))
    return said if room is story.open else f"{words.gettext('Closed room')} · {said}"


def step_words(story: GameStory, step: int | None, words: Words) -> str:
    """Return what was done in a step: the open room's line, and the closed room's if it differs."""
    if step is None:
        return ""
    at, before = story.steps[step], story.steps[step - 1] if step else StoryStep("", 0, 0)
    lines = [story.open.lines[at.open - 1]] if at.open > before.open else []
    said = [latest_words(lines, words)] if lines else []
    if story.closed is not None and at.closed > before.closed:
        closed = latest_words([story.closed.lines[at.closed - 1]], words)
        said += [f"{words.gettext('Closed room')}: {closed}"] if closed not in said else []
    return " · ".join(said)


def _step_meant(story: GameStory, place: Place) -> int | None:
    if place.step is None:
        return (story.differs or 0) if story.steps else None
    names = [step.link for step in story.steps]
    return names.index(place.step) if place.step in names else None


def _line_of(story: GameStory, step: int | None) -> MoveLine | None:
    """Return a step's line in the open room's list of moves, or else in the closed room's."""
    if step is None:
        return None
    at = story.steps[step]
    if at.link.startswith("m"):
        return story.open.lines[at.open - 1]
    return story.closed.lines[at.closed - 1] if story.closed else None
