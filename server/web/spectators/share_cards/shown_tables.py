"""Which table of a match an address shows: that of now, or a position of one of its games.

Both are made from what is public by now: a position under embargo is none (ruling 12).
"""

from dataclasses import dataclass

from rules.games.known_games import GAMES
from server.live.public_table import PublicTable
from server.live.snapshot import PublicSnapshot
from server.web.pages.board_terms import side_names
from server.web.pages.match_status import status_words
from server.web.spectators.board_words import latest_words, move_lines
from server.web.spectators.positions import PublicPosition, place_named, public_position
from server.web.spectators.stories import StoryCache
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class TableShown:
    """The open room's table, or the only one: what lies on it, how far it is, what was done last.

    `place` is what follows the match's address, such as "/g2/m14".
    """

    table: PublicTable
    stage: str
    latest: str
    place: str = ""


def table_now(now: PublicSnapshot, words: Words) -> TableShown:
    """The table as the public sees it now."""
    lines = move_lines(now.table.facts, GAMES[now.scheduled.game_name], words)
    return TableShown(now.table, status_words(now, words), latest_words(lines, words))


def table_at(now: PublicSnapshot, position: PublicPosition, words: Words) -> TableShown:
    """The open room's table at a position."""
    stage = status_words(now, words)
    if position.step is not None:
        stage = words.gettext(
            "Game %(game)s, move %(step)s of %(steps)s",
            game=position.place.game,
            step=position.step + 1,
            steps=len(position.story.steps),
        )
    return TableShown(position.open, stage, _latest(position, words), position.place.path)


def position_meant(
    now: PublicSnapshot, stories: StoryCache, game: str, step: str | None, words: Words
) -> PublicPosition | None:
    """The position that an address names by its last parts; None for one that is not public."""
    place = place_named(game, step)
    if place is None:
        return None
    story = stories.game_story(now.scheduled.match_id, place.game, words.code)
    return public_position(now, story, place)


def _latest(position: PublicPosition, words: Words) -> str:
    if position.line is None or position.side is None or position.step is None:
        return ""
    text = f"{side_names(words)[position.side]} {position.line.text}"
    in_open = position.story.steps[position.step].link.startswith("m")
    return text if in_open else f"{words.gettext('Closed room')}: {text}"
