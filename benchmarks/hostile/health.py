"""Repeated requests for a server's /healthz, each on a connection of its own.

`python -m benchmarks.hostile.health PORT SECONDS`; at the end of standard input, or after that many
seconds, it prints the time of each answer, in seconds.
"""

import http.client
import json
import select
import sys
import time

_BETWEEN = 0.05
_PATIENCE = 30.0


def ask(port: int) -> float:
    """Return the seconds from connecting to the complete answer."""
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
    """Ask until standard input ends or the time is up."""
    port, until = int(sys.argv[1]), time.monotonic() + float(sys.argv[2])
    times = []
    while not select.select([sys.stdin], [], [], _BETWEEN)[0] and time.monotonic() < until:
        times.append(ask(port))
    print(json.dumps(times))


if __name__ == "__main__":
    main()
