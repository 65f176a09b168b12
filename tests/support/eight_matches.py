"""Eight matches under way at once, each as another one is, with boards at all their tables."""

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from server.hall import Hall
from server.store.accounts_db.board_keys import BoardKeys
from tests.support.account_commands import given_key
from tests.support.commands import happen, register_team, schedule
from tests.support.played_matches import handed_in, played_so_far, team_of
from tests.support.rooms import Rooms, Temper

CALM = Temper(double=0.08, resign=0.0, mischief=0.0)
TEAMS: tuple[tuple[str, str, str], ...] = (
    ("Lviv", "Jean-Baptiste Rochefoucauld", "Anna Koval"),
    ("Paris", "Philip Martin", "Ayşe Demir"),
    ("Tbilisi", "Giorgi Kapanadze", "Nino Beridze"),
    ("Yerevan", "Aram Petrosyan", "Ани Саргсян"),
    ("Kyiv", "Оксана Шевченко-Квітка", "Олег Бондар"),
    ("Odesa", "Мар'яна Коваленко", "Іван Мороз"),
    ("Sofia", "Ivan Petrov", "Мария Иванова"),
    ("Athens", "Νίκος Παπαδόπουλος", "Ελένη Γεωργίου"),
    ("Istanbul", "Emre Kaya", "Zeynep Yılmaz"),
    ("London Second Team", "Alex Fields", "Robin Brook"),
    ("Beirut", "Karim Haddad", "Leila Khoury"),
    ("Cairo", "Omar Farouk", "Mona Said"),
    ("Tokyo", "Kenji Sato", "Yuki Tanaka"),
    ("Copenhagen", "Mette Nielsen", "Lars Holm"),
    ("Dnipro", "Сергій Лисенко", "Ірина Ткач"),
    ("Kharkiv", "Павло Кравець", "Тетяна Мельник"),
)
"""Every team with who sits in the open and in the closed room."""

STEPS = (700, 1300, 900, 0, 1700, 1100, 20_000, -1)
"""Useful things said in each match; 0: it has begun and no more, -1: one line-up is missing."""
CALLED, OVER, PLANNED = 6, 7, 8
GAMES = 6


async def fill_eight(hall: Hall, board_keys: BoardKeys) -> None:
    """Set up the matches, play them so far, and put boards on their tables but one of match 4."""
    for team, *players in TEAMS:
        await register_team(hall, team, (players[0], players[1]))
    for number, steps in enumerate(STEPS, 1):
        home, away = TEAMS[2 * number - 2], TEAMS[2 * number - 1]
        await schedule(hall, home=home[0], away=away[0], games=GAMES, event="Harbour Cup, round 2")
        for room in Room if steps else (Room.OPEN,):
            board = f"BZ-{number}{'A' if room is Room.OPEN else 'B'}"
            given_key(board_keys, board, f"Table {number}")
            await happen(
                hall,
                number,
                ev.BoardAssigned(room=room, board_id=board),
                ev.BoardAttached(room=room, board_id=board),
            )
        await happen(hall, number, *_history(number, steps))
    called = ev.DirectorCalled(room=Room.OPEN, side=None, reason=ev.CallReason.DICE_OR_PLAY)
    await happen(hall, CALLED, called)


def _history(number: int, steps: int) -> tuple[ev.Event, ...]:
    home, away = (team_of(team, players) for team, *players in TEAMS[2 * number - 2 : 2 * number])
    if steps < 0:
        return (handed_in(home),)
    rooms = Rooms.seated(BACKGAMMON, number, CALM, games=GAMES)
    return played_so_far(home, away, rooms, steps)
