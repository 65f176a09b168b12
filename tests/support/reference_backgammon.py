"""Backgammon's legal plays once more, the plainest way: every order of every die, then the rules.

Written from the rules and sharing nothing with the generator but the numbering of points: index 0
off, 1 to 24 the mover's own points, 25 the bar; the opponent's counts by the opponent's points.
"""

Counts = tuple[int, ...]
Table = tuple[Counts, Counts]


def final_tables(own: Counts, other: Counts, first: int, second: int) -> set[Table]:
    """Every pair of counts, mover's first, that a legal play of the two dice can leave."""
    orders = [[first] * 4] if first == second else [[first, second], [second, first]]
    lines = {line for order in orders for line in _lines((own, other), order)}
    longest = max(len(used) for used, _ in lines)
    best = [(used, table) for used, table in lines if len(used) == longest]
    if longest == 1 and first != second:
        higher = max(used[0] for used, _ in best)
        best = [(used, table) for used, table in best if used[0] == higher]
    return {table for _, table in best}


def _lines(start: Table, dice: list[int]) -> set[tuple[tuple[int, ...], Table]]:
    """Every line of play with these dice in this order, stopped where no checker can move."""
    lines: set[tuple[tuple[int, ...], Table]] = {((), start)}
    for number, die in enumerate(dice):
        for used, table in [line for line in lines if len(line[0]) == number]:
            ends = [_moved(table, origin, die) for origin in range(1, 26)]
            after = {((*used, die), end) for end in ends if end is not None}
            if after:
                lines.discard((used, table))
                lines |= after
    return lines


def _moved(table: Table, origin: int, die: int) -> Table | None:
    own, other = list(table[0]), list(table[1])
    if own[origin] == 0 or (own[25] > 0 and origin != 25):
        return None
    target = origin - die
    if target <= 0:
        everybody_home = sum(own[7:]) == 0
        farthest = max(place for place in range(1, 26) if own[place])
        if not everybody_home or (target < 0 and farthest > origin):
            return None
        target = 0
    elif other[25 - target] >= 2:
        return None
    elif other[25 - target] == 1:
        other[25 - target] = 0
        other[25] += 1
    own[origin] -= 1
    own[target] += 1
    return tuple(own), tuple(other)
