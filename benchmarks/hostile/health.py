"""Repeated requests for a server's /healthz, each on a new connection.

It is started as `python -m benchmarks.hostile.health PORT SECONDS`. When standard input ends or
SECONDS have passed, it prints the time of each answer, in seconds.
"""

import http.client
import json
import select
import sys
import time

_BETWEEN = 0.05
_PATIENCE = 30.0


def ask(port: int) -> float:
    """Request /healthz once; return the seconds from connecting to the complete answer.

    Raises RuntimeError if the status is not 200.
    """
    started = time.perf_counter()
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    try:
        asking.request("GET", "/healthz")
        answer = asking.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"/healthz: {answer.status} {body!r}")
    finally:
        asking.close()
    return time.perf_counter() - started


def main() -> None:
    """Request /healthz again and again until standard input ends or the time is up."""
    port, until = int(sys.argv[1]), time.monotonic() + float(sys.argv[2])
    times = []
    while not select.select([sys.stdin], [], [], _BETWEEN)[0] and time.monotonic() < until:
        times.append(ask(port))
    print(json.dumps(times))


if __name__ == "__main__":
    main()
