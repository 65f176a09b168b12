"""A team is changed from what it was when somebody looked, or not at all."""

from dataclasses import replace

import pytest

from rules import commands as cmd
from rules.errors import MatchRefused, ValuesChanged
from rules.identities import PersonId
from server.access import Role, Visitor
from server.tournaments.decide import decide
from server.tournaments.given import TournamentGiven
from server.tournaments.tournament_state import TournamentState
from tests.support.ids import TOURNAMENT

OPERATOR = Visitor(Role.OPERATOR, PersonId("Olena"))
NOBODY_PLAYS = TournamentGiven(TOURNAMENT, records=(), last_number=0)
COMPASS = cmd.TeamEntry("Compass", (PersonId("Brook"), PersonId("Fields")))
CHANGE = cmd.ChangeTeam(
    team=COMPASS.name, name="Kharkiv", players=COMPASS.players, was=COMPASS.players
)
PLAYERS = replace(CHANGE, name="Compass", players=(PersonId("Brook"), PersonId("Summers")))


def after(*commands: cmd.TournamentCommand) -> TournamentState:
    """A tournament with Compass, once these are done as well."""
    state = TournamentState()
    entered = cmd.RegisterTeam(name=COMPASS.name, players=COMPASS.players)
    for command in (entered, *commands):
        state = state.after(decide(state, command, OPERATOR, NOBODY_PLAYS))
    return state


def test_a_team_as_it_was_seen_is_changed() -> None:
    assert after(CHANGE).teams == {"Kharkiv": (PersonId("Brook"), PersonId("Fields"))}


@pytest.mark.parametrize(
    ("faster", "now"),
    [
        ((PLAYERS,), cmd.TeamEntry("Compass", (PersonId("Brook"), PersonId("Summers")))),
        ((CHANGE,), cmd.TeamEntry("Kharkiv", (PersonId("Brook"), PersonId("Fields")))),
        (
            (CHANGE, replace(CHANGE, team="Kharkiv", name="Lviv")),
            cmd.TeamEntry("Lviv", (PersonId("Brook"), PersonId("Fields"))),
        ),
    ],
    ids=["players", "name", "name twice"],
)
def test_a_team_that_somebody_else_has_changed_is_shown_as_it_was_and_is(
    faster: tuple[cmd.ChangeTeam, ...], now: cmd.TeamEntry
) -> None:
    state = after(*faster)
    with pytest.raises(ValuesChanged) as refused:
        decide(state, CHANGE, OPERATOR, NOBODY_PLAYS)
    assert (refused.value.was, refused.value.now) == (COMPASS, now)


def test_a_name_that_was_given_up_may_be_entered_again_and_is_another_team_then() -> None:
    others = PersonId("Hill"), PersonId("Moss")
    state = after(CHANGE, cmd.RegisterTeam(name="Compass", players=others))
    with pytest.raises(ValuesChanged) as refused:
        decide(state, CHANGE, OPERATOR, NOBODY_PLAYS)
    assert refused.value.now == cmd.TeamEntry("Compass", others)


def test_a_team_that_was_never_entered_is_refused_by_its_name() -> None:
    unknown = replace(CHANGE, team="Odesa")
    with pytest.raises(MatchRefused, match="a team that is entered: Compass"):
        decide(after(), unknown, OPERATOR, NOBODY_PLAYS)
