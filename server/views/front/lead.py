"""The match with which the front page leads while nothing is played, and where its rooms differed.

All of it is made from a match that is publicly over, so that nothing of it is under embargo.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.dice import Roll
from rules.position import Side
from rules.room import Room
from rules.scoring.swings import Swing, turning_point
from rules.scoring.teams import PerTeam, TeamPlace
from server.live.encoding import public_table_form
from server.live.listed_tournaments import ListedTournament
from server.live.public_table import PublicTable
from server.live.snapshot import PublicSnapshot, public_protocol
from server.values.match_ending import match_ending, swings_of, winner_of
from server.values.naming import Names
from server.values.scored_match import AnyProtocol
from server.views.games.public import GameStory
from server.views.match.lists import MatchRow, unit_of
from server.views.match.public import MoveLine
from server.views.results.public import ResultLine, result_lines
from server.views.tables.pictures import board_picture
from server.views.tables.words import board_in_words
from server.words.translation import Words

_HIT = "*"
"""The mark of a hit in a play's notation."""
StoryOf = Callable[[int], GameStory | None]
"""A function that returns the story of the game with that number, as far as it is public."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomPlay:
    """What one room did with the roll: who played it for which team, and the table after it.

    `table` is what `<bg-board>` draws; `picture` is the same as SVG, and `in_words` in words.
    """

    room: Room
    player: str
    team: str
    play: str
    table: Mapping[str, Any]
    picture: str
    in_words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The roll of a game that the rooms were the first time to play differently.

    `path` leads to this step of the game, `move` is its number there. `told` says in words who
    played it and what the game was worth.
    """

    path: str
    game: int
    move: int
    side: Side
    dice: Roll
    plays: tuple[RoomPlay, RoomPlay]
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLead:
    """A finished match as the front page leads with it.

    `won` is the sentence on its winner, `story` says what decided it. `ended` is how the game that
    is told ended in each room, empty if only one room played it. `difference` is None if no game
    has a roll that both rooms had in the same position and played differently, as where positions
    are not recorded.
    """

    won: str
    story: str
    ended: tuple[ResultLine, ...]
    game_name: str
    difference: Difference | None


def match_lead(
    now: PublicSnapshot, story_of: StoryOf, words: Words, names: Names, *, aids: bool
) -> MatchLead:
    """Return the front page's values of a match that is publicly over.

    With `aids`, the words about boards include pip counts.
    """
    protocol = public_protocol(now)
    teams = PerTeam(names.by(now.opponents.home), names.by(now.opponents.away))
    ending = match_ending(protocol, teams, words)
    differences = (
        _difference(now, story, swing, words, names, aids=aids)
        for swing in _weightiest(protocol)
        if (story := story_of(swing.game)) is not None
    )
    difference, game_name = next(filter(None, differences), None), now.scheduled.game_name
    told = difference.game if difference else ending.game if ending else 0
    lines = result_lines(protocol, teams, game_name, words)
    ended = tuple(line for line in lines if line.game == told)
    return MatchLead(
        won=ending.won if ending else f"{teams.home} – {teams.away}",
        story=difference.told if difference else ending.rest if ending else "",
        ended=ended if len(ended) == len(Room) else (),
        game_name=game_name,
        difference=difference,
    )


def headline(row: MatchRow, lead: MatchLead, words: Words, won_event: str = "") -> str:
    """Return the heading of the front page: who beat whom, and by what score.

    `won_event` is the title of the tournament that the winner has won with this match, or empty.
    """
    won, lost = row.figures if row.won > 0 else row.figures[::-1]
    if not row.won or won <= lost:
        return lead.won.removesuffix(".")
    winner, loser = (row.home, row.away) if row.won > 0 else (row.away, row.home)
    values = {"winner": winner, "loser": loser, "won": won, "lost": lost}
    if won_event:
        return words.gettext(
            "%(winner)s wins the %(event)s, %(won)s–%(lost)s against %(loser)s",
            event=won_event,
            **values,
        )
    return words.gettext("%(winner)s beats %(loser)s %(won)s–%(lost)s", **values)


def won_event(
    row: MatchRow, results: Iterable[MatchRow], events: Sequence[ListedTournament]
) -> str:
    """Return the title of the tournament that the match's winner has won with it, or empty.

    The tournament is official and has one winner, and among `results`, the newest first, no later
    match is of it.
    """
    name = row.address.tournament
    last = next((each for each in results if each.address.tournament == name), None)
    winner = row.home_team if row.won > 0 else row.away_team
    return next(
        (
            event.title
            for event in events
            if last is row and event.name == name and event.places[:1] == ((winner,),)
        ),
        "",
    )


def _weightiest(protocol: AnyProtocol) -> Iterator[Swing]:
    """Yield the swings that moved the score: first the one that decided, then by their size."""
    found = swings_of(protocol)
    point = turning_point(found, winner_of(protocol))
    decided = None if point is None else point.told
    if decided is not None and decided.points:
        yield decided
    for swing in sorted(found, key=lambda each: -abs(each.points)):
        if swing is not decided and swing.points:
            yield swing


def _difference(
    now: PublicSnapshot, story: GameStory, swing: Swing, words: Words, names: Names, *, aids: bool
) -> Difference | None:
    if story.differs is None or story.closed is None:
        return None
    step = story.steps[story.differs]
    lines = story.open.lines[step.open - 1], story.closed.lines[step.closed - 1]
    tables = story.open.tables[step.open], story.closed.tables[step.closed]
    if not _is_one_roll(*lines) or any(table.position is None for table in tables):
        return None
    plays = [
        _play(now, room, line, table, words, names, aids=aids)
        for room, line, table in zip(Room, lines, tables, strict=True)
    ]
    winner = TeamPlace.HOME if swing.points > 0 else TeamPlace.AWAY
    rolled = lines[0].dice
    assert rolled is not None
    dice = rolled.larger_first
    worth = words.gettext(
        "%(points)s %(unit)s to %(team)s.",
        points=abs(swing.points),
        unit=unit_of(now.scheduled, words),
        team=names.by(now.opponents.of(winner)),
    )
    return Difference(
        path=f"{names.match(now.scheduled.match_id).path}/g{story.game}/{step.link}",
        game=story.game,
        move=step.open,
        side=lines[0].side,
        dice=dice,
        plays=(plays[0], plays[1]),
        told=f"{played_words(story.game, dice, plays, words)} {worth}",
    )


def played_words(game: int, dice: Roll, plays: Sequence[RoomPlay], words: Words) -> str:
    """Return who played the same roll differently, and who hit if only one of them did."""
    one, other = sorted(plays, key=lambda each: _HIT not in each.play)
    values = {
        "one": _named(one),
        "other": _named(other),
        "dice": dice,
        "game": game,
    }
    if (_HIT in one.play) != (_HIT in other.play):
        return words.gettext(
            "Game %(game)s, same position, same %(dice)s: %(one)s hit, %(other)s did not.",
            **values,
        )
    return words.gettext(
        "Game %(game)s, same position, same %(dice)s: %(one)s and %(other)s played differently.",
        **values,
    )


def _named(play: RoomPlay) -> str:
    """Return who played, and in brackets for which team."""
    return f"{play.player} ({play.team})" if play.player else play.team


def _is_one_roll(opened: MoveLine, closed: MoveLine) -> bool:
    """Return True if both lines are the same side's turn with the same dice."""
    same = (opened.side, opened.turn, opened.dice) == (closed.side, closed.turn, closed.dice)
    return same and opened.dice is not None


def _play(
    now: PublicSnapshot,
    room: Room,
    line: MoveLine,
    table: PublicTable,
    words: Words,
    names: Names,
    *,
    aids: bool,
) -> RoomPlay:
    is_home = (line.side is Side.WHITE) == (room is Room.OPEN)
    place = TeamPlace.HOME if is_home else TeamPlace.AWAY
    player = ""
    if now.line_ups is not None:
        team = now.line_ups.of(place)
        player = names.of(team.open_player if room is Room.OPEN else team.closed_player)
    return RoomPlay(
        room=room,
        player=player,
        team=names.by(now.opponents.of(place)),
        play=line.without_dice,
        table=public_table_form(table),
        picture=board_picture(table, now.scheduled.game_name),
        in_words=board_in_words(table, now.scheduled.game_name, words, aids=aids),
    )
