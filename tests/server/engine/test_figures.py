"""What GNU Backgammon says of a position, as the figures of the player who did not time out."""

from dataclasses import replace
from decimal import Decimal

import pytest

from rules.events import TttForfeit
from rules.formats.ttt.state import Forfeit
from rules.identities import PersonId
from server.engine.adjudications import figures_for_other
from server.engine.gnubg_process import Evaluation

LOSER, OTHER = PersonId("1" * 12), PersonId("2" * 12)
FIGURES = Evaluation(
    wins=Decimal("0.7"),
    gammons=Decimal("0.2"),
    backgammons=Decimal("0.01"),
    lost_gammons=Decimal("0.1"),
    lost_backgammons=Decimal("0.005"),
)


def forfeit(on_roll: PersonId | None) -> Forfeit:
    return Forfeit(loser=LOSER, how=TttForfeit.TIME_OUT, position="", on_roll=on_roll, version=1)


@pytest.mark.parametrize(
    ("on_roll", "figures"),
    [(OTHER, ("0.7", "0.2", "0.01")), (LOSER, ("0.3", "0.1", "0.005"))],
)
def test_figures_are_those_of_the_other_player_whoever_is_on_roll(
    on_roll: PersonId, figures: tuple[str, str, str]
) -> None:
    assert figures_for_other(FIGURES, forfeit(on_roll)) == tuple(map(Decimal, figures))


def test_a_figure_that_rounding_put_above_the_next_is_brought_down_to_it() -> None:
    rounded = replace(
        FIGURES, wins=Decimal("0.5"), gammons=Decimal("0.500001"), backgammons=Decimal("0.500001")
    )
    assert figures_for_other(rounded, forfeit(OTHER)) == (Decimal("0.5"),) * 3
