"""Random decisions of a visitor in the closed room's seat, and games continued with them."""

from random import Random

from players.long_gammon_player import LongGammonPlayer
from players.sensible_player import SensiblePlayer
from players.trictrac_player import TrictracPlayer
from yalta_extras.closed_seat.decisions import Due, PlayerOf, SeatedGame, decided
from yalta_extras.closed_seat.seat_actions import Act, SeatAction, reading_of

PLAYERS: dict[str, PlayerOf] = {
    "backgammon": SensiblePlayer,
    "long-gammon": LongGammonPlayer,
    "trictrac": TrictracPlayer,
}


def some_action(seated: SeatedGame, rng: Random) -> SeatAction:
    """Return a random decision that the visitor may make now, as their page would send it."""
    seen = len(seated.events)
    match seated.due:
        case Due.PLAY:
            return SeatAction(Act.PLAY, seen, written_play(seated, rng))
        case Due.THROW:
            return SeatAction(rng.choice([Act.THROW] * 15 + [Act.DOUBLE]), seen)
        case Due.DOUBLE:
            return SeatAction(rng.choice([Act.TAKE] * 3 + [Act.PASS]), seen)
        case Due.CHOICE:
            return SeatAction(rng.choice([Act.HOLD, Act.GO]), seen)
        case Due.RESIGNATION:
            return SeatAction(rng.choice([Act.REFUSE, Act.ACCEPT]), seen)
        case Due.OVER:
            raise AssertionError("nothing is to be decided any more")


def written_play(seated: SeatedGame, rng: Random) -> str:
    """Return a play chosen by the game's simple player, as visitors write it."""
    key = seated.table.current
    assert key is not None
    dice, player = seated.state.rolls[key].dice, PLAYERS[seated.game.name](rng)
    play = player.choose_play(seated.table.position, seated.side, dice, key.turn)
    return " ".join(f"{move.origin or 'off'}/{move.target or 'off'}" for move in play)


def played_on(
    seated: SeatedGame, rng: Random, name: str = "a game", opponent: PlayerOf | None = None
) -> SeatedGame:
    """Return the game after one random decision of the visitor and what follows from it."""
    reading = reading_of(seated, some_action(seated, rng))
    return decided(seated, reading, opponent or PLAYERS[seated.game.name], name)


def played_out(seated: SeatedGame, rng: Random, name: str = "a game") -> SeatedGame:
    """Return the game played to its end by random decisions of the visitor."""
    while seated.due is not Due.OVER:
        seated = played_on(seated, rng, name)
    return seated
