"""The parts of the console's pages that change while a page is open, rendered for one visitor.

A page holds its parts under the same names when it is opened; afterwards its socket sends those
that have changed. No part holds a field to type into, so that none can be lost.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules import events as ev
from rules.errors import MatchRefused
from rules.identities import MatchId
from server.access import Action, Place, Visitor, may, sees_aids
from server.console.call_words import call_panel, hold_line
from server.console.desk import ConsoleDesk
from server.console.lagging_words import lagging_lines
from server.console.match_view import MatchView
from server.console.needs import needs_of
from server.console.panel import panel_of, result_lines
from server.console.sentences import pace_words, state_words
from server.console.tile import Tile, in_order, tile_of
from server.console.unconfirmed import unconfirmed_results
from server.translation import Words
from server.web.pages.page_templates import page_templates
from server.web.pages.paging import AT_MOST, Paged, paged, paged_parts


@dataclass(frozen=True, slots=True)
class LiveParts:
    """HTML by the id of its place; `order` lists the tiles to be shown, None on other pages.

    `stage` changes when the page as a whole is another one, such as when a match begins. `hidden`
    are the matches of which the visitor is shown nothing because he plays in them (ruling 34): a
    page on which they are others is opened anew at once.
    """

    parts: Mapping[str, str]
    order: tuple[str, ...] | None = None
    stage: str = ""
    hidden: tuple[str, ...] = ()


class ConsoleParts:
    """Renders parts from what the desk lets a visitor see."""

    def __init__(self, desk: ConsoleDesk) -> None:
        self.desk = desk

    def tiles(self, visitor: Visitor, words: Words) -> list[Tile]:
        """The tiles of the visitor's matches in play, those that need somebody first."""
        now = self.desk.now()
        return in_order(tile_of(view, words, now) for view in self.desk.views(visitor, words.code))

    def hall_page(
        self, visitor: Visitor, words: Words, *, needy: bool, page: int = 1
    ) -> Paged[Tile]:
        """A page of the visitor's tiles; `needy`: only those that need somebody.

        Finished matches come behind those in play that need as much, the newest first.
        """
        tiles = self.tiles(visitor, words)
        unsigned, signed = self.desk.finished_ids(visitor)
        parts: list[Sequence[Tile | MatchId]] = [[tile for tile in tiles if tile.needs], unsigned]
        if not needy:
            parts += [[tile for tile in tiles if not tile.needs], signed]
        shown = paged_parts(parts, page)
        listed = (self._listed(each, visitor, words) for each in shown.items)
        return Paged(tuple(listed), shown.number, shown.pages, shown.total)

    def _listed(self, item: Tile | MatchId, visitor: Visitor, words: Words) -> Tile:
        if isinstance(item, Tile):
            return item
        view = self.desk.finished(item, visitor, words.code)
        return tile_of(view, words, self.desk.now())

    def hall(self, visitor: Visitor, words: Words, shown: Paged[Tile]) -> LiveParts:
        """The tiles of a page of the hall, in their order."""
        parts = {f"tile-{tile.address.key}": _tile(tile, words) for tile in shown.items}
        holds = self.desk.hall.tournaments.held.holds.values()
        lines = [hold_line(each, words) for each in holds if _concerns(visitor, each)]
        parts["holds"] = _rendered("_holds", words, lines=lines, whole=visitor.room is None)
        if visitor.room is None:
            parts |= self._boards(words)
            lagging = lagging_lines(
                self.desk.hall.subscriptions.lagging(), words, self.desk.hall.names()
            )
            parts["lagging"] = _rendered("_lagging", words, lines=lagging)
            parts |= self._storage(words)
            parts["backup"] = _rendered("_muted_line", words, line=self.desk.backup_line(words))
            parts["restored"] = _rendered("_restored", words, restored=self.desk.restored(words))
            parts["ledgers"] = _rendered("_muted_line", words, line=self.desk.ledgers_line(words))
            names, damaged = self.desk.hall.names(), self.desk.hall.registry.damaged
            named = {names.match(match_id).label: why for match_id, why in damaged.items()}
            parts["damaged"] = _rendered("_damaged", words, damaged=named)
        order = tuple(tile.address.key for tile in shown.items)
        stage = ",".join(map(str, sorted(order)))
        hidden = tuple(sorted(tile.address.key for tile in shown.items if tile.hidden))
        return LiveParts(parts, order, stage=f"{stage} of {shown.pages}", hidden=hidden)

    def match(self, match_id: MatchId, visitor: Visitor, words: Words) -> LiveParts:
        """A match's state, its tables and results; raises MatchRefused for an unknown match."""
        view = self.desk.view(match_id, visitor, words.code)
        if view.hidden:
            return LiveParts(
                _known_to_all(view, words), stage=_stage(view), hidden=(view.address.key,)
            )
        now = self.desk.now()
        standing = {
            "state": state_words(words, view),
            "pace": pace_words(words, view),
            "needs": None if view.over else needs_of(view, words, now),
        }
        parts = {"standing": _rendered("_standing", words, **standing)}
        parts |= self._tables(view, visitor, words)
        lines = result_lines(view, words)
        parts["results"] = _rendered("_results", words, lines=lines, one_table=view.one_table)
        parts |= self._unconfirmed(view, visitor, words)
        parts["boards"] = "" if view.over else self._boards(words)["boards"]
        parts |= self._storage(words)
        return LiveParts(parts, stage=_stage(view))

    def _boards(self, words: Words) -> dict[str, str]:
        """Boards and ports that are wrong, or that no board is connected; how many in one line."""
        lines = self.desk.link_lines(words)
        connected = bool(self.desk.boards())
        return {
            "boards": _rendered("_boards", words, lines=lines, connected=connected),
            "link-alarms": _rendered("_link_alarms", words, count=len(lines)),
        }

    def _storage(self, words: Words) -> dict[str, str]:
        """What stores nothing, for those who run the hall."""
        lines, clock = self.desk.storage_lines(words), self.desk.clock_line(words)
        return {"storage": _rendered("_storage", words, lines=lines, clock=clock)}

    def own_views(
        self, visitor: Visitor, words: Words, page: int = 1, match: MatchId | None = None
    ) -> Paged[MatchView]:
        """A page of the matches at the visitor's tables; of a room those that are over only to
        confirm.

        Those that have begun come first. `match` asks for the page where that one is.
        """
        views = self.desk.views(visitor, words.code)
        own = [
            view for view in views if visitor.match is not None or not view.over or view.unconfirmed
        ]
        own.sort(key=lambda view: not view.game)
        places = [place for place, view in enumerate(own) if view.match_id == match]
        return paged(own, places[0] // AT_MOST + 1 if places else page)

    def tables(self, visitor: Visitor, words: Words, page: int = 1) -> LiveParts:
        """The tables in the visitor's room, of every match he has to do with."""
        parts: dict[str, str] = {}
        shown = self.own_views(visitor, words, page)
        stages = []
        for view in shown.items:
            parts |= self._tables(view, visitor, words)
            if not view.hidden:
                parts |= self._unconfirmed(view, visitor, words)
            stages.append(f"{view.address.key} {_stage(view)}")
        hidden = tuple(sorted(view.address.key for view in shown.items if view.hidden))
        return LiveParts(parts, stage=f"{', '.join(stages)} of {shown.pages}", hidden=hidden)

    def team(self, visitor: Visitor, words: Words) -> LiveParts:
        """How far the captain's match is, with its results as far as he may see them."""
        if visitor.match is None:
            raise MatchRefused("match", None, "a captain's link names one")
        view = self.desk.view(visitor.match, visitor, words.code)
        parts = _known_to_all(view, words) | self._unconfirmed(view, visitor, words)
        return LiveParts(parts, stage=_stage(view))

    def _unconfirmed(self, view: MatchView, visitor: Visitor, words: Words) -> dict[str, str]:
        waiting = unconfirmed_results(view, visitor, words)
        values = {"match": view.address, "unconfirmed": waiting, "one_table": view.one_table}
        part = _rendered("_unconfirmed", words, **values)
        return {f"unconfirmed-{view.address.key}": part}

    def _tables(self, view: MatchView, visitor: Visitor, words: Words) -> dict[str, str]:
        now = self.desk.now()
        parts = {}
        for room in view.rooms.values():
            panel = panel_of(view, room, words, now)
            place = f"{room.room.value}-{view.address.key}"
            # Whoever sees the whole match has the score above its table.
            score = pace_words(words, view) if view.one_table and visitor.room else ""
            parts[f"table-{place}"] = _rendered(
                "_table",
                words,
                panel=panel,
                aids=sees_aids(visitor),
                score=score,
                may_seat=may(visitor, Action.SEAT_BOARD),
            )
            parts[f"confirm-{place}"] = _rendered("_confirm", words, panel=panel, own=visitor.side)
            parts[f"call-{place}"] = _rendered(
                "_call",
                words,
                called=call_panel(room, words, now),
                at=(view.address, room.room.value),
                may_answer=may(visitor, Action.ANSWER_CALL, Place(view.match_id, room.room)),
                may_direct=may(visitor, Action.DIRECT),
                over=view.over,
                whole=visitor.room is None,
                me=visitor.by,
            )
        return parts


def _known_to_all(view: MatchView, words: Words) -> dict[str, str]:
    """How far a match is, and its results, as far as the view has them."""
    standing = {"state": state_words(words, view), "pace": "", "needs": None}
    lines = result_lines(view, words)
    return {
        "standing": _rendered("_standing", words, **standing),
        "results": _rendered("_results", words, lines=lines, one_table=view.one_table),
    }


def _stage(view: MatchView) -> str:
    """A game kept by hand has forms of its own; those for signing wait for confirmations."""
    if view.over:
        return "unconfirmed" if view.unconfirmed else "over"
    by_hand = [room.room.value for room in view.rooms.values() if room.by_hand and not room.board]
    if by_hand:
        return " ".join(["by hand", str(view.game), *by_hand])
    return "playing" if view.game else "planned"


def _concerns(visitor: Visitor, hold: ev.HoldSet) -> bool:
    """Somebody of one room knows of what holds that room, and of the hall."""
    return visitor.room is None or hold.room in (None, visitor.room)


@lru_cache(maxsize=1024)
def _tile(tile: Tile, words: Words) -> str:
    return _rendered("_tile", words, tile=tile)


def _rendered(part: str, words: Words, **values: object) -> str:
    template = page_templates(words.code).get_template(f"console/{part}.html")
    return template.render(values)
