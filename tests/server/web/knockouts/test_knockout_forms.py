"""Forms about knockouts, read as the API's bodies."""

import pytest
from pydantic import ValidationError

from rules.position import Side
from server.web.knockouts.orders import KNOCKOUT_ORDERS


def test_players_are_typed_one_a_line_and_lengths_with_commas() -> None:
    entered = KNOCKOUT_ORDERS.read_form(
        {"order": "enter", "knockout": "1", "players": "Brook\n\n Fields \n"}
    )
    assert entered.model_dump()["players"] == ("Brook", "Fields")
    planned = KNOCKOUT_ORDERS.read_form(
        {"order": "plan", "name": "Cup", "length": "7", "last_lengths": "9; 11,"}
    )
    assert planned.model_dump()["last_lengths"] == (9, 11)


def test_one_field_names_a_match_and_who_goes_on_from_it() -> None:
    fields = {"order": "rule", "decision": "walkover", "reason": "never came"}
    ruled = KNOCKOUT_ORDERS.read_form({**fields, "goes_on": "12:white"}).model_dump()
    assert (ruled["number"], ruled["winner"]) == (12, Side.WHITE)
    nobody = KNOCKOUT_ORDERS.read_form({**fields, "goes_on": "12"}).model_dump()
    assert (nobody["number"], nobody["winner"]) == (12, None)
    with pytest.raises(ValidationError):
        KNOCKOUT_ORDERS.read_form({**fields, "goes_on": "final:white"})
