"""What people ask for, in the imperative: values that can be logged, sent on and answered once.

A command says what is to be done; whether it may be done is decided by the stream that it is about.
What a table or the director says to a duplicate match is a command as well: see
rules.tables.readings.
"""

from rules.commands.board_commands import (
    AssignBoard,
    BoardCommand,
    BoardConsent,
    BoardKeyCommand,
    ClearBoard,
    GameUnderWay,
    GiveBoardKey,
    ReceiveBoard,
    RemoveBoard,
    ReplaceBoardKey,
    ReturnBoard,
    RevokeBoardKey,
    SurrenderBoard,
)
from rules.commands.match_commands import (
    LineUp,
    MatchCommand,
    SeatSubstitute,
    SetEmbargo,
    SignedResult,
    SignProtocol,
    SubmitLineUp,
)
from rules.commands.person_commands import (
    AddPerson,
    ErasePerson,
    HidePerson,
    MergePersons,
    PersonCommand,
    RenamePerson,
)
from rules.commands.presence_commands import (
    LogLeaving,
    LogReturn,
    LogWatching,
    PresenceCommand,
)
from rules.commands.tournament_commands import (
    ChangeTeam,
    CreateTournament,
    HallCommand,
    RegisterTeam,
    ScheduleMatch,
    ScheduleMatchPlay,
    TeamEntry,
    TournamentCommand,
)

__all__ = [
    "AddPerson",
    "AssignBoard",
    "BoardCommand",
    "BoardConsent",
    "BoardKeyCommand",
    "ChangeTeam",
    "ClearBoard",
    "CreateTournament",
    "ErasePerson",
    "GameUnderWay",
    "GiveBoardKey",
    "HallCommand",
    "HidePerson",
    "LineUp",
    "LogLeaving",
    "LogReturn",
    "LogWatching",
    "MatchCommand",
    "MergePersons",
    "PersonCommand",
    "PresenceCommand",
    "ReceiveBoard",
    "RegisterTeam",
    "RemoveBoard",
    "RenamePerson",
    "ReplaceBoardKey",
    "ReturnBoard",
    "RevokeBoardKey",
    "ScheduleMatch",
    "ScheduleMatchPlay",
    "SeatSubstitute",
    "SetEmbargo",
    "SignProtocol",
    "SignedResult",
    "SubmitLineUp",
    "SurrenderBoard",
    "TeamEntry",
    "TournamentCommand",
]
