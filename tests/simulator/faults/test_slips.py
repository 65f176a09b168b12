"""What goes wrong in saying something at a board: a slip fits some messages and can be sent."""

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from board_drivers.wire import messages as wire
from board_drivers.wire.frames import encode
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from simulator.faults.faulty_board import TableBefore, slip_of
from simulator.faults.plan import PlannedFault
from tests.board_drivers.wire.examples import EXAMPLES, KEY, OPENING, frame_of

TALL = replace(OPENING, white=(*OPENING.white[:6], 7, 0, 1, *OPENING.white[9:]))
SAID = [
    *(each for each in EXAMPLES if isinstance(each, get_args(wire.BoardMessage))),
    wire.TurnDone(*KEY, TALL, 0, 79),
]
SLIPS = [
    each
    for each in PlannedFault
    if PlannedFault.COCKED_DIE.value <= each.value <= 37
    and each is not PlannedFault.OTHER_DICE_SHOWN
]


@pytest.mark.parametrize("fault", SLIPS, ids=lambda fault: fault.name)
def test_a_slip_fits_some_message_and_whatever_it_says_goes_over_the_wire(
    fault: PlannedFault,
) -> None:
    tables = [TableBefore(room, BACKGAMMON, Random(fault.value)) for room in Room]
    slips = [slip_of(fault, each, table) for each in SAID for table in tables]
    fitting = [each for each in slips if each is not None]
    assert fitting
    for each in fitting:
        for message in (*each.hints, *each.before, each.meant, *each.after):
            assert encode(frame_of(message))
