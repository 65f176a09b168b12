"""What a page gives to its template is what the template shows: no value more, none less.

A template is read with all that it includes, extends and imports, its values in the code that names
it. What is given in a branch alone is not given; of a frozen value, every field is.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import pytest
from jinja2 import nodes

from server.extras import server_packages
from server.web.edge.format_pages import PageLink
from server.web.formats import FORMAT_PAGES
from server.web.shell.page_templates import page_templates

WEB = Path(__file__).parents[4] / "server" / "web"
ENVIRONMENT = page_templates("en")
TEMPLATES = sorted(ENVIRONMENT.list_templates(extensions=["html"]))
KNOWN = {*ENVIRONMENT.globals, "loop", "self", "caller", "varargs", "kwargs"}
"""What every template has."""
LEADERS = [each.shown.leaders for each in FORMAT_PAGES if each.shown.leaders]
"""What `shell/parts/leaders.html` includes by turns."""
LINKS = [link for each in FORMAT_PAGES for link in each.shown.public]
LISTED = {
    # The template is in the record of a format, or that of formats without one of their own.
    "shell/tournament_view.live_page": {PageLink("", "").page, *(each.page for each in LINKS)},
    "shell/tournament_view.rendered_parts": {
        *(f"shell/parts/{part}.html" for part in ("status", "matches", "leaders")),
        *(each.part for each in LINKS),
    },
    # Several parts are made of the same values.
    "match_page/parts.page_fragments": {
        *(
            "match_page/_stage.html",
            "match_page/_open-seats.html",
            "match_page/_closed-seats.html",
            "match_page/_waiting.html",
        ),
        *("match_page/_answer.html", "match_page/_pace.html", "match_page/_counted.html"),
        *("match_page/_lead.html", "match_page/_crossed.html", "match_page/_wait.html"),
    },
    "match_page/parts._finished_parts": {
        *(
            "match_page/_score.html",
            "match_page/_protocol.html",
            "match_page/_match_play_score.html",
            "match_page/_match_play_protocol.html",
        ),
        *("match_page/_games.html", "match_page/_ending.html"),
    },
    "hall/parts._tile": {"hall/_tile.html", "hall/_tile_score.html"},
    "match_page/pages.match": {"match_page/own_match.html"},
}
"""The templates of a function that says them otherwise than by their names."""
PREFIXES = {"hall/parts": "hall/", "match_page/parts": "match_page/_"}
"""What the `_rendered` of a module puts before a part's name."""


def constant(node: nodes.Expr) -> str:
    assert isinstance(node, nodes.Const), node
    return str(node.value)


@cache
def parsed(template: str) -> nodes.Template:
    assert ENVIRONMENT.loader is not None
    return ENVIRONMENT.parse(ENVIRONMENT.loader.get_source(ENVIRONMENT, template)[0])


@cache
def read_by(template: str) -> frozenset[str]:
    """The names that a template needs to be given."""
    blocks: dict[str, nodes.Block] = {}
    bound, read = set(KNOWN), set[str]()
    while True:
        page = parsed(template)
        for block in page.find_all(nodes.Block):
            blocks.setdefault(block.name, block)
        base = page.find(nodes.Extends)
        if base is None:
            return frozenset({*read, *reads(page.body, bound, blocks)})
        own = [each for each in page.body if not isinstance(each, nodes.Block | nodes.Output)]
        read |= {*reads(own, bound, blocks)}
        template = constant(base.template)


Blocks = Mapping[str, nodes.Block]


def reads(body: Iterable[nodes.Node | None], bound: set[str], blocks: Blocks) -> Iterator[str]:
    """The names read there and not bound; those that are bound there join `bound`.

    Macros are read last, since what one needs may be set below it.
    """
    every = [each for each in body if each is not None]
    macros = [each for each in every if isinstance(each, nodes.Macro)]
    bound |= {each.name for each in macros}
    for each in every:
        if not isinstance(each, nodes.Macro):
            yield from read_of(each, bound, blocks)
    for macro in macros:
        yield from reads([*macro.defaults, *macro.args, *macro.body], set(bound), blocks)


def read_of(node: nodes.Node, bound: set[str], blocks: Blocks) -> Iterator[str]:
    match node:
        case nodes.Name(name=name, ctx="load"):
            yield from {name} - bound
        case nodes.Name(name=name):
            bound.add(name)
        case nodes.Assign():
            yield from reads([node.node, node.target], bound, blocks)
        case nodes.Block():
            yield from reads(blocks[node.name].body, bound, blocks)
        case nodes.Include():
            by_turns = not isinstance(node.template, nodes.Const)
            for name in LEADERS if by_turns else [constant(node.template)]:
                yield from reads(parsed(name).body, set(bound), {})
        case nodes.FromImport() | nodes.Import():
            yield from read_of_import(node, bound)
        case nodes.For():
            yield from read_of(node.iter, bound, blocks)
            yield from reads([node.target, node.test, *node.body, *node.else_], {*bound}, blocks)
        case nodes.CallBlock():
            yield from read_of(node.call, bound, blocks)
            yield from reads([*node.defaults, *node.args, *node.body], {*bound}, blocks)
        case nodes.With():
            yield from reads([*node.values, *node.targets, *node.body], {*bound}, blocks)
        case _:
            yield from reads(node.iter_child_nodes(), bound, blocks)


def read_of_import(node: nodes.FromImport | nodes.Import, bound: set[str]) -> Iterator[str]:
    """What imported macros read of the context of who imports them, if they have it."""
    library = parsed(constant(node.template))
    macros = {each.name: each for each in library.find_all(nodes.Macro)}
    todo, names, used = [*macros], {node.target if isinstance(node, nodes.Import) else ""}, set()
    if isinstance(node, nodes.FromImport):
        pairs = [(each, each) if isinstance(each, str) else each for each in node.names]
        todo, names = [name for name, _ in pairs], {own for _, own in pairs}
    while todo:
        if (name := todo.pop()) in macros and name not in used:
            used.add(name)
            todo += [each.name for each in macros[name].find_all(nodes.Name)]
    body = [each for each in library.body if getattr(each, "name", "") not in {*macros} - used]
    for name in reads(body, set(bound) if node.with_context else set(KNOWN), {}):
        yield name if node.with_context else f"{name}, without context"
    bound |= names


Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Code:
    """The functions and the fields of classes of the pages' modules, each with its module."""

    functions: dict[str, list[tuple[str, Function]]]
    fields: dict[str, list[tuple[str, set[str]]]]


@cache
def code() -> Code:
    """What is in `server/web`, and in the packages of extras under the extra's name."""
    modules = {path.relative_to(WEB).with_suffix("").as_posix(): path for path in WEB.rglob("*.py")}
    for extra, package in server_packages().items():
        own_files = Path(str(files(package))).glob("*.py")
        modules |= {f"{extra}/{path.stem}": path for path in own_files}
    read = Code({}, {})
    for module, path in sorted(modules.items()):
        for found in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(found, Function):
                read.functions.setdefault(found.name, []).append((module, found))
            elif isinstance(found, ast.ClassDef):
                targets = [each.target for each in found.body if isinstance(each, ast.AnnAssign)]
                own = {each.id for each in targets if isinstance(each, ast.Name)}
                read.fields.setdefault(found.name, []).append((module, own))
    return read


_Found = TypeVar("_Found")


def nearest(named: list[tuple[str, _Found]], module: str) -> tuple[str, _Found]:
    """Of what bears a name the one of that module; else it was imported there."""
    return next((each for each in named if each[0] == module), named[0])


@cache
def calls_in(function: Function) -> Sequence[ast.Call]:
    return [each for each in ast.walk(function) if isinstance(each, ast.Call)]


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def keys(node: ast.expr, within: Function, module: str) -> set[str]:
    """The keys that a mapping has in any case, or the fields of a value."""
    match node:
        case ast.Dict():
            own = {str(each.value) for each in node.keys if isinstance(each, ast.Constant)}
            pairs = zip(node.keys, node.values, strict=True)
            return own.union(*(keys(value, within, module) for key, value in pairs if key is None))
        case ast.IfExp():
            return keys(node.body, within, module) & keys(node.orelse, within, module)
        case ast.Call(func=ast.Name(id="dict"), args=[made]):
            return keys(made, within, module)
        case ast.Call() if name_of(node) in code().fields:
            return nearest(code().fields[name_of(node)], module)[1]
        case ast.Call():
            where, function = nearest(code().functions[name_of(node)], module)
            if isinstance(function.returns, ast.Name) and function.returns.id in code().fields:
                return nearest(code().fields[function.returns.id], where)[1]
            values = [each.value for each in ast.walk(function) if isinstance(each, ast.Return)]
            return set.intersection(*(keys(each, function, where) for each in values if each))
        case ast.Name():
            return {key for each in within.body for key in assigned(each, node.id, within, module)}
    raise AssertionError(ast.unparse(node))


def assigned(statement: ast.stmt, name: str, within: Function, module: str) -> Iterable[str]:
    """The keys that a statement puts into the mapping of that name."""
    match statement:
        case ast.Assign(targets=[ast.Subscript(ast.Name(id=target), ast.Constant(value=key))]):
            return {str(key)} if target == name else ()
        case (
            ast.Assign(targets=[ast.Name(id=target)], value=value)
            | ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value)
            | ast.AugAssign(target=ast.Name(id=target), value=value)
        ) if target == name:
            return keys(value, within, module)
        case ast.Try():
            inner = [*statement.body, *(each for one in statement.handlers for each in one.body)]
            return {key for each in inner for key in assigned(each, name, within, module)}
    return ()


@cache
def frames() -> Mapping[str, set[str]]:
    """What functions that hand a template on add to its values, by their names."""
    shell = next(each for module, each in code().functions["page"] if module == "shell/shell")
    frame = keys(ast.Name("frame"), shell, "shell/shell")
    found = {"page": frame}
    for name, every in code().functions.items():
        for module, function in every:
            pages = [each for each in calls_in(function) if name_of(each) == "page"]
            if pages and any(each.arg == "template" for each in function.args.args):
                own = {each.arg for each in pages[0].keywords if each.arg} - {"status"}
                found[name] = frame | own | keys(ast.Name("values"), function, module)
    return found


@dataclass(frozen=True)
class Rendering:
    """A place that gives values to one of some templates; `framed` are those of its frame."""

    where: str
    templates: frozenset[str]
    given: frozenset[str]
    framed: frozenset[str]


def template_named(call: ast.Call, module: str) -> str | None:
    """The template that a call names."""
    texts = [str(each.value) for each in call.args if isinstance(each, ast.Constant)]
    if name_of(call) == "_rendered" and texts:
        return f"{PREFIXES[module]}{texts[0]}.html"
    return next((each for each in texts if each.endswith(".html")), None)


@pytest.fixture(scope="module")
def renderings() -> Sequence[Rendering]:
    """Every place in the code that gives a template its values; all templates are read as well."""
    for template in TEMPLATES:
        read_by(template)
    found = []
    for every in code().functions.values():
        for module, function in every:
            where = f"{module}.{function.name}"
            calls = calls_in(function)
            named = {each for call in calls if (each := template_named(call, module))}
            for call in calls:
                if name_of(call) not in {*frames(), "render", "_rendered", "part"}:
                    continue
                own = template_named(call, module)
                by_render = named if name_of(call) == "render" else set()
                templates = {own} if own else LISTED.get(where, by_render)
                given = {each.arg for each in call.keywords if each.arg} - {"status"}
                starred = [each.value for each in call.keywords if each.arg is None]
                if name_of(call) in {"page", "_rendered"}:
                    starred += call.args[2:]
                given = given.union(*(keys(each, function, module) for each in starred))
                framed = frozenset(frames().get(name_of(call), ()))
                if templates:
                    chosen = frozenset(templates)
                    found.append(Rendering(where, chosen, frozenset(given), framed))
    return found


def test_a_template_is_given_whatever_it_reads(renderings: Sequence[Rendering]) -> None:
    missing = {
        (each.where, template): sorted(lacks)
        for each in renderings
        for template in each.templates & {*TEMPLATES}
        if (lacks := read_by(template) - each.given - each.framed)
    }
    assert not missing


def test_whatever_is_given_is_read(renderings: Sequence[Rendering]) -> None:
    unread = {
        each.where: sorted(left)
        for each in renderings
        if (left := each.given - frozenset().union(*map(read_by, each.templates)))
    }
    assert not unread


def test_whatever_a_frame_gives_is_read_on_some_page() -> None:
    read = frozenset().union(*map(read_by, TEMPLATES))
    assert {name: sorted(given - read) for name, given in frames().items() if given - read} == {}


def test_no_value_is_there_at_times_only() -> None:
    asked = {
        template: [each.name for each in parsed(template).find_all((nodes.Test, nodes.Filter))]
        for template in TEMPLATES
    }
    at_times = {"defined", "undefined", "default", "d"}
    assert {template for template, names in asked.items() if at_times & {*names}} == set()


def test_every_page_is_given_its_values_somewhere(renderings: Sequence[Rendering]) -> None:
    rendered = {template for each in renderings for template in each.templates}
    pages = {each for each in TEMPLATES if "_" not in {each[0], each.rpartition("/")[2][0]}}
    assert pages - rendered == {"shell/base.html", "shell/frame.html"}
