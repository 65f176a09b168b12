"""The documents' page of orders, made from the catalogue."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from rules.limits import MOST_NUMBERED
from server.access import Reach, Role, reach
from server.web.catalogue import CatalogueEntry, catalogue
from server.web.director.orders import DIRECTORS_API
from server.web.orders.bodies import ORDER

PAGE = Path(__file__).parents[2] / "docs" / "orders.md"
_HEAD = """# Orders

For whoever writes a client: every order of the API, made from the program by `./dev guards`. A
server's own `/docs` says more of each order and of its answers.

An order is posted as JSON to its address. If several orders share an address, the field `order`
says which one is meant. An order's other fields are in brackets, optional ones in *italics*. `1–6`
is a number in this range, `1…` a number from 1, `text(3–500)` a text of 3 to 500 letters, `[…]` a
list, `(a, b)` exactly these values. The kind of the following fields is told only here:

{recurring}

`seen` and `was` are what the sender saw when deciding: if that has changed, nothing is done. Orders
about stages, knockouts, a TTT, messages' boards, cases, calls, holds or a table's board must have
`seen` or `was` if there is a current value; without it they are refused, and the refusal tells the
current value.

Only a director may give an order marked †. Directors and operators may give all others; “Also”
names who else may give an order ([access.md](access.md)).
"""
_RECURS = 3
"""In so many orders a field has to be of one kind to be told once for all of them."""
_OWN = ("seen", "was")
"""Fields that hold something else in each order."""
_ALONE, _BOTH = (Role.DIRECTOR,), (Role.DIRECTOR, Role.OPERATOR)


def page() -> str:
    """The whole page."""
    entries = [each for each in catalogue() if each.api]
    recurring = _recurring(entries)
    kinds = sorted(set(recurring.values()))
    named = (sorted(f"`{name}`" for name, of in recurring.items() if of == kind) for kind in kinds)
    listed = [f"- {kind}: {', '.join(names)}" for kind, names in zip(kinds, named, strict=True)]
    return "\n".join([_HEAD.format(recurring="\n".join(listed)), *_lines(entries, recurring)])


def _lines(entries: list[CatalogueEntry], recurring: Mapping[str, str]) -> Iterator[str]:
    for heading, group in groupby(entries, _heading):
        yield f"## {heading}\n"
        for each in group:
            fields = ", ".join(_told(*field, recurring) for field in _fields(each))
            signed = f"`{_called(each)}`{_mark(each)}"
            yield f"- {signed} ({fields}): {_meaning(each)}{_others(each)}"
        yield ""


def _recurring(entries: list[CatalogueEntry]) -> dict[str, str]:
    """The kind that most orders give a field of this name, where several do."""
    counted = Counter((name, kind) for each in entries for name, kind, _ in _fields(each))
    most: dict[str, str] = {}
    for (name, kind), times in counted.most_common():
        if times >= _RECURS and name not in _OWN:
            most.setdefault(name, kind)
    return most


def _told(name: str, kind: str, required: bool, recurring: Mapping[str, str]) -> str:
    shown = f"`{name}`" if required else f"*`{name}`*"
    return shown if recurring.get(name) == kind else f"{shown} {kind}"


def _heading(entry: CatalogueEntry) -> str:
    if _called(entry) != entry.order.name:
        return "Addresses of one order"
    return f"`{entry.api}`" if entry.listed else f"`{DIRECTORS_API}/ORDER`"


def _called(entry: CatalogueEntry) -> str:
    shared = entry.listed or entry.api == f"{DIRECTORS_API}/{entry.order.name}"
    return entry.order.name if shared else f"{entry.method} {entry.api}"


def _meaning(entry: CatalogueEntry) -> str:
    return " ".join((entry.order.body.__doc__ or "").partition("\n\n")[0].split())


def _mark(entry: CatalogueEntry) -> str:
    return "†" if tuple(_reached(entry)) == _ALONE else ""


def _others(entry: CatalogueEntry) -> str:
    """Who else than director and operator gives it, or who gives it where they do not."""
    roles = _reached(entry)
    if tuple(roles)[:2] == _BOTH:
        shown = ", ".join(roles[role] for role in roles if role not in _BOTH)
        return f" Also: {shown}." if shown else ""
    return "" if tuple(roles) == _ALONE else f" By: {', '.join(roles.values())}."


def _reached(entry: CatalogueEntry) -> dict[Role, str]:
    """The roles that reach all that is asked for, with how far where that is not everywhere."""
    reaches = {role: {reach(role, action) for action in entry.actions} for role in Role}
    return {
        role: " ".join([role.value, *sorted(f"({each.value})" for each in how - {Reach.YES})])
        for role, how in reaches.items()
        if Reach.NO not in how
    }


def _fields(entry: CatalogueEntry) -> Iterator[tuple[str, str, bool]]:
    """Each field's name, kind and whether it has to be there."""
    schema = entry.order.body.model_json_schema()
    required, every = schema.get("required", ()), schema.get("$defs", {})
    for name, of in schema.get("properties", {}).items():
        if name != ORDER:
            yield name, _kind(of, every), name in required


def _kind(schema: Mapping[str, Any], every: Mapping[str, Any]) -> str:
    """What a field holds, in a few words."""
    if "$ref" in schema:
        return _kind(every[schema["$ref"].rpartition("/")[2]], every)
    if "anyOf" in schema:
        kinds = [_kind(each, every) for each in schema["anyOf"] if each.get("type") != "null"]
        return " or ".join(dict.fromkeys(kinds))
    if "const" in schema or "enum" in schema:
        known = schema.get("enum", [schema.get("const")])
        return "/".join(f"“{each}”" for each in known)
    match schema.get("type"):
        case "integer" | "number":
            return _between(schema.get("minimum"), schema.get("maximum"))
        case "string":
            if schema.get("format") == "date-time":
                return "time"
            least, most = schema.get("minLength", 0), schema.get("maxLength")
            return f"text({least}–{most})" if most else "text"
        case "boolean":
            return "true/false"
        case "array":
            parts = schema.get("prefixItems")
            inside = ", ".join(_kind(each, every) for each in parts) if parts else ""
            return f"({inside})" if parts else f"[{_kind(schema.get('items', {}), every)}]"
        case "object":
            named = ", ".join(f"`{name}`" for name in schema.get("properties", {}))
            return f"{{{named}}}" if named else "values by key"
        case _:
            return "value"


def _between(least: float | None, most: float | None) -> str:
    if least is None:
        return "number"
    return f"{least}…" if most is None or most >= MOST_NUMBERED else f"{least}–{most}"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
