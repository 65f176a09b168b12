"""The documents' page of orders, made from the catalogue."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from rules.limits import MOST_NUMBERED
from server.web.catalogue import CatalogueEntry, catalogue
from server.web.director.orders import DIRECTORS_API
from server.web.orders.bodies import ORDER

PAGE = Path(__file__).parents[2] / "docs" / "orders.md"
_HEAD = """# Orders

For whoever writes a client: every order of the catalogue with its fields, made from the program by
`./dev guards`. An order is posted as JSON to its address; where several share one, the field
`order` says which. Fields in *italics* may be left out. `seen` and `was` are what the sender saw
when deciding: where that is not so any more, nothing is done. An order about stages, knockouts, a
TTT, boards of messages, cases, calls, holds or a table's board that leaves them out where there is
something to see is refused with what stands now. What goes with every order, and what is answered,
say the API's own pages at `/docs` of a server.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *_lines()]) + "\n"


def _lines() -> Iterator[str]:
    entries = [each for each in catalogue() if each.api]
    for heading, group in groupby(entries, _heading):
        yield f"## {heading}\n"
        yield "| order | asks for | fields | who |\n|---|---|---|---|"
        for each in group:
            yield f"| `{_called(each)}` | {_meaning(each)} | {_fields(each)} | {_who(each)} |"
        yield ""


def _heading(entry: CatalogueEntry) -> str:
    if _called(entry) != entry.order.name:
        return "Addresses of one order"
    return f"`{entry.api}`" if entry.listed else f"`{DIRECTORS_API}/ORDER`"


def _called(entry: CatalogueEntry) -> str:
    shared = entry.listed or entry.api == f"{DIRECTORS_API}/{entry.order.name}"
    return entry.order.name if shared else f"{entry.method} {entry.api}"


def _meaning(entry: CatalogueEntry) -> str:
    return " ".join((entry.order.body.__doc__ or "").partition("\n\n")[0].split())


def _who(entry: CatalogueEntry) -> str:
    return "; ".join(dict.fromkeys(action.value for action in entry.actions))


def _fields(entry: CatalogueEntry) -> str:
    schema = entry.order.body.model_json_schema()
    required, every = schema.get("required", ()), schema.get("$defs", {})
    return ", ".join(
        f"`{name}` {_kind(of, every)}" if name in required else f"*`{name}`* {_kind(of, every)}"
        for name, of in schema.get("properties", {}).items()
        if name != ORDER
    )


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
            return f"text of {least} to {most}" if most else "text"
        case "boolean":
            return "yes or no"
        case "array":
            parts = schema.get("prefixItems")
            inside = " and ".join(_kind(each, every) for each in parts) if parts else ""
            return f"({inside})" if parts else f"list of {_kind(schema.get('items', {}), every)}"
        case "object":
            named = ", ".join(f"`{name}`" for name in schema.get("properties", {}))
            return f"{{{named}}}" if named else "values by key"
        case _:
            return "value"


def _between(least: float | None, most: float | None) -> str:
    if least is None:
        return "number"
    return (
        f"number from {least}"
        if most is None or most >= MOST_NUMBERED
        else f"number {least} to {most}"
    )


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
