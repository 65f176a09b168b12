"""What people read on a page, line by line, and the forms that they can send from it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_SILENT = {"script", "style", "template", "svg"}
_INLINE = {
    *("a", "abbr", "b", "bdi", "button", "code", "em", "i", "kbd", "label", "mark", "option"),
    *("small", "span", "strong", "sub", "sup", "time", "u", "wbr", "img", "input", "select"),
}
_VOID = {"br", "hr", "img", "input", "link", "meta", "source", "wbr"}
_LIMITS = ("required", "maxlength", "minlength", "min", "max", "step", "pattern", "multiple")
_BY_CHANCE = re.compile(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{32}\b|(?<=closed-seat/)[a-z0-9]{12}\b")
"""Digests, secrets, and the games of the closed room's seat."""


def without_chance(text: str) -> str:
    """The text with one sign for whatever another run would draw anew."""
    return _BY_CHANCE.sub("…", text)


@dataclass(slots=True)
class SentForm:
    """A form of a page: how and where it is sent, and a line for each of its fields."""

    method: str
    action: str
    fields: list[str] = field(default_factory=list)
    values: list[tuple[str, str]] = field(default_factory=list)
    """The names and values a browser would send, nothing typed yet."""


class Page(HTMLParser):
    """A page, read."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self._lines: list[str] = [""]
        self._silent: list[str] = []
        self._select: str | None = None
        self._first_option = False
        self._textarea: str | None = None
        self._alarm: list[str] = []
        self.forms: list[SentForm] = []
        self.alarms: list[str] = []
        """What is wrong, as the page says it, each with the place in the form that it is about."""
        self.feed(html)

    def lines(self) -> Iterator[str]:
        """The lines that are not empty."""
        for line in self._lines:
            text = " ".join(line.split())
            if text:
                yield without_chance(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in _SILENT:
            self._silent.append(tag)
        if tag not in _INLINE:
            self._lines.append("")
        self._name(values)
        if (
            self._alarm
            or "alarm" in values.get("class", "").split()
            or values.get("role") == "alert"
        ):
            if not self._alarm:
                self.alarms.append(values.get("id", "") + ": ")
            if tag not in _VOID:
                self._alarm.append(tag)
        if tag == "form":
            self.forms.append(SentForm(values.get("method", "get"), values.get("action", "")))
        elif self.forms:
            self._field(tag, values)

    def _name(self, values: dict[str, str]) -> None:
        for name in ("aria-label", "alt", "placeholder", "title"):
            if values.get(name) and not self._silent:
                self._lines[-1] += f" [{values[name]}] "

    def _field(self, tag: str, values: dict[str, str]) -> None:
        form = self.forms[-1]
        limits = "".join(f" {each}={values[each]}" for each in _LIMITS if each in values)
        name = values.get("name", "")
        if tag == "input" and name:
            kind = values.get("type", "text")
            fixed = f" value={values.get('value', 'on')}" if kind in ("radio", "checkbox") else ""
            form.fields.append(f"{kind} {name}{fixed}{limits}")
            if kind not in ("radio", "checkbox", "file") or "checked" in values:
                form.values.append((name, values.get("value", "")))
        elif tag == "select" and name:
            self._select, self._first_option = name, True
            form.fields.append(f"select {name}{limits}")
            form.values.append((name, ""))
        elif tag == "option" and self._select:
            if self._first_option or "selected" in values:
                form.values[-1] = self._select, values.get("value", "")
            self._first_option = False
        elif tag == "textarea" and name:
            self._textarea = name
            form.fields.append(f"textarea {name}{limits}")
            form.values.append((name, ""))
        elif tag == "button" and name:
            form.fields.append(f"button {name}={values.get('value', '')}")

    def handle_endtag(self, tag: str) -> None:
        if self._silent and tag == self._silent[-1]:
            self._silent.pop()
        if tag not in _INLINE and tag not in _VOID:
            self._lines.append("")
        if self._alarm and tag == self._alarm[-1]:
            self._alarm.pop()
        if tag == "select":
            self._select = None
        elif tag == "textarea":
            self._textarea = None

    def handle_data(self, data: str) -> None:
        if self._textarea and self.forms:
            name, before = self.forms[-1].values[-1]
            self.forms[-1].values[-1] = name, before + data
        if not self._silent:
            self._lines[-1] += data
        if self._alarm:
            self.alarms[-1] += " ".join(data.split()) + " "
