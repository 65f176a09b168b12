"""How a match ended: who won, by how much and where it turned, as values and as a sentence.

All of it is made from a protocol; shown to the public it is made from the public one (ruling 12).
"""

from dataclasses import dataclass
from typing import Literal

from rules.match_play.protocol import MatchPlayProtocol
from rules.match_play.state import TABLE
from rules.position import Side
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.swings import Gain, Swing, TurningPoint, levelled, swings, turning_point
from rules.scoring.tallies import TallyProtocol, tally_of
from rules.scoring.teams import PerTeam, TeamPlace, ahead
from server.values.scored_match import AnyProtocol, final_score, sums
from server.words.translation import Words

Unit = Literal["imp", "tally", "points"]
"""The unit of a match's sums: IMP, what counted games count (trous), or points at one table."""

_NAMED_AT_MOST = 2
"""Number of equally large games that the sentence names; of more games it names none."""


def named_games(point: TurningPoint) -> frozenset[int]:
    """Return the games that the sentence on a match's end names."""
    if point.late:
        return frozenset({point.lead.game})
    most = point.most if len(point.most) <= _NAMED_AT_MOST else ()
    return frozenset(swing.game for swing in most)


@dataclass(frozen=True, slots=True)
class FinalSums:
    """The sums of a match that is over, in `unit`, and its victory points if it has any."""

    unit: Unit
    sums: tuple[int, int]
    vp: tuple[int, int] | None = None

    @property
    def winner(self) -> TeamPlace | None:
        """The winner, or None if both have equally many."""
        return ahead(self.sums[0] - self.sums[1])


@dataclass(frozen=True, slots=True)
class Ending:
    """The sentence on a match's end: `won` names the winner, `rest` says where the match turned.

    `game` is the number of the game that the page shows first: the one that is named, or the last.
    """

    won: str
    rest: str
    game: int

    @property
    def text(self) -> str:
        """The whole sentence."""
        return f"{self.won} {self.rest}".rstrip()


def unit_name(protocol: AnyProtocol) -> Unit:
    """Return the unit of a protocol's sums."""
    if isinstance(protocol, MatchPlayProtocol):
        return "points"
    return "imp" if isinstance(protocol, MatchProtocol) else "tally"


def final_sums(protocol: AnyProtocol) -> FinalSums:
    """Return the sums of a complete protocol, and its victory points."""
    vp = final_score(protocol) if isinstance(protocol, MatchProtocol) else None
    return FinalSums(unit_name(protocol), sums(protocol), vp)


def swings_of(protocol: AnyProtocol) -> tuple[Swing, ...]:
    """Return what one side gained by each game.

    It is in IMP, in counted trous or, for a match at one table, in points.
    """
    match protocol:
        case MatchProtocol():
            made = [(each.game, each.room, each.imp) for each in protocol.results]
            return swings(Gain(game, room, imp.home - imp.away) for game, room, imp in made)
        case TallyProtocol():
            tallies = [(each.game, each.room, tally_of(each)) for each in protocol.results]
            return swings(Gain(game, room, made.home - made.away) for game, room, made in tallies)
        case MatchPlayProtocol():
            return swings(
                Gain(each.game, TABLE, each.points if each.winner is Side.WHITE else -each.points)
                for each in protocol.games
                if each.counts
            )


def winner_of(protocol: AnyProtocol) -> TeamPlace | None:
    """Return the winner of a match that is over, or None if it is level or not over."""
    if isinstance(protocol, MatchPlayProtocol):
        won = protocol.winner
        return None if won is None else TeamPlace.HOME if won is Side.WHITE else TeamPlace.AWAY
    return protocol.winner


def match_ending(protocol: AnyProtocol, teams: PerTeam[str], words: Words) -> Ending | None:
    """Return the sentence on the end of a match, or None if the match is not over."""
    if not protocol.complete:
        return None
    won, found = won_words(final_sums(protocol), teams, words), swings_of(protocol)
    point, last = turning_point(found, winner_of(protocol)), found[-1].game if found else 1
    if point is not None:
        return Ending(won, _turned_words(point, protocol, teams, words), point.told.game)
    level = levelled(found)
    if level is not None:
        return Ending(won, _levelled_words(level, unit_name(protocol), teams, words), level.game)
    if len(found) > 1 and not any(swing.points for swing in found):
        return Ending(won, words.gettext("Every game ended level."), last)
    return Ending(won, "", last)


def won_words(of: FinalSums, teams: PerTeam[str], words: Words) -> str:
    """Return who won a match that is over and by how much, or that it is a draw."""
    if of.winner is None:
        text = won_terms(words)[f"draw-{of.unit}"]
        return text.format(home=teams.home, away=teams.away, sum=of.sums[0])
    points = PerTeam(*(of.vp or of.sums))
    text = won_terms(words)["vp" if of.vp else of.unit]
    return text.format(
        team=teams.of(of.winner),
        won=points.of(of.winner),
        lost=points.of(of.winner.opponent),
        imp=abs(of.sums[0] - of.sums[1]),
    )


def won_terms(words: Words) -> dict[str, str]:
    """Return the texts of `won_words`, keyed by the unit; scripts fill in the same placeholders.

    The key is "vp" for a match with victory points, and begins with "draw-" for a draw.
    """
    gettext, imp, total = words.gettext, "{imp}", "{sum}"
    score = {"team": "{team}", "won": "{won}", "lost": "{lost}"}
    both = {"home": "{home}", "away": "{away}"}
    return {
        "vp": gettext(
            "%(team)s wins by %(imp)s IMP, %(won)s–%(lost)s in victory points.", imp=imp, **score
        ),
        "imp": gettext("%(team)s wins %(won)s–%(lost)s in IMP.", **score),
        "tally": gettext("%(team)s wins %(won)s–%(lost)s in trous.", **score),
        "points": gettext("%(team)s wins %(won)s–%(lost)s.", **score),
        "draw-imp": gettext(
            "%(home)s and %(away)s draw, %(sum)s–%(sum)s in IMP.", sum=total, **both
        ),
        "draw-tally": gettext(
            "%(home)s and %(away)s draw, %(sum)s–%(sum)s in trous.", sum=total, **both
        ),
        "draw-points": gettext("%(home)s and %(away)s draw, %(sum)s–%(sum)s.", sum=total, **both),
    }


def _turned_words(
    point: TurningPoint, protocol: AnyProtocol, teams: PerTeam[str], words: Words
) -> str:
    winner = winner_of(protocol)
    assert winner is not None
    unit, team = unit_name(protocol), teams.of(winner)
    if not point.late:
        return _led_words(point, unit, team, words)
    game, before = point.lead.game, point.lead.before
    turned = words.gettext(
        "%(team)s took the lead for good in game %(game)s.", team=team, game=game
    )
    if not before:
        level = words.ngettext("Level after %(num)s game.", "Level after %(num)s games.", game - 1)
        return f"{level} {turned}"
    led = words.gettext(
        "Before it %(team)s led by %(points)s.",
        team=teams.of(winner.opponent),
        points=_amount(abs(before), unit, words),
    )
    return f"{turned} {led}"


def _levelled_words(level: Swing, unit: Unit, teams: PerTeam[str], words: Words) -> str:
    """Return who led until the last game that changed the score, and who drew level in it."""
    leader = ahead(level.before)
    assert leader is not None
    return words.gettext(
        "%(leader)s led by %(points)s after game %(before)s; %(team)s drew level in game %(game)s.",
        leader=teams.of(leader),
        points=_amount(abs(level.before), unit, words),
        before=level.game - 1,
        team=teams.of(leader.opponent),
        game=level.game,
    )


def _led_words(point: TurningPoint, unit: Unit, team: str, words: Words) -> str:
    """Return since when the winner led, with the one or two games that gave most."""
    gettext, most, since = words.gettext, point.most, point.lead.game
    values: dict[str, object] = {"team": team, "since": since, **_worth(most, unit, words)}
    if len(most) > _NAMED_AT_MOST:
        if since == 1:
            return gettext("%(team)s led from the first game.", **values)
        return gettext("%(team)s led from game %(since)s on.", **values)
    if len(most) == 1 and since == 1:
        return gettext(
            "%(team)s led from the first game and gained most in game %(game)s, %(points)s.",
            **values,
        )
    if len(most) == 1:
        return gettext(
            "%(team)s led from game %(since)s on and gained most in game %(game)s, %(points)s.",
            **values,
        )
    if since == 1:
        return gettext(
            "%(team)s led from the first game and gained most in games %(game)s and %(other)s, "
            "%(points)s each.",
            **values,
        )
    return gettext(
        "%(team)s led from game %(since)s on and gained most in games %(game)s and %(other)s, "
        "%(points)s each.",
        **values,
    )


def _worth(most: tuple[Swing, ...], unit: Unit, words: Words) -> dict[str, object]:
    points = _amount(abs(most[0].points), unit, words)
    return {"game": most[0].game, "other": most[-1].game, "points": points}


def _amount(points: int, unit: Unit, words: Words) -> str:
    match unit:
        case "imp":
            return f"{points} IMP"
        case "tally":
            return words.ngettext("%(num)s trou", "%(num)s trous", points)
        case "points":
            return words.ngettext("%(num)s point", "%(num)s points", points)
