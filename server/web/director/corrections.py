"""The correction of a result: the values in its form at first, and the changes that it makes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules import events as ev
from rules.games.known_games import INFOS
from rules.identities import MatchId
from rules.position import Side
from rules.room import Room, RoomResult
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.teams import PerTeam
from rules.tables import readings as rd
from rules.text import N_
from server.access import Visitor
from server.hall import Hall
from server.matches.match_record import MatchRecord
from server.matches.protocols import match_protocol
from server.tournaments.finished_matches import score_so_far
from server.values.naming import Names
from server.views.match.values import players_in
from server.web.edge.refusals import OrderRefused
from server.web.orders.order_list import Fields, Order, Sender
from server.words.game_words import result_words, who_words
from server.words.translation import Words

LOOK = "look"
"""Value of a form's field `do` that asks to see what would change, without changing it."""

_DONE = {
    Room.OPEN: N_("The open room's result of game %(game)s is corrected."),
    Room.CLOSED: N_("The closed room's result of game %(game)s is corrected."),
    None: N_("The result of game %(game)s is corrected."),
}
Place = tuple[int, Room]


@dataclass(frozen=True, slots=True)
class CorrectedFrom:
    """The present result of a game in one room, from which a form of correction starts.

    `values` has the form's fields. `text` is the result in words, empty if there is none yet.
    `sides` has, for each side, the value that a form sends for the side, and the player who sat on
    that side.
    """

    game: int
    attempt: int
    room: str
    text: str
    values: Mapping[str, str]
    sides: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Change:
    """The changes that an order would make, in words.

    `before` and `after` are the result before and after the order, `score` the changes of the
    score, and `falls` the signatures and confirmations that become void.
    """

    before: str
    after: str
    score: tuple[str, ...]
    falls: tuple[str, ...]


def standing(record: MatchRecord, place: Place, names: Names, words: Words) -> CorrectedFrom | None:
    """Return the result that stands in one room of a game, or None if the game has not begun there.

    A correction would replace this result. `place` is the game's number, and the room.
    """
    (game, room), state = place, record.state
    if state is None or game not in state.attempts or room not in record.rooms:
        return None
    players = players_in(record, room, names, game)
    return CorrectedFrom(
        game=game,
        attempt=state.attempts[game],
        room=room.value,
        text=_text(record, place, names, words),
        values=_values(state.results.get(place)),
        sides=tuple((side.value, who_words(words, players, side)) for side in Side),
    )


def _values(result: RoomResult | None) -> dict[str, str]:
    """Return a result as the fields of a form; empty without a result or for a cancelled game."""
    if result is None:
        return {}
    if result.adjusted is not None:
        return dict(zip(("home", "away"), map(str, result.adjusted), strict=True))
    if result.loser is None:
        return {}
    values = {
        "loser": result.loser.value,
        "ending": result.ending.value,
        "left": str(result.left),
        "cube": str(result.cube),
        "owner": result.owner.value if result.owner else "",
    }
    if any(result.tally):
        values["loser_trous"] = str(min(result.tally))
    return values


def change(
    hall: Hall, match_id: MatchId, order: Order, fields: Fields, director: Visitor, words: Words
) -> Change:
    """Return the changes that the order would make to the match now, without making them.

    Raises every error with which the order itself would be refused.
    """
    sender = Sender(hall, director, match_id=match_id)
    typed = {name: value for name, value in fields.items() if name != "do"}
    before = hall.match(match_id).record
    reading: rd.CorrectResult | rd.AdjustScore = order.make(order.read_form(typed), sender)
    step = hall.match(match_id).check(reading, director)
    for event in step.happened:
        if isinstance(event, ev.ReadingRefused):
            raise OrderRefused(event.why)
    place, names, after = (reading.game, reading.room), hall.names(words.code), step.record
    return Change(
        before=_text(before, place, names, words) or words.gettext("no result yet"),
        after=_text(after, place, names, words),
        score=tuple(_score_changes(before, after, words)),
        falls=tuple(_falls(before, after, place, names, words)),
    )


def done_words(place: str, words: Words, *, one_table: bool) -> str:
    """Return the sentence which says that a result was corrected, or an empty text.

    `place` is the game and room of the result, such as "2-open". For any other `place`, return an
    empty text. `one_table` is true for a match at one table, where the sentence names no room.
    """
    game, _, room = place.partition("-")
    if not game.isdecimal() or room not in (each.value for each in Room):
        return ""
    return words.gettext(_DONE[None if one_table else Room(room)], game=int(game))


def _text(record: MatchRecord, place: Place, names: Names, words: Words) -> str:
    result = record.state.results.get(place) if record.state else None
    if result is None:
        return ""
    game, room = place
    players = players_in(record, room, names, game)
    return result_words(words, result, players, record.game.name)


def _score_changes(before: MatchRecord, after: MatchRecord, words: Words) -> Iterator[str]:
    """Yield sentences about the score, and about the victory points once the match is over."""
    was, now = _scores(before, words), _scores(after, words)
    for unit, score in now.items():
        ended, known = f"{score.home}–{score.away}", was.get(unit)
        if known is None or known == score:
            yield words.gettext("%(unit)s: stays %(score)s.", unit=unit, score=ended)
        else:
            began = f"{known.home}–{known.away}"
            values = {"unit": unit, "before": began, "after": ended}
            yield words.gettext("%(unit)s: %(before)s becomes %(after)s.", **values)


def _scores(record: MatchRecord, words: Words) -> dict[str, PerTeam[int]]:
    """Return both teams' scores by the name of the unit, such as "IMP", "VP" or "points".

    The unit that decides the match comes first.
    """
    assert record.state is not None
    by_tables = len(record.rooms) == len(Room) and not INFOS[record.game.name].scored.counted
    unit = INFOS[record.game.name].scored.compared if by_tables else words.gettext("points")
    sums = PerTeam(*score_so_far(record, record.state.results))
    protocol = match_protocol(record)
    if isinstance(protocol, MatchProtocol) and protocol.vp is not None:
        points = PerTeam(int(protocol.vp.home), int(protocol.vp.away))
        return {words.gettext("VP"): points, unit: sums}
    return {unit: sums}


def _falls(
    before: MatchRecord, after: MatchRecord, place: Place, names: Names, words: Words
) -> list[str]:
    lost = [team for team in before.teams if team in before.signed and team not in after.signed]
    falls = []
    if len(lost) > 1:
        falls.append(words.gettext("Both signatures become void."))
    elif lost:
        falls.append(
            words.gettext("The signature for %(team)s becomes void.", team=names.by(lost[0]))
        )
    known = before.state.standings.get(place) if before.state else None
    if known is not None and (known.players or known.captains or known.account):
        falls.append(words.gettext("This result has to be confirmed again."))
    return falls
