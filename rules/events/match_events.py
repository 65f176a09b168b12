"""Events of a match from its schedule to its signatures, of its teams and line-ups.

People are given by their ids, never by name: names are read beside them, so that a person can be
renamed or erased without a hash changing (ruling 33). `by` is the id of the person signed in, or
the device that acts without one, such as "board BZ-2". Source: Fair Backgammon Duplicated Team
Tournament (Garal, 2008); rulings 5, 11, 13, 15, 17 and 33.

Arrangements of the operator: boards and tables, the tail, the spectators' view.

Source: rulings 8, 12 and 28; no document of the game covers boards.

Players leaving a table and coming back, and people who have watched the open room meanwhile.

Source: ruling 34 (a person who has watched may not sit down in the closed room before that game is
over).
"""

from dataclasses import dataclass

from rules.events.clock_events import MINUTES_A_GAME
from rules.events.dice_events import BoardDoubt, Clocks, Embargo
from rules.events.stage_events import MatchShortened
from rules.identities import MatchId, PersonId, TournamentId, TournamentName
from rules.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team of one match and its two players."""

    name: str
    open_player: PersonId
    closed_player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated:
    """A tournament was made known to the hall, `name` being its short name in addresses."""

    tournament: TournamentId
    name: TournamentName


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRegistered:
    """A team entered the event with the players it may line up."""

    name: str
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChanged:
    """A team entered as `team` was changed before play: its name and its players from here on."""

    team: str
    name: str
    players: tuple[PersonId, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchScheduled:
    """A match of two teams is planned: `games` games per room, home team White in the open room.

    `roll_set` numbers the rolls of game 1 through the event (ruling 15). `max_lead` is the number
    of turns the open room may throw ahead of the closed one, 0 for no limit (ruling 8). `embargo`
    is the spectators' view until an EmbargoSet (ruling 12). A `trial` counts in no standings and
    uses no number of the event's sets of rolls. `clocks` is the use of clocks until a ClocksSet,
    `clock_minutes` the reserve for each game (ruling 30).
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
        """The two teams, White in the open room first."""
        return self.home, self.away


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlayScheduled:
    """A match of two players at one table, who play to `length` points (ruling 17).

    It has no line-ups: its first game begins with it, and all of it is public. A `trial` counts in
    no person's sums. `clocks` is the use of clocks until a ClocksSet, `clock_minutes` the reserve
    for each point (ruling 30).
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
        """The ids of the two players, White first; each represents a team of one."""
        return self.white.text, self.red.text


AnyScheduled = MatchScheduled | MatchPlayScheduled
"""The first event of a match's stream."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpSubmitted:
    """One team's line-up came in; it stays sealed until both are in (ruling 13)."""

    team: str
    open_player: PersonId
    closed_player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedCommitted:
    """A match of two rooms has got the seed of its drawn rolls as it was set up (ruling 8).

    Its SHA-256 `commitment` is public at once, the `seed`, 32 bytes, only after the match.
    """

    commitment: bytes
    seed: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class WordGiven:
    """A team's captain gave a word, or another one, that is joined with the seed (ruling 8).

    `word` is in NFC and lower case. It is sealed until both are in, or the match starts.
    """

    team: str
    word: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted:
    """Both line-ups are open and play begins.

    `home` is White in the open and Red in the closed room throughout (ruling 5). `seed`, joined
    with `words`, draws tail rolls when it must (ruling 8): its SHA-256 `commitment` was public
    before, the seed itself is only after the match. `words` are home's, then away's, the empty one
    of a captain who gave none; an empty tuple if neither did.
    """

    home: Team
    away: Team
    commitment: bytes
    seed: bytes
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchClosed:
    """Every game is over in both rooms, or a side has the points of its match (ruling 17).

    Its results are confirmed, or entered and maybe not yet (ruling 15).
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSigned:
    """A match's protocol is signed: for `team` by its captain, or by a player (ruling 15)."""

    team: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstituteSeated:
    """From `game` on `player` sits in the team's place in that room (ruling 11).

    `watched`: the substitute is said to have watched the open room of that game (ruling 34).
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
    """A match of which nothing was played was withdrawn; it leaves every list (ruling 29)."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchImported:
    """A match file was taken into the records; its stream holds nothing else.

    `name` is the file's, `digest` the SHA-256 of its bytes and `text` their text. `condoned`: plays
    in it against the rules were accepted as played.
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
    """From here on tail rolls are drawn from the committed seed, or thrown again (ruling 8)."""

    drawn: bool
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbargoSet:
    """From here on spectators have this view; earlier disclosures stay public (ruling 12)."""

    embargo: Embargo
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingSet:
    """This room's table records positions, or only dice, cube and result.

    Without this event it records them. It holds for the whole match, set before its game 1 begins.
    """

    room: Room
    positions: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAssigned:
    """The operator put an electronic board on this room's table; an empty id took it away."""

    room: Room
    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardMoved:
    """A board that stood at this room's table was put on one of another match (ruling 28).

    `reason` is given if it was taken from a game under way, empty otherwise.
    """

    room: Room
    board_id: str
    to_match: MatchId
    to_room: Room
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLeftClosedRoom:
    """A board last used at this match's closed table serves an open table now (ruling 28)."""

    board_id: str
    to_match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSeen:
    """The players at a board saw dice they may not know: it goes, the game is void (ruling 28)."""

    game: int
    attempt: int
    board_id: str
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAttached:
    """The room's electronic board has a link to the server."""

    room: Room
    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLost:
    """The room's electronic board cannot be reached; its table is frozen until it is back."""

    room: Room
    board_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLetIn:
    """The room's board was allowed to go on in spite of a doubt about it (ruling 28).

    `journal_id` is the memory that is trusted from here on, empty for a doubt of another kind.
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
    """A player of the table in this room has left it for a while."""

    room: Room
    player: PersonId
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReturned:
    """The player who had left the table of this room is back."""

    room: Room
    player: PersonId
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRoomWatched:
    """A person was shown this attempt of a game in the open room, or is known to have watched it.

    `by` is the person who reported it, empty if the server has shown it to an account or link.
    """

    game: int
    attempt: int
    player: PersonId
    by: str


PresenceEvent = PlayerLeft | PlayerReturned | OpenRoomWatched
