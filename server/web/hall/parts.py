"""The changing parts of the operators', clerks', players' and captains' pages, for one visitor.

An opened page contains its parts under the same ids. Afterwards the page's websocket sends the
parts that have changed. No part contains a field to type into, so that no typed text is lost.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from markupsafe import Markup

from protocol_forms.protocol_view import match_vp_words
from rules import events as ev
from rules.errors import MatchRefused
from rules.identities import MatchId, TournamentId
from rules.room import Room
from rules.scoring.match_protocol import MatchProtocol
from rules.text import N_
from server.access import Action, Place, Visitor, may, sees_aids
from server.live.hub import LiveHub
from server.live.listed_tournaments import announced_start
from server.views.announcements.words import announcement_lines
from server.views.hall.alarms import lagging_lines
from server.views.hall.tiles import StripLine, Tile, in_order, strip_of, tile_of
from server.views.hall.values import ConsoleDesk
from server.views.match.needs import needs_of
from server.views.match.panel import panel_of, result_lines, seen_together, unconfirmed_results
from server.views.match.values import MatchView
from server.views.match.words import call_panel, hold_line, pace_words, state_words
from server.web.director.values import listed_orders
from server.web.edge.connections import ConnectionLimit
from server.web.shell.lists import AT_MOST, Paged, paged, paged_parts
from server.web.shell.page_templates import page_templates
from server.words.translation import Words

IN_STRIP = 4
"""Greatest number of needs in the strip on top of the hall's page (our choice).

This many fill one row on a laptop.

A need is something that somebody has to do at a match. A link leads to the other needs.
"""


@dataclass(frozen=True, slots=True)
class LiveParts:
    """The changing parts of a page, as HTML by the id of their place on the page.

    `order` lists the tiles of the hall's page in order; it is None on other pages. `stage` changes
    when the whole page has to be loaded again, for example when a match begins. `hidden` are the
    matches of which the visitor is shown nothing because they play in them (ruling 34). If `hidden`
    changes, the page is loaded again at once.
    """

    parts: Mapping[str, str]
    order: tuple[str, ...] | None = None
    stage: str = ""
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HallPage:
    """A page of the hall: one page of the matches' tiles, and the strip of needs.

    The strip has what somebody has to do, in the whole hall. `left_off` is the number of needs that
    the strip leaves out.
    """

    tiles: Paged[Tile]
    strip: Sequence[StripLine]
    left_off: int = 0


class ConsoleParts:
    """Renders the changing parts of pages for a visitor.

    `hub` has the public state of matches, for visitors who play in one (ruling 34). `form_key`
    returns the hidden field with the key of a part's forms. `connections` are the server's
    connections, or None if they are not limited.
    """

    def __init__(
        self,
        desk: ConsoleDesk,
        hub: LiveHub,
        form_key: Callable[[], Markup],
        connections: ConnectionLimit | None = None,
    ) -> None:
        self.desk, self._hub, self._form_key = desk, hub, form_key
        self._connections = connections

    def tiles(self, visitor: Visitor, words: Words) -> list[Tile]:
        """Return the tiles of the matches in play that the visitor may see, in order."""
        now = self.desk.now()
        return in_order(
            tile_of(
                view,
                words,
                now,
                self._hub.first_dice(view.match_id) if view.hidden else None,
                self._start_of(view.match_id),
            )
            for view in self.desk.views(visitor, words.code)
        )

    def hall_page(self, visitor: Visitor, words: Words, *, needy: bool, page: int = 1) -> HallPage:
        """Return one page of the tiles that the visitor may see, with the strip of needs.

        With `needy`, only matches that need somebody are included, and the strip has all needs. A
        match that is over stays among the matches in play while it has to be signed or while other
        matches of its round are played. After that it is a single line below all of these; such
        lines have the newest match first.
        """
        tiles = self.tiles(visitor, words)
        here, behind = self.desk.finished_ids(visitor)
        if needy:
            signed = self.desk.hall.registry.finished.signed
            here = [each for each in here if each not in signed]
        finished = {self.desk.hall.names().match(each): each for each in here}
        unsigned = [self._listed(each, visitor, words) for each in here[:AT_MOST]]
        strip = strip_of([*tiles, *unsigned], words, self.desk.now())
        playing = {tile.address: tile for tile in tiles if tile.needs or not needy}
        both = sorted(playing.keys() | finished.keys())
        places = [playing[each] if each in playing else finished[each] for each in both]
        parts: list[Sequence[Tile | MatchId]] = [places, *([] if needy else [behind])]
        shown = paged_parts(parts, page)
        past = {*behind}
        listed = tuple(
            replace(self._listed(each, visitor, words), past=each in past) for each in shown.items
        )
        at_most = len(strip) if needy else IN_STRIP
        return HallPage(
            Paged(listed, shown.number, shown.pages, shown.total),
            strip[:at_most],
            len(strip[at_most:]),
        )

    def _start_of(self, match_id: MatchId) -> datetime | None:
        event = self.desk.hall.tournaments.of(match_id).state.event
        return announced_start(event, match_id.number)

    def _listed(self, item: Tile | MatchId, visitor: Visitor, words: Words) -> Tile:
        if isinstance(item, Tile):
            return item
        view = self.desk.finished(item, visitor, words.code)
        return tile_of(view, words, self.desk.now())

    def hall(self, visitor: Visitor, words: Words, page: HallPage) -> LiveParts:
        """Return the parts of a page of the hall, among them the strip of needs and the tiles."""
        shown, parts = page.tiles, dict[str, str]()
        for tile in shown.items:
            parts[f"tile-{tile.address.key}"] = _tile("_tile", tile, words)
            parts[f"score-{tile.address.key}"] = _tile("_tile_score", tile, words)
        needed = [(line, self._place(line, visitor)) for line in page.strip]
        parts["strip"] = _rendered("_strip", words, lines=needed, left_off=page.left_off)
        parts |= self._announced(words)
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
            parts["awake"] = _rendered("_muted_line", words, line=self.desk.awake_line(words))
            restored = self.desk.restored(words)
            parts["restored"] = _rendered(
                "_restored", words, restored=restored, form_key=self._form_key
            )
            parts["ledgers"] = _rendered("_muted_line", words, line=self.desk.ledgers_line(words))
            names, damaged = self.desk.hall.names(), self.desk.hall.registry.damaged
            named = {names.match(match_id).label: why for match_id, why in damaged.items()}
            tournaments = self.desk.hall.tournaments.damaged
            parts["damaged"] = _rendered("_damaged", words, damaged=named, tournaments=tournaments)
        order = tuple(tile.address.key for tile in shown.items)
        stage = ",".join(sorted(f"{each.address.key}{'-' * each.past}" for each in shown.items))
        hidden = tuple(sorted(tile.address.key for tile in shown.items if tile.hidden))
        return LiveParts(parts, order, stage=f"{stage} of {shown.pages}", hidden=hidden)

    @staticmethod
    def _place(line: StripLine, visitor: Visitor) -> str:
        """Return the address of a line of the strip: the place on a page where the need can be met.

        For a room's clerk it is on the page of the room's tables, for all others on the match's
        page.
        """
        if visitor.room is None:
            return f"/hall{line.address.path}#{line.need.where}"
        return f"/room?match={line.address}#{line.need.where}"

    def match(self, match_id: MatchId, visitor: Visitor, words: Words) -> LiveParts:
        """Return the parts of a match's page: its state, tables and results.

        Raises MatchRefused for an unknown match.
        """
        view = self.desk.view(match_id, visitor, words.code)
        if view.hidden:
            return LiveParts(
                _known_to_all(view, words) | self._announced(words, match_id.tournament),
                stage=_stage(view),
                hidden=(view.address.key,),
            )
        now = self.desk.now()
        standing = {
            "state": state_words(words, view),
            "pace": pace_words(words, view),
            "needs": None if view.over else needs_of(view, words, now),
        }
        parts = {"standing": _rendered("_standing", words, **standing)}
        parts |= self._announced(words, match_id.tournament)
        parts |= self._tables(view, visitor, words)
        directs = may(visitor, Action.DIRECT)
        correct = f"/hall{view.address.path}/orders/correct-result" if directs else ""
        parts["results"] = _results(view, words, correct)
        if directs:
            parts |= self._orders(view, words)
        parts |= self._unconfirmed(view, visitor, words)
        parts["boards"] = "" if view.over else self._boards(words)["boards"]
        parts |= self._storage(words)
        return LiveParts(parts, stage=_stage(view))

    def _orders(self, view: MatchView, words: Words) -> dict[str, str]:
        """Return the lists of the director's orders about a match, as parts of the match's page.

        The element that opens the list of other orders is not among the parts, so that it stays
        open when the list is updated.
        """
        listed = listed_orders(view, self.desk.match(view.match_id).record, words)
        count = len(listed.others)
        return {
            "orders-urgent": _rendered("_orders", words, orders=listed.urgent),
            "orders-others": _rendered("_orders", words, orders=listed.others) if count else "",
            "orders-count": words.gettext(N_("Other actions (%(count)s)"), count=count),
        }

    def _announced(self, words: Words, tournament: TournamentId | None = None) -> dict[str, str]:
        """Return the announcements that everybody may read, as the page's part "announcements".

        They are the announcements of the hall and, if a tournament is given, of that tournament.
        """
        hall = self.desk.hall
        lines = announcement_lines(
            hall.tournaments.announced, hall.now(), words, hall.names(words.code), tournament
        )
        template = page_templates(words.code).get_template("shell/_announcements.html")
        return {"announcements": template.render(announcements=lines)}

    def _boards(self, words: Words) -> dict[str, str]:
        """Return the HTML of the faults of boards and ports, and the HTML of their number.

        If no board is connected, the first of the two says so.
        """
        lines = self.desk.link_lines(words)
        connected = bool(self.desk.boards())
        return {
            "boards": _rendered("_boards", words, lines=lines, connected=connected),
            "link-alarms": _rendered("_link_alarms", words, count=len(lines)),
        }

    def _storage(self, words: Words) -> dict[str, str]:
        """Return the part with the alarms about storage, clock, sleep and watchers turned away."""
        lines = self.desk.storage_lines(words)
        clock, slept = self.desk.clock_line(words), self.desk.slept_line(words)
        crowded = self._connections if self._connections and self._connections.is_crowded else None
        watchers = crowded.watchers if crowded else None
        return {
            "storage": _rendered(
                "_storage", words, lines=lines, notices=[clock, slept], watchers=watchers
            )
        }

    def own_views(
        self, visitor: Visitor, words: Words, page: int = 1, match: MatchId | None = None
    ) -> Paged[MatchView]:
        """Return one page of the matches at the visitor's tables; those that have begun come first.

        For a room's clerk, a match that is over is included only while it has unconfirmed results.
        If `match` is given, the page that contains this match is returned.
        """
        views = self.desk.views(visitor, words.code)
        own = [
            view for view in views if visitor.match is not None or not view.over or view.unconfirmed
        ]
        own.sort(key=lambda view: not view.game)
        places = [place for place, view in enumerate(own) if view.match_id == match]
        return paged(own, places[0] // AT_MOST + 1 if places else page)

    def tables(self, visitor: Visitor, words: Words, page: int = 1) -> LiveParts:
        """Return the tables in the visitor's room, for one page of the visitor's matches."""
        parts = self._announced(words, visitor.match.tournament if visitor.match else None)
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
        """Return the progress of the captain's match, with the results that the captain may see.

        Raises MatchRefused if the visitor's link names no match.
        """
        if visitor.match is None:
            raise MatchRefused("match", None, "a captain's link names one")
        view = self.desk.view(visitor.match, visitor, words.code)
        parts = _known_to_all(view, words) | self._unconfirmed(view, visitor, words)
        parts |= self._announced(words, visitor.match.tournament)
        return LiveParts(parts, stage=_stage(view))

    def _unconfirmed(self, view: MatchView, visitor: Visitor, words: Words) -> dict[str, str]:
        waiting = unconfirmed_results(view, visitor, words)
        part = _rendered(
            "_unconfirmed",
            words,
            match=view.address,
            unconfirmed=waiting,
            together=visitor.match is None
            and not view.one_table
            and sum(each.may_confirm for each in waiting) > 1,
            seen=seen_together(waiting),
            one_table=view.one_table,
            form_key=self._form_key,
        )
        return {f"unconfirmed-{view.address.key}": part}

    def _note(self, match_id: MatchId, room: Room, words: Words) -> dict[str, str]:
        """Return the director's note to a table: its `text`, its sender (`by`) and its `time`.

        Return an empty dict if there is no note.
        """
        tournament = self.desk.hall.tournaments.of(match_id)
        sent = tournament.in_room(ev.RoomNoteSent, match_id.number, room)
        if sent is None:
            return {}
        note, sent_at = sent
        by = self.desk.hall.names(words.code).by(note.by)
        return {"text": note.text, "by": by, "time": words.clock(sent_at.astimezone())}

    def _tables(self, view: MatchView, visitor: Visitor, words: Words) -> dict[str, str]:
        now = self.desk.now()
        parts = {}
        for room in view.rooms.values():
            panel = panel_of(view, room, words, now)
            place = f"{room.room.value}-{view.address.key}"
            # Visitors who see the whole match have the score above its table.
            score = pace_words(words, view) if view.one_table and visitor.room else ""
            parts[f"table-{place}"] = _rendered(
                "_table",
                words,
                panel=panel,
                aids=sees_aids(visitor),
                score=score,
                may_seat=may(visitor, Action.SEAT_BOARD),
                form_key=self._form_key,
            )
            parts[f"confirm-{place}"] = _rendered(
                "_confirm", words, panel=panel, own=visitor.side, form_key=self._form_key
            )
            parts[f"call-{place}"] = _rendered(
                "_call",
                words,
                called=call_panel(room, words, now),
                note=self._note(view.match_id, room.room, words),
                at=(view.address, room.room.value),
                may_answer=may(visitor, Action.ANSWER_CALL, Place(view.match_id, room.room)),
                may_direct=may(visitor, Action.DIRECT),
                over=view.over,
                whole=visitor.room is None,
                me=visitor.by,
                form_key=self._form_key,
            )
        return parts


def _known_to_all(view: MatchView, words: Words) -> dict[str, str]:
    """Return the parts with the progress and the results that everybody in the match may know.

    These parts are shown to captains, and to visitors who play in the match. The results are those
    in `view`, which has only the results that this visitor may see.
    """
    standing = {"state": state_words(words, view), "pace": "", "needs": None}
    return {
        "standing": _rendered("_standing", words, **standing),
        "results": _results(view, words),
    }


def _results(view: MatchView, words: Words, correct: str = "") -> str:
    """Return as HTML the results in the view, and the turns in which the rooms' dice differ.

    `correct` is the address for corrections, empty if the visitor may not correct results.
    """
    protocol = view.protocol if isinstance(view.protocol, MatchProtocol) else None
    return _rendered(
        "_results",
        words,
        lines=result_lines(view, words),
        protocol=protocol,
        vp_cited=match_vp_words(protocol, words.gettext) if protocol else "",
        one_table=view.one_table,
        correct=correct,
        differing=view.differing,
    )


def _stage(view: MatchView) -> str:
    """Return a text that changes when the page of a match needs other forms.

    A game kept by hand has forms of its own. The forms for signatures appear after the
    confirmations.
    """
    if view.over:
        return "unconfirmed" if view.unconfirmed else "over"
    by_hand = [room.room.value for room in view.rooms.values() if room.by_hand and not room.board]
    if by_hand:
        return " ".join(["by hand", str(view.game), *by_hand])
    return "playing" if view.game else "planned"


def _concerns(visitor: Visitor, hold: ev.HoldSet) -> bool:
    """Return True if the visitor is shown a hold.

    A visitor who sees only one room is shown the holds of that room and those of the whole hall.
    """
    return visitor.room is None or hold.room in (None, visitor.room)


@lru_cache(maxsize=1024)
def _tile(part: str, tile: Tile, words: Words) -> str:
    return _rendered(part, words, tile=tile)


def _rendered(part: str, words: Words, **values: object) -> str:
    template = page_templates(words.code).get_template(f"hall/{part}.html")
    return template.render(values)
