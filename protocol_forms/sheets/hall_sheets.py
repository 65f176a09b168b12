"""Sheets that a hall hangs up, folds, cuts or carries: signs, nameplates, slips, a board.

There are signs for the doors of the two rooms. Source: Fair Backgammon Duplicated Team Tournament
(Garal, 2008): "two separate playing rooms with following nameplates: OPEN - spectators are allowed
to watch the game and CLOSED - spectators are not allowed to watch the game".

Nameplates of players, teams and tables are folded and put on a table. A sheet for the entrance has
a QR code for the page where each player finds their table, colour and opponent. A card for a table
has a QR code for the page on which a phone is the table's board, and says how to use it.

Slips to cut out are for calling the director, and for the director's ruling. Sources: rulings 11 (a
correction has a reason), 31 (calls), 32 (queries, appeals).

On other slips rolls are carried from the open room to the closed room when boards fail. There is
one slip per turn, numbered beforehand, so that a roll cannot get to another side or turn (ruling
6). A runner shows a slip in the closed room only after the player there has said READY (ruling 7).

A board on paper has numbers, cube and score, and checkers that can be told apart in black and
white. A sheet of cards to cut out has a link on each card, as a QR code and as an address.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from protocol_forms.board_drawing import SIDES, BoardDrawn, board_values
from protocol_forms.grids import Paper
from protocol_forms.labels import SOURCE_LANGUAGE, Say, in_english
from protocol_forms.qr_code import qr_svg
from protocol_forms.writers.pdf import typeset
from protocol_forms.writers.sheet import Sheet, page_label
from rules.dice import Roll
from rules.position import Side
from rules.room import Room
from rules.text import N_

_WORDS = {
    Room.OPEN: (N_("OPEN"), N_("spectators are allowed to watch the game")),
    Room.CLOSED: (N_("CLOSED"), N_("spectators are not allowed to watch the game")),
}


def room_signs(
    rooms: Sequence[Room], event: str, say: Say = in_english, language: str = SOURCE_LANGUAGE
) -> Sheet:
    """Return one page per room, for its door: "OPEN" or "CLOSED" in its colour, and the meaning."""
    signs = [
        {"room": room.value, "word": say(word), "sentence": say(sentence)}
        for room, (word, sentence) in ((room, _WORDS[room]) for room in rooms)
    ]
    values = json.dumps({"event": event, "signs": signs}, ensure_ascii=False)
    return Sheet("room_signs", say(N_("Signs for the rooms")), language, values)


_ROOMS = {Room.OPEN: N_("Open room"), Room.CLOSED: N_("Closed room")}
_SIDES = {Side.WHITE: N_("White"), Side.RED: N_("Red")}


@dataclass(frozen=True, slots=True)
class Nameplate:
    """The texts of a nameplate: a large name and a line under it.

    The plate of a table also has its room and, as `lines` at the foot, the teams. `room` is "open",
    "closed" or empty; `room_word` is the room's printed name.
    """

    name: str
    under: str = ""
    room: str = ""
    room_word: str = ""
    lines: tuple[str, ...] = ()


def player_plates(
    players: Sequence[tuple[str, str]], say: Say = in_english, language: str = SOURCE_LANGUAGE
) -> Sheet:
    """Return a nameplate for each player.

    Each item of `players` is a player's name and the name of their team.
    """
    plates = [Nameplate(name, team) for name, team in players]
    return _sheet(say(N_("Nameplates of players")), plates, language)


def team_plates(
    teams: Sequence[str], event: str, say: Say = in_english, language: str = SOURCE_LANGUAGE
) -> Sheet:
    """Return a nameplate for each team, with the event under the team's name."""
    plates = [Nameplate(team, event) for team in teams]
    return _sheet(say(N_("Nameplates of teams")), plates, language)


@dataclass(frozen=True, slots=True)
class TableSet:
    """A table in a room: the label of its match, and the names of White and Red there.

    `room` is None if the match is played at one table.
    """

    match: str
    room: Room | None
    white: str
    red: str


def table_plates(
    tables: Sequence[TableSet], say: Say = in_english, language: str = SOURCE_LANGUAGE
) -> Sheet:
    """Return a nameplate for each table: the match, the room and each side's team (ruling 5)."""
    plates = [
        Nameplate(
            say(N_("Match %(number)s"), number=table.match),
            room=table.room.value if table.room else "",
            room_word=say(_ROOMS[table.room]) if table.room else "",
            lines=(
                f"{say(_SIDES[Side.WHITE])}: {table.white}",
                f"{say(_SIDES[Side.RED])}: {table.red}",
            ),
        )
        for table in tables
    ]
    return _sheet(say(N_("Nameplates of tables")), plates, language)


def _sheet(title: str, plates: Sequence[Nameplate], language: str) -> Sheet:
    values = {"title": title, "plates": [asdict(plate) for plate in plates]}
    return Sheet("nameplates", title, language, json.dumps(values, ensure_ascii=False))


_NOTE = N_(
    "Scan the code with the camera of your phone, or type the address. Room, table, colour and "
    "opponent are shown as soon as both line-ups are in."
)


def where_sheet(
    event: str, address: str, say: Say = in_english, language: str = SOURCE_LANGUAGE
) -> Sheet:
    """Return a page to hang up with the address of the page "Where do I play?".

    The address is printed as text and as a QR code.
    """
    title = say(N_("Where do I play?"))
    values = {"title": title, "event": event, "address": address, "note": say(_NOTE)}
    shown = json.dumps(values, ensure_ascii=False)
    return Sheet("where_sheet", title, language, shown, link=address)


_CARDS = N_("Table cards for phones")
_THROWN = (
    N_("Throw, then tap both dice."),
    N_("The opponent says whether the dice are right."),
)
_GIVEN = (
    N_("Tap READY when you want the dice."),
    N_("The dice appear on the phone."),
)
_PLAYED = N_("Play, then tap “%(played)s” or “%(finished)s”.")
_PHONE = N_("The phone shows another page? Scan this code with it to come back to the table.")


def table_cards(
    tables: Sequence[TableSet],
    address: str,
    say: Say = in_english,
    language: str = SOURCE_LANGUAGE,
) -> Sheet:
    """Return a card for each table: its match, room and players, and how to tap on the phone.

    `white` and `red` of a table are the players with their teams. `address` is that of the page of
    a phone that is a table's board, the same for every table; it is printed as a QR code, too.
    """
    played = say(_PLAYED, played=say(N_("Played")), finished=say(N_("Finished")))
    cards = [
        {
            "match": say(N_("Match %(number)s"), number=table.match),
            "room": table.room.value if table.room else "",
            "room_word": say(_ROOMS[table.room]) if table.room else "",
            "players": [
                {"side": say(_SIDES[Side.WHITE]), "name": table.white},
                {"side": say(_SIDES[Side.RED]), "name": table.red},
            ],
            "steps": [
                *map(say, _GIVEN if table.room is Room.CLOSED else _THROWN),
                played,
            ],
        }
        for table in tables
    ]
    title = say(_CARDS)
    values = {"title": title, "address": address, "note": say(_PHONE), "cards": cards}
    shown = json.dumps(values, ensure_ascii=False)
    return Sheet("table_cards", title, language, shown, link=address)


@dataclass(frozen=True, slots=True)
class Winners:
    """The first three of a contest, such as a knockout.

    `name` is the contest's name, empty if the event has only one contest.

    `places` has for each place those who share it, with the players of each team.
    """

    name: str
    places: tuple[tuple[tuple[str, tuple[str, ...]], ...], ...]


def first_three(
    event: str,
    contests: Sequence[Winners],
    state: str,
    say: Say = in_english,
    language: str = SOURCE_LANGUAGE,
) -> Sheet:
    """Return a page for each contest with its first three, to hang up or to read out.

    `state` says how final the places are. Without any places, the page says that they are open.
    """
    title = say(N_("The first three"))
    pages = [
        {
            "name": contest.name,
            "places": [
                [{"name": name, "players": ", ".join(players)} for name, players in place]
                for place in contest.places
            ],
        }
        for contest in contests
    ]
    values = {
        "title": title,
        "event": event,
        "pages": pages or [{"name": "", "places": []}],
        "undecided": say(N_("The places are not decided yet.")),
        "state": state,
        "director": say(N_("Director")),
    }
    return Sheet("first_three", title, language, json.dumps(values, ensure_ascii=False))


@dataclass(frozen=True, slots=True)
class SlipField:
    """A field of a slip: its label, and the number of empty lines below it.

    Fields with `lines` 0 are printed next to each other on one line.
    """

    label: str
    lines: int = 0


_CALL = (
    SlipField(N_("Match")),
    SlipField(N_("Room")),
    SlipField(N_("Game")),
    SlipField(N_("Time")),
    SlipField(N_("What happened?"), 5),
    SlipField(N_("Called by")),
    SlipField(N_("Taken by")),
)
_RULING = (
    SlipField(N_("Match")),
    SlipField(N_("Room")),
    SlipField(N_("Game")),
    SlipField(N_("Time")),
    SlipField(N_("Facts"), 2),
    SlipField(N_("Ruling and reason"), 2),
    SlipField(N_("Appeal until")),
    SlipField(N_("Director")),
    SlipField(N_("Team 1 has read it")),
    SlipField(N_("Team 2 has read it")),
)


def call_slips(event: str, say: Say = in_english, language: str = SOURCE_LANGUAGE) -> Sheet:
    """Return a page of slips for calling the director from tables that have no button for it."""
    return _slips(say(N_("Call for the director")), _CALL, event, say, language)


def ruling_slips(event: str, say: Say = in_english, language: str = SOURCE_LANGUAGE) -> Sheet:
    """Return a page of slips for the director's rulings.

    Each slip has fields for the facts, the ruling, the reason, and those who have read it.
    """
    return _slips(say(N_("Director's ruling")), _RULING, event, say, language)


def _slips(title: str, fields: tuple[SlipField, ...], event: str, say: Say, language: str) -> Sheet:
    shown = [{"label": say(field.label), "lines": field.lines} for field in fields]
    values = {"title": title, "event": event, "fields": shown}
    return Sheet("slips", title, language, json.dumps(values, ensure_ascii=False))


_TITLE = N_("Roll slips")
_TO_CARRY = N_("Rolls to carry")
_OPENING = N_("Opening throw")
_TURN = N_("%(side)s, turn %(turn)s")
_OPENING_DICE = N_("White : Red")
_SIGNED = N_("Signed")
_SHOWN = N_("Shown after READY")
_HOW = N_(
    "In the open room the player who throws writes both dice, the opponent signs. The "
    "runner shows a slip in the closed room only when that side has said READY for that "
    "turn. The opening throw is the first turn of the side with the higher die."
)


@dataclass(frozen=True, slots=True)
class RollSlip:
    """A slip for one roll.

    If `side` is None, the roll is the opening throw, with White's die first. If `dice` is None, the
    dice are to be written by hand.
    """

    side: Side | None
    turn: int
    dice: Roll | None = None


def blank_slips(first: dict[Side, int], last: int, *, opening: bool) -> tuple[RollSlip, ...]:
    """Return an empty slip for each turn of both sides, from `first[side]` to `last`.

    If `opening` is True, a slip for the opening throw comes before them.
    """
    turns = range(min(first.values()), last + 1)
    slips = [RollSlip(side, turn) for turn in turns for side in Side if turn >= first[side]]
    return (RollSlip(None, 1), *slips) if opening else tuple(slips)


def roll_slips(
    match: str,
    event: str,
    slips: Sequence[RollSlip],
    say: Say = in_english,
    language: str = SOURCE_LANGUAGE,
) -> Sheet:
    """Return pages of slips to cut out.

    `match` is a text that identifies the match and the game, in the sheet's language.
    """
    carried = any(slip.dice is not None for slip in slips)
    title = say(_TO_CARRY if carried else _TITLE)
    values = {
        "match": match,
        "slips": [_shown(slip, say) for slip in slips],
        "how": say(_HOW),
        "signed": say(_SHOWN if carried else _SIGNED),
    }
    foot = tuple(filter(None, (event, match)))
    return Sheet("roll_slips", title, language, json.dumps(values, ensure_ascii=False), foot)


def _shown(slip: RollSlip, say: Say) -> dict[str, object]:
    if slip.side is None:
        what, between = say(_OPENING), say(_OPENING_DICE)
    else:
        what, between = say(_TURN, side=say(_SIDES[slip.side]), turn=slip.turn), ""
    dice = ["", ""] if slip.dice is None else [str(slip.dice.first), str(slip.dice.second)]
    return {"what": what, "between": between, "dice": dice, "side": slip.side and slip.side.value}


_TO_DRAW_ON = 2
"""Number of boards on a page of empty boards."""


def board_diagram(
    drawn: BoardDrawn, say: Say = in_english, language: str = SOURCE_LANGUAGE
) -> Sheet:
    """Return a page with a board; White is below, and each point has both sides' numbers.

    Without a position, the page has two empty boards.
    """
    white, red = (say(SIDES[side]) for side in (Side.WHITE, Side.RED))
    values = {
        "title": drawn.title,
        "under": drawn.under,
        "board": board_values(drawn, say),
        "white": f"{white}: {drawn.names[0]}" if drawn.names[0] else white,
        "red": f"{red}: {drawn.names[1]}" if drawn.names[1] else red,
        "turn": say(N_("%(side)s to play"), side=say(SIDES[drawn.on_turn]))
        if drawn.on_turn
        else "",
        "score": drawn.score,
        "notes": list(drawn.notes),
        "copies": _TO_DRAW_ON if drawn.position is None else 1,
    }
    return Sheet("board_diagram", drawn.title, language, json.dumps(values, ensure_ascii=False))


@dataclass(frozen=True, slots=True)
class LinkCard:
    """A card with a link, which is printed as `address` and as a QR code.

    `heading` is the card's purpose, `whose` the person or table it is for, `match` the match and
    `use` an instruction, all in the sheet's language. `room` is "open", "closed" or empty.
    """

    heading: str
    whose: str
    match: str
    use: str
    address: str
    room: str = ""


@dataclass(frozen=True, slots=True)
class LinkSheet:
    """A sheet of cards with links, under a title and a note on how to use them."""

    title: str
    note: str
    cards: tuple[LinkCard, ...]


def link_sheet_pdf(links: LinkSheet, say: Say, language: str) -> bytes:
    """Return the sheet of links as PDF bytes, without putting a copy into any cache.

    Equal sheets give equal bytes. `say` translates the page's number into the language with the
    code `language`. Raises FormNotTypeset.
    """
    cards = [{**asdict(card), "qr": qr_svg(card.address, border=0)} for card in links.cards]
    values = json.dumps({"note": links.note, "cards": cards}, ensure_ascii=False)
    page = page_label(say)
    sheet = Sheet("link_sheet", links.title, language, values, (links.title,), page)
    return typeset([sheet], Paper.A4, 0)
