"""A match under way at first glance: who leads, who sits next door, what comes next.

All of it is made from public values only (ruling 12).
"""

from rules.events import MatchPlayScheduled, MatchScheduled
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.tallies import TallyProtocol
from rules.scoring.teams import PerTeam, TeamPlace, ahead
from server.live.snapshot import PublicPhase, PublicSnapshot, public_protocol
from server.values.match_ending import match_ending, swings_of
from server.values.naming import Names
from server.values.scored_match import AnyProtocol, sums
from server.words.translation import Words


def lead_words(now: PublicSnapshot, teams: PerTeam[str], words: Words) -> str:
    """Return who leads and by what, or who has won if the match is over.

    Return an empty text before the line-ups are in.
    """
    protocol = public_protocol(now)
    if now.phase is PublicPhase.OVER:
        ending = match_ending(protocol, teams, words)
        return "" if ending is None else ending.won
    found = swings_of(protocol)
    if not found:
        return words.gettext("No score yet.") if now.game else ""
    leader = ahead(sums(protocol)[0] - sums(protocol)[1])
    if leader is None:
        return words.ngettext("Level after %(num)s game.", "Level after %(num)s games.", len(found))
    return _leads(protocol, leader, teams, words)


def _leads(protocol: AnyProtocol, leader: TeamPlace, teams: PerTeam[str], words: Words) -> str:
    """Return by how much a side leads."""
    home, away = sums(protocol)
    values = {"team": teams.of(leader), "points": abs(home - away)}
    match protocol:
        case MatchProtocol():
            return words.gettext("%(team)s leads by %(points)s IMP.", **values)
        case TallyProtocol():
            return words.gettext("%(team)s leads by %(points)s in trous.", **values)
        case _:
            return words.gettext("%(team)s leads by %(points)s.", **values)


def most_words(now: PublicSnapshot, words: Words) -> str:
    """Return which game gave the leader most, empty if nobody leads or the game gave all of it."""
    protocol = public_protocol(now)
    home, away = sums(protocol)
    lead = home - away
    if not lead or now.phase is PublicPhase.OVER:
        return ""
    sign = 1 if lead > 0 else -1
    most = max(swings_of(protocol), key=lambda swing: swing.points * sign)
    if most.points == lead:
        return ""
    return words.gettext(
        "Game %(game)s gave them most: %(gain)s.", game=most.game, gain=most.points * sign
    )


def crossed_words(now: PublicSnapshot, names: Names, words: Words) -> str:
    """Return who plays the same dice next door, empty before the line-ups and at one table."""
    if now.line_ups is None:
        return ""
    home, away = now.line_ups.home, now.line_ups.away
    return words.gettext(
        "Next door the same teams play the same dice with the sides swapped: %(white)s has White "
        "for %(away)s, %(red)s has Red for %(home)s.",
        white=names.of(away.closed_player),
        away=names.by(now.opponents.away),
        red=names.of(home.closed_player),
        home=names.by(now.opponents.home),
    )


def next_words(now: PublicSnapshot, words: Words) -> str:
    """Return what follows the game that is played, empty if none is or nobody can know."""
    scheduled = now.scheduled
    between = (PublicPhase.PLANNED, PublicPhase.OVER)
    if isinstance(scheduled, MatchPlayScheduled) or now.phase in between or not now.game:
        return ""
    assert isinstance(scheduled, MatchScheduled)
    if now.game == scheduled.games:
        return words.gettext("This is the last game.")
    values = {"game": now.game + 1, "games": scheduled.games}
    if now.phase is PublicPhase.GAME_OVER:
        return words.gettext("Next: game %(game)s of %(games)s.", **values)
    return words.gettext(
        "Game %(now)s now, then game %(game)s of %(games)s.", now=now.game, **values
    )
