"""Notes under a form on results entered or changed by hand: who entered them, when and why.

Such a result has a letter in its row and a note under the form, even after it has been confirmed
(ruling 15). The module also makes notes on dice that were found wrong after their release and that
the director let stand: each room keeps its own dice (ruling 9).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType

from protocol_forms.labels import Say
from protocol_forms.protocol_view import DecidedShown, ProtocolRow
from rules.dice import Roll
from rules.position import Side
from rules.room import Room
from rules.text import N_


class ResultDecision(Enum):
    """A kind of decision about a result.

    `VOIDED` means that an earlier attempt at the same game was voided.
    """

    BY_HAND = "by hand"
    ON_PAPER = "on paper"
    CORRECTED = "corrected"
    ADJUSTED = "adjusted"
    CANCELLED = "cancelled"
    VOIDED = "voided"


class ConfirmedBy(Enum):
    """The kinds of confirmation of an entered result.

    `ACCOUNT` means a single account, whose name is in `DecidedResult.account`.
    """

    NOBODY = "unconfirmed"
    PLAYERS = "both players"
    CAPTAINS = "both captains"
    ACCOUNT = "account"


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision about a result of a match: who took it, and when.

    `how` is the kind of the decision, `by` an account's name and `when` the time as printed. An
    unknown `by` or `when` is empty. `late` is True if the result had already become final (ruling
    32). `next_roll_set` is the number of the set of rolls with which a voided game is played again
    (ruling 15); otherwise it is 0.
    """

    how: ResultDecision
    by: str = ""
    when: str = ""
    reason: str = ""
    late: bool = False
    next_roll_set: int = 0


@dataclass(frozen=True, slots=True)
class DecidedResult:
    """All decisions about one result, in order, and the confirmation of the result as it is now.

    `confirmed` is None if the confirmation is unknown. `account` is the name of the account that
    confirmed, or empty.
    """

    decisions: tuple[Decided, ...]
    confirmed: ConfirmedBy | None = None
    account: str = ""


Place = tuple[int, Room]
DecidedResults = Mapping[Place, DecidedResult]
NOTHING_DECIDED: DecidedResults = MappingProxyType({})

_AT = {
    Room.OPEN: N_("%(letter)s: game %(game)s, open room: %(decided)s"),
    Room.CLOSED: N_("%(letter)s: game %(game)s, closed room: %(decided)s"),
}
_WHOLE_GAME = N_("%(letter)s: game %(game)s: %(decided)s")
AT_ONE_TABLE = {Room.OPEN: _WHOLE_GAME}
"""The texts of notes about results of a match at one table.

For such a match, pass them to `decided_notes` as `at`.
"""
_SEVERAL = N_("%(letter)s: %(decided)s")
_PHRASES = {
    ResultDecision.BY_HAND: N_("recorded by hand, entered by %(by)s, %(when)s"),
    ResultDecision.ON_PAPER: N_("finished on paper, entered by %(by)s, %(when)s: %(reason)s"),
    ResultDecision.CORRECTED: N_("corrected by %(by)s, %(when)s: %(reason)s"),
    ResultDecision.ADJUSTED: N_("adjusted by %(by)s, %(when)s: %(reason)s"),
    ResultDecision.CANCELLED: N_("cancelled by %(by)s, %(when)s: %(reason)s"),
    ResultDecision.VOIDED: N_("an attempt voided by %(by)s, %(when)s: %(reason)s"),
}
_UNNAMED = {
    ResultDecision.BY_HAND: N_("recorded by hand"),
    ResultDecision.ON_PAPER: N_("finished on paper: %(reason)s"),
    ResultDecision.CORRECTED: N_("corrected by the director: %(reason)s"),
    ResultDecision.ADJUSTED: N_("adjusted by the director: %(reason)s"),
    ResultDecision.CANCELLED: N_("cancelled by the director: %(reason)s"),
    ResultDecision.VOIDED: N_("an attempt voided by the director: %(reason)s"),
}
_AGAIN = N_("%(decided)s; played again with set of rolls no. %(number)s")
_LATE = N_("%(decided)s (after the deadline)")
_CONFIRMED = {
    ConfirmedBy.NOBODY: N_("unconfirmed"),
    ConfirmedBy.PLAYERS: N_("confirmed by both players"),
    ConfirmedBy.CAPTAINS: N_("confirmed by both captains"),
    ConfirmedBy.ACCOUNT: N_("confirmed by %(name)s"),
}


def decided_among(
    places: Mapping[Place, object], known: DecidedResults, ruled: Mapping[Place, Decided]
) -> DecidedResults:
    """Return the decisions about the results of a form, in the order of the form's rows.

    A result is identified by its game number and room. The keys of `places` are the results on the
    form. `known` has decisions with account and time. `ruled` has decisions of which only the kind
    and the reason are known. If both have decisions about a result, those in `known` are returned.
    """
    unnamed = {place: DecidedResult((decided,)) for place, decided in ruled.items()}
    decided = {**unnamed, **known}
    in_order = sorted(places, key=lambda place: (place[0], place[1] is Room.CLOSED))
    return {place: decided[place] for place in in_order if place in decided}


def decided_notes(
    entered: DecidedResults, say: Say, at: Mapping[Room, str] = _AT
) -> tuple[dict[Place, str], list[str]]:
    """Return the letter of each decided result, and the notes with these letters.

    A result is identified by its game number and room. Results that one account entered by hand
    share a letter and a note. `at` has the text of a note about a single result, by the result's
    room; the text has placeholders for the letter, the game and the decisions.
    """
    letters: dict[Place, str] = {}
    notes: list[str] = []
    for places in _together(entered):
        letter = chr(ord("a") + len(notes))
        letters.update(dict.fromkeys(places, letter))
        decided = _phrases([entered[place] for place in places], say)
        (game, room), *more = places
        form = at[room] if not more else _SEVERAL if _by_hand(entered[game, room]) else _WHOLE_GAME
        notes.append(say(form, letter=letter, game=game, decided=decided))
    return letters, notes


def _together(entered: DecidedResults) -> list[list[Place]]:
    """Return the decided results in groups, each identified by game number and room.

    There will be one note for each group. Results that were recorded by hand or played on paper,
    and not changed since, form a group if the same account entered them in the same way. The two
    rooms' results of one game form a group if the decisions about them are equal.
    """
    groups: dict[object, list[Place]] = {}
    for place, result in entered.items():
        first = result.decisions[0]
        who = first.how, first.by, first.reason, result.confirmed, result.account
        key = who if _by_hand(result) else (place[0], result)
        groups.setdefault(key, []).append(place)
    return list(groups.values())


def _by_hand(result: DecidedResult) -> bool:
    first, *more = result.decisions
    return first.how in (ResultDecision.BY_HAND, ResultDecision.ON_PAPER) and not more


def _phrases(results: list[DecidedResult], say: Say) -> str:
    """Return a text with the decisions about a group of results, in order, and the confirmation."""
    one = results[0]
    steps = [_phrase(decided, say) for decided in one.decisions]
    if _by_hand(one):
        times = sorted({result.decisions[0].when for result in results})
        span = times[0] if len(times) == 1 else f"{times[0]} – {times[-1]}"
        steps = [_phrase(replace(one.decisions[0], when=span), say)]
    if one.confirmed is not None:
        steps[-1] += " – " + say(_CONFIRMED[one.confirmed], name=one.account)
    return "; ".join(steps)


def _phrase(decided: Decided, say: Say) -> str:
    phrase = (_PHRASES if decided.by else _UNNAMED)[decided.how]
    text = say(phrase, by=decided.by, when=decided.when, reason=decided.reason)
    if decided.next_roll_set:
        text = say(_AGAIN, decided=text, number=decided.next_roll_set)
    return say(_LATE, decided=text) if decided.late else text


def with_decided(row: ProtocolRow, entered: DecidedResults) -> ProtocolRow:
    """Return the row with the decisions about its result and the confirmation of that result.

    If there are no decisions, return the row unchanged. Programs that read the form as JSON find
    the decisions and the confirmation as fields of the row.
    """
    result = entered.get((row.game, Room(row.room)))
    if result is None:
        return row
    shown, confirmation = shown_decisions(result)
    return replace(row, decided=shown, confirmation=confirmation)


def shown_decisions(result: DecidedResult) -> tuple[tuple[DecidedShown, ...], str]:
    """Return the decisions about a result and its confirmation, as a ProtocolRow has them.

    They are the values of the row's fields `decided` and `confirmation`.
    """
    shown = tuple(
        DecidedShown(
            how=one.how.value,
            by=one.by,
            when=one.when,
            reason=one.reason,
            after_deadline=one.late,
            next_roll_set=one.next_roll_set,
        )
        for one in result.decisions
    )
    confirmed = result.confirmed.value if result.confirmed else ""
    return shown, result.account or confirmed


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingRoll:
    """A turn for which the director let different dice in the rooms stand.

    `dice` were used in `room`, `relayed` in the other room. `by` is the account that decided and
    `when` the time as printed; both are empty if unknown.
    """

    game: int
    side: Side
    turn: int
    room: Room
    dice: Roll
    relayed: Roll
    by: str = ""
    when: str = ""
    reason: str = ""


_NOTES = {
    (Room.OPEN, Side.WHITE): N_(
        "Game %(game)s, White's turn %(turn)s: the rooms' dice differ, %(dice)s in the "
        "open room and %(relayed)s in the closed room; ruled by %(by)s, %(when)s: "
        "%(reason)s"
    ),
    (Room.OPEN, Side.RED): N_(
        "Game %(game)s, Red's turn %(turn)s: the rooms' dice differ, %(dice)s in the open "
        "room and %(relayed)s in the closed room; ruled by %(by)s, %(when)s: %(reason)s"
    ),
    (Room.CLOSED, Side.WHITE): N_(
        "Game %(game)s, White's turn %(turn)s: the rooms' dice differ, %(dice)s in the "
        "closed room and %(relayed)s in the open room; ruled by %(by)s, %(when)s: "
        "%(reason)s"
    ),
    (Room.CLOSED, Side.RED): N_(
        "Game %(game)s, Red's turn %(turn)s: the rooms' dice differ, %(dice)s in the "
        "closed room and %(relayed)s in the open room; ruled by %(by)s, %(when)s: "
        "%(reason)s"
    ),
}


def differing_notes(rolls: Iterable[DifferingRoll], say: Say) -> list[str]:
    """Return a note for each roll, in the order given.

    The rolls should be in the order of the games.
    """
    return [
        say(
            _NOTES[roll.room, roll.side],
            game=roll.game,
            turn=roll.turn,
            dice=roll.dice,
            relayed=roll.relayed,
            by=roll.by,
            when=roll.when,
            reason=roll.reason,
        )
        for roll in rolls
    ]
