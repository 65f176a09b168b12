"""The rights of each role: a grid of roles and actions that authorization and its tests read.

Source: rulings 11 (only the director corrects), 12 (what spectators see), 13 (line-ups are sealed),
15 (who confirms and who signs), 33 (persons have ids), 34 (players of a match are not shown it), 35
(no aids at the tables).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from rules.identities import MatchId, PersonId
from rules.position import Side
from rules.room import Room


class Role(Enum):
    """The role of a visitor. Boards have no role: they authenticate when they connect.

    SEAT: the browser of a phone or tablet that serves as a table's board, whoever uses it.
    BROADCASTER: a person who broadcasts a camera's picture of an open room. ENTRANT: a player in a
    tournament whose games are played elsewhere.
    """

    DIRECTOR = "director"
    OPERATOR = "operator"
    CLERK = "clerk"
    BROADCASTER = "broadcaster"
    CAPTAIN = "captain"
    PLAYER = "player"
    ENTRANT = "entrant"
    SEAT = "seated phone"
    PUBLIC = "public"


ACCOUNT_ROLES = (Role.DIRECTOR, Role.OPERATOR, Role.CLERK, Role.BROADCASTER)
"""Roles that sign in with a name and a passphrase; captains, players and entrants use a link."""


class Action(Enum):
    """An action or a view for which a visitor needs a right.

    Every route of the server names its action.
    """

    SEE_PUBLIC = "see what is nobody's secret: help, assets, health"
    SIGN_IN = "sign in and out, use a link"
    CONNECT_BOARD = "connect a board, which proves itself by its key"
    SEE_PAIRINGS = "see who plays where, once both line-ups are in"
    WATCH = "watch the open room as the public does"
    PLAY_CLOSED_SEAT = "play a finished game from the closed room's seat"
    KEEP_ACCOUNT = "keep one's own account and sessions"
    RUN_ACCOUNTS = "add, disable and reset accounts"
    SEE_CONSOLE = "see the console of the hall"
    SEE_MATCHES = "see the operator's list of matches"
    SEE_TEAMS = "see the teams and their players"
    ENTER_TEAM = "enter a team, edit it"
    KEEP_PERSONS = "see, rename, hide and merge persons"
    ERASE_PERSON = "erase a person"
    SCHEDULE = "set up a match, choose the one shown large"
    SEE_BOTH_ROOMS = "see both rooms of a match as they stand, and its log"
    PRINT = "print forms, and see what has been printed"
    SEE_TABLE = "see one table of a match as it stands"
    SEE_BOARDS = "see which boards are connected"
    KEEP_BOARDS = "give boards their keys, replace and remove them"
    SEAT_BOARD = "put a board on a table"
    SERVE_TABLE = "be a table's board"
    GIVE_LINKS = "give and revoke captains' and players' links"
    SEE_LINE_UP = "see a team's line-up and its captain's page"
    LINE_UP = "hand in a team's line-up, give its word for the last rolls"
    LOG_PRESENCE = "log that a player leaves a table or returns"
    CALL = "call the director to a table"
    ANSWER_CALL = "take a table's call for the director, and end it"
    ENTER_RESULT = "enter a result kept by hand"
    ENTER_SHEET = "enter all results of a match that was kept by hand"
    ENTER_PAPER = "type in a game that was played on paper in both rooms"
    CONFIRM = "confirm a result of a table"
    SIGN = "sign a match protocol for a team"
    QUERY = "query a posted result"
    ANNOUNCE = "announce something to everybody, both rooms included"
    DIRECT = "give the director's orders"
    PLAY_TTT = "invite, accept and report in one's own TTT"
    SEND_MESSAGE = "send a message of a knockout that is played by messages"
    SEE_VIDEO_TIMES = "see up to when the video of an open room may be shown"


class Reach(Enum):
    """The places in which a role may do an action.

    OWN_ROOM: in the clerk's room, in any match. OWN_TEAM: for the captain's team in the captain's
    match. OWN_SEAT: at the player's table in the player's match, and only for the player's side if
    the action names a side. OUTSIDE_CLOSED: anywhere, unless the visitor's place is in the closed
    room, where nothing of the open room is shown.
    """

    NO = "no"
    YES = "yes"
    OWN_ROOM = "own room"
    OWN_TEAM = "own team"
    OWN_SEAT = "own seat"
    OUTSIDE_CLOSED = "not in the closed room"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A sender of requests, with the role, room, match and team of their account or link.

    `person` is the id of the person who owns the account or link. It is None for the public, and
    for a phone that lies between two players. `room` is set for a clerk, a player and a phone,
    `match` for a captain, a player and a phone, `team` for a captain and a player, and `side` for a
    player: the player's side in their room.
    """

    role: Role
    person: PersonId | None = None
    room: Room | None = None
    match: MatchId | None = None
    team: str | None = None
    side: Side | None = None

    @property
    def actor(self) -> str:
        """The visitor's name in the event log: the role, then the person's id if there is one."""
        return f"{self.role.value} {self.by}".rstrip()

    @property
    def by(self) -> str:
        """The id of the visitor's person, or "" for a visitor without a person.

        Events name the giver of an order by this id.
        """
        return "" if self.person is None else self.person.text


PUBLIC = Visitor(Role.PUBLIC)
"""Any visitor who has not signed in."""
IN_CLOSED_ROOM = Visitor(Role.PUBLIC, room=Room.CLOSED)
"""A visitor whose browser was the closed room's board in a match that is still being played."""


@dataclass(frozen=True, slots=True)
class Machine:
    """An actor that is not a person: the server, or a board that has authenticated itself."""

    actor: str


SERVER = Machine("server")
Actor = Visitor | Machine
"""The sender of a command; `actor` is its name in the event log."""


class NotAllowed(Exception):
    """The visitor's role does not allow the action.

    The visitor can ask the director for the right.
    """

    def __init__(self, visitor: Visitor, action: Action) -> None:
        super().__init__(_why_not(visitor, action))
        self.visitor, self.action = visitor, action


class PlaysInMatch(NotAllowed):
    """The visitor plays in the match or may be seated in it.

    Other persons have to give orders there (ruling 34).
    """

    def __init__(self, visitor: Visitor, action: Action, match: MatchId) -> None:
        super().__init__(visitor, action)
        self.args = (
            f"you play in match {match.number}, or may be seated in it: until it has ended you are "
            "shown what your board needs and no more, and another director, or both captains, "
            "give orders there",
        )
        self.match = match


class DecidesOwnMatch(NotAllowed):
    """The visitor gives an order about a match played elsewhere, in which they are a player.

    Another director has to give the order (ruling 34).
    """

    def __init__(self, visitor: Visitor, number: int) -> None:
        super().__init__(visitor, Action.DIRECT)
        self.args = (f"you are a player of match {number}: another director decides it",)
        self.number = number


class OnClosedDevice(NotAllowed):
    """The browser was a closed room's board, so no account may see the requested page on it."""


@dataclass(frozen=True, slots=True)
class Place:
    """The match, room, team and side in which an action is done.

    Each of the four is None if the action concerns none.
    """

    match: MatchId | None = None
    room: Room | None = None
    team: str | None = None
    side: Side | None = None


NOWHERE = Place()

_ALL = dict.fromkeys(Role, Reach.YES)
_ACCOUNTS = dict.fromkeys(ACCOUNT_ROLES, Reach.YES)
_CONSOLE = dict.fromkeys((Role.DIRECTOR, Role.OPERATOR, Role.CLERK), Reach.YES)
_DIRECTOR = {Role.DIRECTOR: Reach.YES}
_HALL = {**_DIRECTOR, Role.OPERATOR: Reach.YES}
_TEAM = {**_HALL, Role.CAPTAIN: Reach.OWN_TEAM}
_TABLE = {**_HALL, Role.CLERK: Reach.OWN_ROOM, Role.PLAYER: Reach.OWN_SEAT}
_OTHERS = {**_ALL, Role.SEAT: Reach.NO}
_WATCHERS = {
    **_OTHERS,
    **dict.fromkeys((Role.CLERK, Role.PLAYER, Role.PUBLIC), Reach.OUTSIDE_CLOSED),
}

_TABLE_OF_REACHES: Mapping[Action, Mapping[Role, Reach]] = {
    Action.SEE_PUBLIC: _ALL,
    Action.SIGN_IN: _ALL,
    Action.CONNECT_BOARD: _OTHERS,
    Action.SEE_PAIRINGS: _OTHERS,
    Action.WATCH: _WATCHERS,
    Action.PLAY_CLOSED_SEAT: _WATCHERS,
    Action.KEEP_ACCOUNT: _ACCOUNTS,
    Action.RUN_ACCOUNTS: _DIRECTOR,
    Action.SEE_CONSOLE: _CONSOLE,
    Action.SEE_MATCHES: _CONSOLE,
    Action.SEE_TEAMS: _CONSOLE,
    Action.ENTER_TEAM: _HALL,
    Action.KEEP_PERSONS: _HALL,
    Action.ERASE_PERSON: _DIRECTOR,
    Action.SCHEDULE: _HALL,
    Action.SEE_BOTH_ROOMS: _HALL,
    Action.PRINT: _HALL,
    Action.SEE_TABLE: _TABLE,
    Action.SEE_BOARDS: _HALL,
    Action.KEEP_BOARDS: _HALL,
    Action.SEAT_BOARD: _HALL,
    Action.SERVE_TABLE: {Role.SEAT: Reach.OWN_SEAT},
    Action.GIVE_LINKS: _HALL,
    Action.SEE_LINE_UP: _TEAM,
    Action.LINE_UP: _TEAM,
    Action.LOG_PRESENCE: {**_HALL, Role.CLERK: Reach.OWN_ROOM},
    Action.CALL: _TABLE,
    Action.ANSWER_CALL: {**_HALL, Role.CLERK: Reach.OWN_ROOM},
    Action.ENTER_RESULT: {**_HALL, Role.CLERK: Reach.OWN_ROOM},
    Action.ENTER_SHEET: {**_TEAM, Role.CLERK: Reach.OWN_ROOM},
    Action.ENTER_PAPER: _HALL,
    Action.CONFIRM: {**_TABLE, Role.CAPTAIN: Reach.OWN_TEAM},
    Action.SIGN: {**_TEAM, Role.PLAYER: Reach.OWN_SEAT},
    Action.QUERY: _TEAM,
    Action.ANNOUNCE: _HALL,
    Action.DIRECT: _DIRECTOR,
    Action.PLAY_TTT: {**_ACCOUNTS, Role.ENTRANT: Reach.YES},
    Action.SEND_MESSAGE: _OTHERS,
    Action.SEE_VIDEO_TIMES: {Role.BROADCASTER: Reach.YES},
}


def reach(role: Role, action: Action) -> Reach:
    """Return the places in which the role may do the action, as the grid of rights says."""
    return _TABLE_OF_REACHES[action].get(role, Reach.NO)


def may(visitor: Visitor, action: Action, place: Place = NOWHERE) -> bool:
    """Return True if the visitor may do the action at the place.

    A part of the place that is None never counts as the visitor's own: for example, an action that
    is limited to the visitor's room is refused if `place` names no room. `may_somewhere` checks
    whether the visitor may do the action at any place at all.
    """
    match reach(visitor.role, action):
        case Reach.NO:
            return False
        case Reach.YES:
            return True
        case Reach.OUTSIDE_CLOSED:
            return visitor.room is not Room.CLOSED
        case Reach.OWN_ROOM:
            return place.room is not None and place.room is visitor.room
        case Reach.OWN_TEAM:
            mine = (visitor.match, visitor.team)
            return None not in mine and mine == (place.match, place.team)
        case Reach.OWN_SEAT:
            mine_here = visitor.match is not None and visitor.room is not None
            at_my_table = (visitor.match, visitor.room) == (place.match, place.room)
            return mine_here and at_my_table and place.side in (None, visitor.side)


def check_may(visitor: Visitor, action: Action, place: Place = NOWHERE) -> None:
    """Raise NotAllowed unless the visitor may do the action at the place."""
    if not may(visitor, action, place):
        raise NotAllowed(visitor, action)


def _why_not(visitor: Visitor, action: Action) -> str:
    if visitor.role is Role.SEAT:
        return "this phone or tablet is a table's board and shows that alone; sign it out first"
    if visitor == IN_CLOSED_ROOM:
        return (
            "this device was the board of the closed room in a match that is being played; it can "
            "watch once that match is over"
        )
    if action is Action.WATCH:
        return (
            "this device is signed in for the closed room, where nothing of the open room is "
            "shown; sign out to watch as the public does"
        )
    return (
        f"a {visitor.role.value} may not do this here: {action.value}. Ask the director for an "
        "account or a link that reaches it"
    )


def sees_aids(visitor: Visitor) -> bool:
    """Return True if a page may show the visitor pip counts and similar aids.

    A visitor with a place in a playing room sees no aids on any page: nothing that players see at
    their seats has aids (ruling 35).
    """
    return visitor.room is None


def may_somewhere(visitor: Visitor, action: Action) -> bool:
    """Return True if there is any place where the visitor may do the action."""
    own = Place(visitor.match, visitor.room, visitor.team, visitor.side)
    return may(visitor, action, own)


class Sight(Enum):
    """The part of a match that a visitor is shown (ruling 34)."""

    BY_ROLE = "what his role reaches"
    OWN_TABLE = "the table at which he sits, as his board shows it"
    NOTHING = "that he plays in it"


@dataclass(frozen=True, slots=True)
class MatchPlayers:
    """The players of a match. Each person has one id here, also after persons have been merged.

    `seats` maps each seated person to their room; it is empty while a line-up is sealed. `rosters`
    are the persons whom the teams of the match may still seat. `merged` maps the id of a merged
    person to the id that the person has now. `over` is True if every game of the match is over.
    """

    match: MatchId
    seats: Mapping[PersonId, Room] = field(default_factory=dict)
    rosters: frozenset[PersonId] = frozenset()
    merged: Mapping[PersonId, PersonId] = field(default_factory=dict)
    over: bool = False


def sight(visitor: Visitor, players: MatchPlayers) -> Sight:
    """Return the part of the match that the visitor is shown (ruling 34).

    A person who sits in the match is shown their table if their link is for that table, else
    nothing. The holder of a player's link who sits nowhere in the match is shown the link's table
    if nobody sits anywhere yet, or if they belong to neither team. Any other member of a team of
    the match is shown nothing. Everybody else is shown what their role allows, and so is everybody
    once all games are over.
    """
    if players.over or visitor.person is None:
        return Sight.BY_ROLE
    person = players.merged.get(visitor.person, visitor.person)
    given_here = visitor.role is Role.PLAYER and visitor.match == players.match
    if person in players.seats:
        own = given_here and players.seats[person] is visitor.room
        return Sight.OWN_TABLE if own else Sight.NOTHING
    if given_here and (not players.seats or person not in players.rosters):
        return Sight.OWN_TABLE
    return Sight.NOTHING if person in players.rosters else Sight.BY_ROLE


_WHILE_PLAYING: Mapping[Role, frozenset[Action]] = {
    Role.CAPTAIN: frozenset(
        (
            Action.SEE_LINE_UP,
            Action.LINE_UP,
            Action.ENTER_SHEET,
            Action.CONFIRM,
            Action.SIGN,
        )
    ),
    Role.PLAYER: frozenset((Action.SEE_TABLE, Action.CALL, Action.CONFIRM, Action.SIGN)),
}
"""The actions that captains and players may still do in a match while they play in it themselves.

Each action must also be allowed by the role, and only in the match of the link.
"""


def check_playing(visitor: Visitor, action: Action, players: MatchPlayers) -> None:
    """Raise PlaysInMatch unless the visitor may do the action in this match (ruling 34).

    A visitor who plays in the match may do only what the match needs of its players.
    """
    seen = sight(visitor, players)
    needed = _WHILE_PLAYING.get(visitor.role, frozenset())
    if visitor.role is Role.PLAYER and seen is Sight.NOTHING:
        needed = frozenset()
    if seen is not Sight.BY_ROLE and action not in needed:
        raise PlaysInMatch(visitor, action, players.match)
