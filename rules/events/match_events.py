"""Events of a match from its schedule to its signatures, of its teams, line-ups, boards and people.

Events name people by their ids; names are looked up elsewhere, so that a person can be renamed or
erased without changing the hash of an event (ruling 33). `by` is the id of the person signed in, or
the name of a device that acts for nobody, such as "board BZ-2". Source: Fair Backgammon Duplicated
Team Tournament (Garal, 2008); rulings 5, 11, 13, 15, 17 and 33.

Boards at tables, the draw of the tail and the spectators' view follow rulings 8, 12 and 28; no
document of the game covers boards.

Players who leave a table and return, and people who have watched the open room, follow ruling 34: a
person who has watched a game may not sit down in the closed room before that game is over.
"""

from dataclasses import dataclass

from rules.events.clock_events import MINUTES_A_GAME
from rules.events.dice_events import BoardDoubt, Clocks, Embargo
from rules.events.stage_events import MatchShortened
from rules.identities import MatchId, PersonId, TournamentId, TournamentName
from rules.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """One of the two teams of a match, with its player in each room."""

    name: str
    open_player: PersonId
    closed_player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated:
    """A tournament was created; `name` is its short name, used in addresses."""

    tournament: TournamentId
    name: TournamentName


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRegistered:
    """A team was entered in the tournament, with the players who can play for it."""

    name: str
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChanged:
    """The team called `team` so far got another name and other players, before it played."""

    team: str
    name: str
    players: tuple[PersonId, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchScheduled:
    """A match of two teams was planned.

    It has `games` games per room; home is White in the open room. `roll_set` is the number that the
    roll set of game 1 has in the tournament (ruling 15). `max_lead` is the number of turns by which
    the open room can be ahead of the closed room, 0 for no limit (ruling 8). `tail_drawn` is True
    if the tail is drawn from the seed. `embargo` is the spectators' view until an EmbargoSet
    changes it (ruling 12). A `trial` counts in no standings and uses no roll set of the tournament.
    `clocks` is the use of clocks until a ClocksSet changes it, and `clock_minutes` are in reserve
    for each game (ruling 30).
    """

    match_id: MatchId
    event: str
    home: str
    away: str
    games: int
    game_name: str
    roll_set: int
    max_lead: int
    tail_drawn: bool
    embargo: Embargo = Embargo.LOCKSTEP
    trial: bool = False
    clocks: Clocks = Clocks.OFF
    clock_minutes: int = MINUTES_A_GAME

    @property
    def number(self) -> int:
        """The match's number in its tournament."""
        return self.match_id.number

    @property
    def opponents(self) -> tuple[str, str]:
        """The names of the two teams; the home team, White in the open room, comes first."""
        return self.home, self.away


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlayScheduled:
    """A match of two players at one table was planned; they play to `length` points (ruling 17).

    The match has no line-ups: its first game begins at once, and all of its play is public. A
    `trial` is left out of the players' statistics. `clocks` is the use of clocks until a ClocksSet
    changes it, and `clock_minutes` are in reserve for each point (ruling 30).
    """

    match_id: MatchId
    event: str
    white: PersonId
    red: PersonId
    length: int
    game_name: str
    trial: bool = False
    clocks: Clocks = Clocks.OFF
    clock_minutes: int = MINUTES_A_GAME

    @property
    def number(self) -> int:
        """The match's number in its tournament."""
        return self.match_id.number

    @property
    def opponents(self) -> tuple[str, str]:
        """The ids of the two players as texts, White's first.

        They stand in place of the names of teams in a match of two teams.
        """
        return self.white.text, self.red.text


AnyScheduled = MatchScheduled | MatchPlayScheduled
"""The event that sets up a match; it is the first event in the match's stream."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpSubmitted:
    """A team's line-up was submitted.

    It stays secret until both teams have submitted theirs (ruling 13).
    """

    team: str
    open_player: PersonId
    closed_player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedCommitted:
    """A seed for drawn rolls was chosen when a match of two rooms was set up (ruling 8).

    `commitment`, the SHA-256 of the seed, is public at once. The `seed` of 32 bytes becomes public
    only after the match.
    """

    commitment: bytes
    seed: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class WordGiven:
    """A team's captain gave a word that is combined with the seed, or changed it (ruling 8).

    `word` is in NFC and lower case. It is secret until both captains have given one, or the match
    starts.
    """

    team: str
    word: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted:
    """A match started: both line-ups are public and play begins.

    The home team is White in the open room and Red in the closed room in every game (ruling 5). The
    `seed` is combined with `words` to draw the rolls of a tail (ruling 8). Its SHA-256,
    `commitment`, was published before; the seed itself is published only after the match. `words`
    are those of the home and the away captain. The word of a captain who gave none is empty, and
    `words` is empty if neither gave one.
    """

    home: Team
    away: Team
    commitment: bytes
    seed: bytes
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchClosed:
    """A match ended: every game is over in both rooms, or a side has the points to win (ruling 17).

    Results played at a board are confirmed. Results entered by hand may still be unconfirmed
    (ruling 15).
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSigned:
    """A match's protocol was signed: by the captain of `team`, or by a player (ruling 15)."""

    team: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstituteSeated:
    """From game `game` on, `player` plays for `team` in `room` (ruling 11).

    `watched` is True if the substitute is reported to have watched the open room of that game
    (ruling 34).
    """

    team: str
    room: Room
    player: PersonId
    game: int
    by: str
    reason: str
    watched: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchWithdrawn:
    """A match that had not begun was withdrawn; it is removed from every list (ruling 29)."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchImported:
    """A match file was imported. It is the only event of its stream.

    `name` is the name of the file, `digest` the SHA-256 of its bytes and `text` its decoded text.
    `condoned` is True if plays in the file that break the rules were accepted.
    """

    name: str
    text: str
    digest: bytes
    condoned: bool = False


MatchEvent = (
    TournamentCreated
    | TeamRegistered
    | TeamChanged
    | MatchScheduled
    | MatchPlayScheduled
    | LineUpSubmitted
    | SeedCommitted
    | WordGiven
    | MatchStarted
    | MatchClosed
    | MatchSigned
    | SubstituteSeated
    | MatchWithdrawn
    | MatchShortened
    | MatchImported
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TailDrawSet:
    """From now on the rolls of the tail are drawn from the match's seed, or thrown (ruling 8).

    They are drawn if `drawn` is True, and thrown if it is False. The seed is secret; its SHA-256
    was published before the match.
    """

    drawn: bool
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbargoSet:
    """The spectators' view was changed; what they have already seen stays public (ruling 12)."""

    embargo: Embargo
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingSet:
    """This room's table was set to record positions, or to record only dice, cube and result.

    Without this event a table records positions. The setting is made before game 1 begins and
    applies to the whole match.
    """

    room: Room
    positions: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAssigned:
    """A board was assigned to this room's table; if `board_id` is empty, the board was removed."""

    room: Room
    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardMoved:
    """A board assigned to this room's table was moved to a table of another match (ruling 28).

    `reason` is given if the board was taken from a game under way, and is empty otherwise.
    """

    room: Room
    board_id: str
    to_match: MatchId
    to_room: Room
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLeftClosedRoom:
    """A board last used at this match's closed table was put on an open table (ruling 28)."""

    board_id: str
    to_match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSeen:
    """A board was carried from one room to the other during a game: the game is voided (ruling 28).

    The players at the board count as having seen dice that they must not see yet. The director
    assigned the board to their table all the same and accepted that the game becomes void; `reason`
    is the director's reason.
    """

    game: int
    attempt: int
    board_id: str
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAttached:
    """The electronic board of this room connected to the server."""

    room: Room
    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLost:
    """The electronic board of this room cannot be reached.

    Its table is stopped until it reconnects.
    """

    room: Room
    board_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLetIn:
    """The board of this room was permitted to continue although the server doubted it (ruling 28).

    `doubt` is the reason for the doubt: a new journal, or a low battery. `journal_id` is the id of
    the journal that is trusted from now on, empty if the doubt was not about the journal.
    """

    room: Room
    board_id: str
    doubt: BoardDoubt
    journal_id: bytes
    by: str


SeatEvent = (
    TailDrawSet
    | EmbargoSet
    | RecordingSet
    | BoardAssigned
    | BoardMoved
    | BoardLeftClosedRoom
    | DiceSeen
    | BoardAttached
    | BoardLost
    | BoardLetIn
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft:
    """A player left the table in this room for some time."""

    room: Room
    player: PersonId
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReturned:
    """A player who had left the table in this room returned."""

    room: Room
    player: PersonId
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRoomWatched:
    """A person watched the open room in this attempt of a game, as the server or a person noted.

    `by` is the id of the person who reported it. It is empty if the server itself showed the game
    to the person's account or link.
    """

    game: int
    attempt: int
    player: PersonId
    by: str


PresenceEvent = PlayerLeft | PlayerReturned | OpenRoomWatched
