"""How far a match is, as far as the public knows, in a word or two for lists of matches."""

from rules.events import MatchPlayScheduled
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.words.translation import Words

HELD = "held"
"""The key of what is said instead of all else while the director holds the match."""


def status_words(now: PublicSnapshot, words: Words) -> str:
    """How far a match is, in a word or two, for the list of matches."""
    game = now.game
    if is_held(now):
        return status_terms(words)[HELD]
    if not isinstance(now.scheduled, MatchPlayScheduled):
        games = now.scheduled.games
        return status_terms(words)[now.phase.value].format(game=game, games=games)
    return status_terms(words)[of_points(now)].format(game=game, length=now.scheduled.length)


def status_terms(words: Words) -> dict[str, str]:
    """How far a match is by phase, one to points by that behind "points-".

    `{game}`, `{games}` and `{length}` are filled in.
    """
    to_points = words.gettext(
        "game %(game)s, match to %(points)s", game="{game}", points="{length}"
    )
    playing = words.gettext("game %(game)s of %(games)s", game="{game}", games="{games}")
    return {
        **{phase.value: playing for phase in PublicPhase},
        **{f"points-{phase.value}": to_points for phase in PublicPhase},
        "points-over": finished_words(words),
        "planned": words.gettext("not begun"),
        "over": finished_words(words),
        HELD: words.gettext("held by the director"),
    }


def finished_words(words: Words) -> str:
    """That a match is over."""
    return words.gettext("finished")


def of_points(now: PublicSnapshot) -> str:
    """The key of a match to points in that phase."""
    return f"points-{now.phase.value}"


def is_held(now: PublicSnapshot) -> bool:
    """The match is held as a whole, and not over."""
    return now.held and now.phase is not PublicPhase.OVER
