"""What has happened in a match since it was set up: line-ups, the start, and play so far."""

from collections.abc import Iterable

from rules import events as ev
from rules.duplicate.seed_dice import commitment
from tests.support.persons import person_id
from tests.support.rooms import SEED, Rooms


def team_of(name: str, players: Iterable[str]) -> ev.Team:
    """A team with who sits in the open and in the closed room."""
    first, second = players
    return ev.Team(name=name, open_player=person_id(first), closed_player=person_id(second))


def handed_in(team: ev.Team) -> ev.LineUpSubmitted:
    """Its line-up."""
    return ev.LineUpSubmitted(
        team=team.name, open_player=team.open_player, closed_player=team.closed_player
    )


def since_set_up(home: ev.Team, away: ev.Team, played: Iterable[ev.Event]) -> tuple[ev.Event, ...]:
    """What happened before the first game, then what is played."""
    begun = ev.MatchStarted(home=home, away=away, commitment=commitment(SEED), seed=SEED)
    committed = ev.SeedCommitted(commitment=commitment(SEED), seed=SEED)
    return (committed, handed_in(home), handed_in(away), begun, *played)


def played_so_far(home: ev.Team, away: ev.Team, rooms: Rooms, steps: int) -> tuple[ev.Event, ...]:
    """A match of which so many useful things were said at its tables, or all there is to say."""
    for _ in range(steps):
        if rooms.state.over:
            break
        rooms.step()
    return since_set_up(home, away, rooms.history)
