"""Orders about stages as forms send them: text fields, read into the bodies the API takes."""

import re
from collections.abc import Mapping
from typing import cast

from rules.errors import MatchRefused
from rules.events import StageKind
from rules.formats.team_event.planning import TWO_PLACES
from rules.formats.team_event.ruling import order_in_force, penalties_in_force
from rules.formats.team_event.stages import EventState
from rules.text import N_
from server.console.seen_values import seen_values
from server.web.edge.form_fields import with_json
from server.web.schemas.stages import STAGE_ORDERS, DescribeIn, StageOrderIn
from server.web.tournament.draw_values import MOST_PAIRS

_JSON = ("seen", "was", "teams", "slots", "ruled")
_ABSENT, _PLACE = "absent-", "place-"
_SLOT = re.compile(r"([1-9][0-9]{0,2})-([1-9][0-9]?)-([1-9][0-9]?)")


def stage_order(fields: Mapping[str, str]) -> StageOrderIn:
    """The order of a form; raises pydantic's ValidationError for fields that cannot be.

    `absent-1` … name teams left out or that did not come, `ruled-home` and `ruled-away` points that
    the director rules.
    """
    plain = {
        name: value
        for name, value in fields.items()
        if value != "" and not name.startswith((_ABSENT, _PLACE, "ruled-", "team-"))
    }
    plain.pop("form", None)
    order: dict[str, object] = {**with_json(plain, *_JSON)}
    absent = [value for name, value in fields.items() if name.startswith(_ABSENT) and value]
    if fields.get("order") in ("draw", "walkover"):
        order["absent"] = absent
    if fields.get("order") == "decide-order":
        order["teams"] = _in_order(fields)
    ruled = [fields.get("ruled-home", ""), fields.get("ruled-away", "")]
    if any(ruled):
        order["ruled"] = ruled
    if fields.get("kind") == StageKind.PAIRS.value:
        order["slots"] = slots = _slots(fields)
        order["groups"] = len(slots) // 2
    kind = STAGE_ORDERS.get(fields.get("order", ""), DescribeIn)
    return cast(StageOrderIn, kind.model_validate(order))


def seen_by_forms(state: EventState) -> dict[str, str]:
    """What forms of the page are made from, as JSON, by what they are called there."""
    described = state.described
    now = (described.title, described.place, described.dates) if described else ("", "", "")
    places = state.places.open_room, state.places.closed_room
    seen: dict[str, object] = {"describe": now, "places": places}
    for stage in state.stages.values():
        seen[f"undraw-{stage.number}"] = stage.groups
        seen[f"penalty-{stage.number}"] = penalties_in_force(state, stage.number)
        for group in range(1, len(stage.groups) + 1):
            seen[f"order-{stage.number}-{group}"] = order_in_force(stage, group)
        for announced in stage.published.values():
            numbers = tuple(each.number for each in announced.pairings)
            seen[f"withdraw-{stage.number}-{announced.round}"] = numbers
    return {form: seen_values(value) for form, value in seen.items()}


def _slots(fields: Mapping[str, str]) -> list[dict[str, int]]:
    """The places of a form of pairs, home first; raises MatchRefused for half a pair, and none."""
    slots = list[dict[str, int]]()
    for number in range(1, MOST_PAIRS + 1):
        pair = [fields.get(f"{_PLACE}{number}-{side}", "") for side in ("home", "away")]
        chosen = [_SLOT.fullmatch(each) for each in pair if each]
        for known in chosen:
            if known is None or len(chosen) == 1:
                raise MatchRefused("slots", " – ".join(pair), TWO_PLACES)
            stage, group, place = map(int, known.groups())
            slots.append({"stage": stage, "group": group, "place": place})
    if not slots:
        raise MatchRefused("slots", "", TWO_PLACES)
    return slots


def _in_order(fields: Mapping[str, str]) -> list[str]:
    """Teams by the places typed beside them; raises MatchRefused for one that is there twice."""
    placed = {
        name.removeprefix("team-"): value
        for name, value in fields.items()
        if name.startswith("team-") and value.strip()
    }
    if len(set(placed.values())) < len(placed):
        raise MatchRefused("teams", ", ".join(sorted(placed.values())), N_("each place once"))
    return sorted(placed, key=lambda team: placed[team].rjust(9))
