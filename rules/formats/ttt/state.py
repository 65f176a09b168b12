"""The state of a TTT (rulings 18 to 20), and the values of its games.

Values are in tenths of a point and exact (ruling 19). The source gives six examples. The scores
computed here equal those printed in all of them, though in two examples a step of the calculation
is misprinted: the fifth leaves out the half point for losses (0.876, correctly 0.938), and the
sixth prints 1.4000 for 1.41. In both the score is 1.4.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import NewType, TypeVar

from rules import events as ev
from rules.errors import MatchRefused
from rules.events import TttEnding
from rules.formats.format import FormatState
from rules.identities import PersonId
from rules.text import N_

Tenths = NewType("Tenths", int)
"""A number of points times ten, so that half a point is 5."""

LOSS, FORFEIT = Tenths(5), Tenths(0)
WINS = {
    TttEnding.SINGLE: Tenths(10),
    TttEnding.GAMMON: Tenths(20),
    TttEnding.BACKGAMMON: Tenths(30),
}
LEAST, MOST = Tenths(10), Tenths(30)
"""The least and the most that an adjudicated game can be worth, in tenths of a point.

A TTT can set a lower maximum, its cap.
"""
CAP = Tenths(27)
"""The most that an adjudicated game is worth, in tenths of a point, unless the TTT sets another.

The source contradicts itself: its formula has a limit of 2.7 points, but its text has 3 points, the
worth of a backgammon.
"""
_HALF = Decimal("0.5")
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Figures:
    """The chances of one player in a position, each from 0 to 1 with six decimal places at most.

    `wins` include gammons and backgammons, and `gammons` include backgammons, as in GNU Backgammon.
    Raises MatchRefused naming the first wrong figure.
    """

    wins: Decimal
    gammons: Decimal
    backgammons: Decimal

    def __post_init__(self) -> None:
        limits = (
            ("wins", self.wins, Decimal(1)),
            ("gammons", self.gammons, self.wins),
            ("backgammons", self.backgammons, self.gammons),
        )
        for name, figure, most in limits:
            if not figure.is_finite() or not 0 <= figure <= most:
                raise MatchRefused(name, str(figure), N_("0 to %(most)s"), most=f"{most:f}")
            if figure != figure.quantize(Decimal("0.000001")):
                raise MatchRefused(name, str(figure), N_("at most six places after the point"))

    @property
    def equity(self) -> Decimal:
        """The points that the player can expect on average; a loss is worth half a point."""
        return self.wins + self.gammons + self.backgammons + (1 - self.wins) * _HALF

    @property
    def millionths(self) -> tuple[int, int, int]:
        """The wins, gammons and backgammons in millionths."""
        three = (self.wins, self.gammons, self.backgammons)
        wins, gammons, backgammons = (int(each * _MILLION) for each in three)
        return wins, gammons, backgammons

    @classmethod
    def of_millionths(cls, wins: int, gammons: int, backgammons: int) -> "Figures":
        """Return the figures made from whole numbers of millionths.

        Raises MatchRefused if a figure is outside its limits.
        """
        three = (wins, gammons, backgammons)
        return cls(*(Decimal(each) / _MILLION for each in three))


def adjudicated(figures: Figures, cap: Tenths = CAP) -> Tenths:
    """Return what a forfeited game is worth to the opponent of its loser: from 1 point to `cap`.

    The worth is the equity plus half a point, rounded to a tenth of a point; halves are rounded up.
    `figures` are the chances of the player who did not forfeit.
    """
    score = (figures.equity + _HALF).quantize(Decimal("0.1"), ROUND_HALF_UP)
    return Tenths(min(max(int(score * 10), LEAST), cap))


def points(score: int) -> str:
    """Return a number of points, given in tenths, as it is written: "2", "1.7", "½", "11½"."""
    whole, tenth = divmod(score, 10)
    if tenth == LOSS:
        return f"{whole or ''}½"
    return f"{whole}.{tenth}" if tenth else str(whole)


Pair = frozenset[PersonId]
REMOVAL_AT, MOVE_HOURS = 12, 12
"""The source's limits: 12 time-outs remove a player, and a move is due within 12 hours."""
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class TttRules:
    """One version of a TTT's rules. `cap` is the most that an adjudicated game is worth, in tenths.

    Players are removed after `removal_at` time-outs; a move is due within `move_hours` hours.
    Version 0 has the default values, before a TTT is set up.
    """

    version: int = 0
    cap: Tenths = CAP
    removal_at: int = REMOVAL_AT
    move_hours: int = MOVE_HOURS
    text: str = ""


@dataclass(frozen=True, slots=True)
class TttPlayed:
    """The result of a game that was played to its end.

    `version` is the number of the version of the rules by which it counts.
    """

    winner: PersonId
    ending: ev.TttEnding
    version: int


@dataclass(frozen=True, slots=True)
class Adjudication:
    """What a forfeited game is worth to the player who did not forfeit, in tenths of a point.

    The chances of that player and the program that gave them are stored with it.
    """

    figures: Figures
    score: Tenths
    engine: str
    software: str
    net: str
    plies: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The result of a game that the player `loser` lost by time-out or resignation.

    `position` is the last position as in TttGameForfeited, empty until it is known.
    """

    loser: PersonId
    how: ev.TttForfeit
    position: str
    on_roll: PersonId | None
    version: int
    adjudication: Adjudication | None = None


@dataclass(frozen=True, slots=True)
class TttMatch:
    """A match of a TTT. `number` is its id on the server where it is played.

    `reports` are the results that the players have reported, by the reporting player. `decided` is
    the result that the director has entered.
    """

    number: int
    mini: int
    inviter: PersonId
    invited: PersonId
    reports: Mapping[PersonId, TttPlayed] = field(default_factory=dict)
    decided: TttPlayed | Forfeit | None = None

    @property
    def players(self) -> tuple[PersonId, PersonId]:
        """Both players of the match, the inviter first."""
        return self.inviter, self.invited

    @property
    def pair(self) -> Pair:
        """Both players of the match as a set, whoever invited."""
        return frozenset(self.players)

    @property
    def result(self) -> TttPlayed | Forfeit | None:
        """The result that the director entered, else the reported one, or None.

        A reported result counts if only one player has reported, or if both have reported the same.
        """
        if self.decided is not None:
            return self.decided
        reported = list(self.reports.values())
        alike = len({(each.winner, each.ending) for each in reported}) == 1
        return reported[0] if alike else None

    @property
    def known_as(self) -> str:
        """The result of the match as text: the id of the winner or loser, a blank, and the ending.

        The text is "open" while there is no result.
        """
        match self.result:
            case TttPlayed(winner=winner, ending=ending):
                return f"{winner.text} {ending.value}"
            case Forfeit(loser=loser, how=how):
                return f"{loser.text} {how.value}"
            case None:
                return "open"

    @property
    def in_doubt(self) -> bool:
        """True if the players have reported different results and the director has not decided."""
        return bool(self.reports) and self.result is None

    def other(self, player: PersonId) -> PersonId:
        """Return the opponent of a player in this match."""
        return self.invited if player == self.inviter else self.inviter


@dataclass(frozen=True, slots=True)
class Mini:
    """A mini-TTT of the players who tied for first place in a group, in the order of its draw."""

    number: int
    group: int
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation to a match; the invitation is not accepted yet."""

    mini: int
    inviter: PersonId
    invited: PersonId


@dataclass(frozen=True, slots=True)
class TttState(FormatState):
    """A TTT after some event.

    `versions` are all versions of its rules, the first one first. `groups` are empty until the
    draw. `removed` has each player who was removed, with the event of the removal.
    """

    versions: tuple[TttRules, ...] = ()
    players: tuple[PersonId, ...] = ()
    groups: tuple[tuple[PersonId, ...], ...] = ()
    seed: bytes = b""
    minis: Mapping[int, Mini] = field(default_factory=dict)
    invitations: tuple[Invitation, ...] = ()
    matches: Mapping[int, TttMatch] = field(default_factory=dict)
    removed: Mapping[PersonId, ev.TttPlayerRemoved] = field(default_factory=dict)

    @property
    def rules(self) -> TttRules:
        """The version of the rules that is in force now."""
        return self.versions[-1] if self.versions else TttRules()

    @property
    def is_set_up(self) -> bool:
        """True if the tournament has a TTT."""
        return bool(self.versions)

    @property
    def is_announced(self) -> bool:
        """True if a game has begun."""
        return bool(self.matches)

    @property
    def elsewhere(self) -> Collection[int]:
        """The ids that the TTT's matches have on the server where they are played."""
        return self.matches.keys()

    def rules_of(self, version: int) -> TttRules:
        """Return the rules of that version, counted from 1."""
        return self.versions[version - 1]

    def order(self, mini: int, player: PersonId) -> tuple[PersonId, ...]:
        """Return all players of the player's group or mini-TTT, in the order of its draw.

        `mini` is 0 for the group. Return an empty tuple if the player is in no group, or not in
        that mini-TTT.
        """
        if mini:
            circles = [self.minis[mini].players] if mini in self.minis else []
        else:
            circles = list(self.groups)
        return next((each for each in circles if player in each), ())

    def after(self, events: Iterable[ev.TttEvent]) -> "TttState":
        """Return the state after these events."""
        state = self
        for event in events:
            state = _after(state, event)
        return state


def _after(state: TttState, event: ev.TttEvent) -> TttState:
    match event:
        case ev.TttRulesSet():
            rules = TttRules(
                event.version, Tenths(event.cap), event.removal_at, event.move_hours, event.text
            )
            return replace(state, versions=(*state.versions, rules))
        case ev.TttPlayersEntered():
            return replace(state, players=(*state.players, *event.players))
        case ev.TttPlayerTakenOut():
            left = tuple(each for each in state.players if each != event.player)
            return replace(state, players=left)
        case ev.TttDrawn():
            return replace(state, groups=event.groups, seed=event.seed)
        case ev.TttMiniDrawn():
            mini = Mini(event.mini, event.group, event.players)
            return replace(state, minis={**state.minis, event.mini: mini})
        case ev.TttDrawWithdrawn():
            return _draw_withdrawn(state, event.mini)
        case ev.TttPlayerRemoved():
            return replace(state, removed={**state.removed, event.player: event})
        case ev.TttPlayerReturned():
            return replace(state, removed=_without(state.removed, event.player))
        case ev.TttInvited():
            invitation = Invitation(event.mini, event.inviter, event.invited)
            return replace(state, invitations=(*state.invitations, invitation))
        case ev.TttMatchStarted():
            return _match_started(state, event)
        case ev.TttMatchStruck():
            return replace(state, matches=_without(state.matches, event.match))
        case _:
            known = state.matches[event.match]
            matches = {**state.matches, event.match: _match_after(known, event)}
            return replace(state, matches=matches)


def _draw_withdrawn(state: TttState, mini: int) -> TttState:
    left = tuple(each for each in state.invitations if each.mini != mini)
    if mini:
        return replace(state, minis=_without(state.minis, mini), invitations=left)
    return replace(state, groups=(), seed=b"", invitations=())


def _match_started(state: TttState, event: ev.TttMatchStarted) -> TttState:
    """Return the state with a new match in it.

    Invitations between the two players in the same group or mini-TTT are removed, because the match
    answers them.
    """
    match = TttMatch(event.match, event.mini, event.inviter, event.invited)
    waiting = tuple(
        each
        for each in state.invitations
        if (each.mini, frozenset((each.inviter, each.invited))) != (event.mini, match.pair)
    )
    return replace(state, matches={**state.matches, event.match: match}, invitations=waiting)


_OfMatch = (
    ev.TttResultReported
    | ev.TttResultEntered
    | ev.TttGameForfeited
    | ev.TttPositionGiven
    | ev.TttAdjudicated
)


def _match_after(match: TttMatch, event: _OfMatch) -> TttMatch:
    match event:
        case ev.TttResultReported():
            played = TttPlayed(event.winner, event.ending, event.version)
            return replace(match, reports={**match.reports, event.player: played})
        case ev.TttResultEntered():
            return replace(match, decided=TttPlayed(event.winner, event.ending, event.version))
        case ev.TttGameForfeited():
            forfeit = Forfeit(event.loser, event.how, event.position, event.on_roll, event.version)
            return replace(match, decided=forfeit)
        case ev.TttPositionGiven():
            assert isinstance(match.decided, Forfeit)
            placed = replace(
                match.decided, position=event.position, on_roll=event.on_roll, adjudication=None
            )
            return replace(match, decided=placed)
        case ev.TttAdjudicated():
            assert isinstance(match.decided, Forfeit)
            return replace(match, decided=replace(match.decided, adjudication=_figured(event)))


def _figured(event: ev.TttAdjudicated) -> Adjudication:
    return Adjudication(
        Figures.of_millionths(event.wins, event.gammons, event.backgammons),
        Tenths(event.score),
        event.engine,
        event.software,
        event.net,
        event.plies,
    )


def _without(mapping: Mapping[_Key, _Value], key: _Key) -> dict[_Key, _Value]:
    return {each: value for each, value in mapping.items() if each != key}
