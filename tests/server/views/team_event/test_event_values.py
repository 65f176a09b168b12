"""What pages show of a team event."""

from hypothesis import given
from hypothesis import strategies as st

from server.views.team_event.values import StagePage
from server.words.translation import words_for
from tests.rules.formats.team_event.rounds import THREE, drawn_robin, outcome, published


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=3, max_size=3))
def test_form_and_schedule_count_matches_won_as_the_standings_do(
    sums: list[tuple[int, int]],
) -> None:
    state = published(drawn_robin(THREE))
    (stage,) = state.stages.values()
    pairings = [each for each in stage.published_pairings if each.number is not None]
    outcomes = {
        each.number: outcome(*imp)
        for each, imp in zip(pairings, sums, strict=True)
        if each.number is not None
    }
    shown = StagePage(state, outcomes, {}, words_for("en")).stage(stage, drafts=False)
    for row in shown.groups[0].rows:
        won = [
            pair.won if pair.home == row.team else -pair.won
            for each in shown.rounds
            for pair in each.pairs
            if row.team in (pair.home, pair.away)
        ]
        counted = (row.won, row.level, row.lost)
        assert (row.form.count(1), row.form.count(0), row.form.count(-1)) == counted
        assert (won.count(1), won.count(0), won.count(-1)) == counted
