"""Who a hall takes for a board: a name with a key is let in by its key only (ruling 28)."""

from pathlib import Path

from board_drivers.wire.messages import DiceShow, Ready
from board_drivers.wire.values import FaultCode, WireSide
from rules.room import Room
from tests.server.web.plain_forms import OPERATOR, shown_secret
from tests.support.account_commands import given_key
from tests.support.commands import assign_board
from tests.support.plugged import PluggedBoard, plugged
from tests.support.served import DIRECTOR, opened, served_match, throw_opening

CLOSED = "closed-1"


def set_for_the_opening(board: PluggedBoard) -> None:
    """Both players of the table say READY."""
    for side in (WireSide.WHITE, WireSide.RED):
        board.link.report(Ready(1, 1, 1, side))


async def test_a_board_that_claims_a_keyed_boards_name_on_a_cable_is_given_no_dice(
    tmp_path: Path,
) -> None:
    async with served_match(tmp_path) as (_, hall, number):
        key = given_key(hall.board_keys, CLOSED)
        await assign_board(hall, number, Room.CLOSED, CLOSED)
        async with plugged(hall, CLOSED) as impostor:
            assert impostor.refusals == [FaultCode.KEY_REQUIRED]
            async with plugged(hall, CLOSED, key=key, cable=False) as board:
                assert board.refusals == []
                set_for_the_opening(board)
                await throw_opening(hall, number, 1)
                await board.until(lambda it: it.dice == [(4, 3)])
            assert not any(isinstance(message, DiceShow) for message in impostor.commands)
            assert impostor.commands == []


async def test_a_name_without_a_key_is_let_in_on_a_cable_until_it_is_given_one(
    tmp_path: Path,
) -> None:
    async with (
        opened(tmp_path) as served,
        served.client(DIRECTOR) as director,
        served.client(OPERATOR) as operator,
    ):
        for board_id in ("open-1", "open-2"):
            async with plugged(served.hall, board_id) as board:
                assert board.welcomes == 1
                if board_id == "open-1":
                    answer = await director.post("/api/boards", json={"board_id": board_id})
                    key = answer.json()["key"]
                else:
                    key = shown_secret(await operator.post("/boards", data={"board_id": board_id}))
                await board.until(lambda it: not it.connected)
            async with plugged(served.hall, board_id, key=bytes.fromhex(key)) as board:
                assert board.welcomes == 1
