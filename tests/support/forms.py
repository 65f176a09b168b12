"""A page's forms as a browser would send them, nothing typed yet."""

from html.parser import HTMLParser

import httpx


def form_of(page: httpx.Response, action: str, **holding: str) -> dict[str, str]:
    """The fields of the page's first form that goes to `action` and holds these values."""
    forms = every_form(page)
    for at, fields in forms:
        if at == action and holding.items() <= fields.items():
            return fields
    raise AssertionError(f"no form for {action} with {holding}: {forms}")


def one_line(html: str) -> str:
    """A page as browsers read it: where the lines of its templates end is no matter."""
    return " ".join(html.split())


def every_form(page: httpx.Response) -> list[tuple[str, dict[str, str]]]:
    """Every form of the page: where it goes to, and its fields."""
    parser = _Forms()
    parser.feed(page.text)
    return parser.forms


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []
        self._select = self._textarea = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((values.get("action", ""), {}))
        if not self.forms:
            return
        fields = self.forms[-1][1]
        if tag == "input" and "name" in values:
            fields[values["name"]] = values.get("value", "")
        elif tag == "select":
            self._select = values["name"]
            fields[self._select] = ""
        elif tag == "option" and "selected" in values and self._select:
            fields[self._select] = values.get("value", "")
        elif tag == "textarea":
            self._textarea = values["name"]
            fields[self._textarea] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._textarea = ""

    def handle_data(self, data: str) -> None:
        if self._textarea and self.forms:
            self.forms[-1][1][self._textarea] += data
