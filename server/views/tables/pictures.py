"""A table's picture, which a page shows until its script draws the board, and without script."""

from protocol_forms.board_drawing import BoardDrawn, facing_of
from protocol_forms.writers import board_svg
from rules.games.known_games import GAMES
from rules.position import Side
from server.live.public_table import PublicTable, cube_on_board


def board_picture(table: PublicTable, game_name: str) -> str:
    """Return the table's board as SVG, which a page shows until its script draws the board.

    It shows nothing that is not in the table's public form. Return an empty text if positions are
    not recorded.
    """
    if table.position is None:
        return ""
    game, thrown, side = GAMES[game_name], table.thrown, table.on_turn
    dice = list[tuple[Side, int]]()
    if thrown is not None and table.doubled is None:
        sides = tuple(Side) if thrown.opening else (thrown.side, thrown.side)
        roll = thrown.dice if thrown.opening else thrown.dice.larger_first
        dice = list(zip(sides, (roll.first, roll.second), strict=True))
    if table.last_play is not None:
        side = table.last_play.side
    drawn = BoardDrawn("", position=table.position, facing=facing_of(game), on_turn=side)
    return str(board_svg.board_picture(drawn, cube_on_board(table, game), dice))
