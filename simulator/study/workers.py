"""Boards played by processes, as many as there are cores, and handed on in their order."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor

from simulator.dice_supply import SeededDice
from simulator.study.board import play_board
from simulator.study.boards_file import Board
from simulator.study.plan import Pairing, Plan

_AHEAD = 8
"""Boards each process may be ahead of the one that is waited for."""


def played_boards(
    plan: Plan, places: Iterable[tuple[Pairing, int]], processes: int
) -> Generator[Board, None, None]:
    """The boards of those places, in order; a process that dies raises BrokenProcessPool.

    The nets keep global state, and a process that was forked would share it: each is started new.
    """
    context = multiprocessing.get_context("spawn")
    waiting: deque[Future[Board]] = deque()
    with ProcessPoolExecutor(processes, context, initializer=_begin) as pool:
        try:
            for pairing, number in places:
                waiting.append(pool.submit(_play, plan, pairing, number))
                if len(waiting) >= _AHEAD * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """Ctrl-C at the terminal reaches every process; only the one that keeps the file answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(plan: Plan, pairing: Pairing, number: int) -> Board:
    from players.gnubg_in_process import NetsInProcess

    dice = SeededDice(f"{plan.seed}/{pairing.name}")
    return play_board(
        pairing,
        number,
        NetsInProcess(),
        seed=plan.seed,
        dice=(dice, dice),
        judged=plan.judged(number),
    )
