"""Orders about knockouts as forms send them: text fields, read into the bodies the API takes."""

from collections.abc import Mapping
from typing import cast

from server.web.edge.form_fields import with_json
from server.web.schemas.knockouts import KNOCKOUT_ORDERS, KnockoutOrderIn, PlanIn

GOES_ON = "goes_on"
"""The field that names a match and the side that goes on from it, such as "12:white"."""


def knockout_order(fields: Mapping[str, str]) -> KnockoutOrderIn:
    """The order of a form; raises pydantic's ValidationError for fields that cannot be.

    Players are typed one a line, `last_lengths` with commas between them.
    """
    plain = {name: value for name, value in fields.items() if value != ""}
    plain.pop("form", None)
    order: dict[str, object] = {**with_json(plain, "seen", "was")}
    if "players" in fields:
        lines = (line.strip() for line in fields["players"].splitlines())
        order["players"] = [line for line in lines if line]
    if "last_lengths" in plain:
        typed = plain["last_lengths"].replace(";", ",").split(",")
        order["last_lengths"] = [each.strip() for each in typed if each.strip()]
    if GOES_ON in plain:
        number, _, side = plain[GOES_ON].partition(":")
        order.pop(GOES_ON)
        order["number"] = number
        if side:
            order["winner"] = side
    kind = KNOCKOUT_ORDERS.get(fields.get("order", ""), PlanIn)
    return cast(KnockoutOrderIn, kind.model_validate(order))
