"""Features that some operating systems lack: file locks, descriptor limits, a faster loop.

Yalta runs on Linux. If one of these is missing the server runs without it, as each function
describes; that is tested by removing the modules, and tried on no such system.

Also here: this machine's own names and addresses.
"""

import asyncio
import contextlib
import ctypes
import os
import signal
import socket
import struct
import sys
import threading
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path

import uvicorn

_LAST = 19
"""The lowest priority of a process or thread (nice)."""
_DESCRIPTORS_UNKNOWN = 512
"""Open files that a process is taken to be allowed if the system does not say."""


def lock_file(descriptor: int) -> bool:
    """Lock an open file for as long as it is open; False if another process has locked it.

    Without `fcntl` nothing is locked and the answer is always True. A database file is guarded by
    SQLite's own lock even so, which is only noticed after a second and names no process.
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def raise_descriptor_limit(enough: int) -> int:
    """Raise this process's limit of descriptors to `enough`, as far as allowed; return the limit.

    Without `resource` nothing is raised, and 512 are taken to be allowed.
    """
    try:
        import resource
    except ImportError:
        return min(_DESCRIPTORS_UNKNOWN, enough)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = enough if hard == resource.RLIM_INFINITY else min(enough, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        soft = limit
    return enough if soft == resource.RLIM_INFINITY else soft


def event_loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """Return the factory of the server's loop: uvloop's, or asyncio's if there is no uvloop."""
    return uvicorn.Config("", log_config=None).get_loop_factory() or asyncio.new_event_loop


def network_addresses() -> dict[str, str]:
    """Return the machine's IPv4 addresses by the names of their interfaces, loopback left out.

    Without `fcntl` it has only the address of the machine's own name, under that name.
    """
    try:
        import fcntl
    except ImportError:
        name = socket.gethostname()
        return {name: socket.gethostbyname(name)}
    found = dict[str, str]()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(asking, _SIOCGIFADDR, request)
            except OSError:  # an interface without an address
                continue
            found[name] = socket.inet_ntoa(answer[20:24])
    return {name: address for name, address in found.items() if not address.startswith("127.")}


_SIOCGIFADDR = 0x8915
"""Linux' request for an interface's address (netdevice(7))."""


def give_way() -> None:
    """Lower this thread's priority below all others: its work may wait, play may not.

    Threads have priorities of their own on Linux alone; elsewhere nothing happens.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LAST)


def end_with_parent() -> Callable[[], None] | None:
    """Return the function that makes a child end with this process, even if that is killed.

    It is called before the child becomes another program. None if the kernel has no such
    request: elsewhere than on Linux.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def end_with_it() -> None:
        prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))

    return end_with_it


_PR_SET_PDEATHSIG = 1
"""Linux' request for a signal once the parent has ended (prctl(2))."""


def is_running(process_id: int) -> bool:
    """Return True if a process of that number is running, whatever its program."""
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's
        return True
    return True


def have_process_give_way(process_id: int) -> None:
    """Lower the priority of a process of our own below all others: its work may wait, play may not.

    Linux may share processors between sessions first (autogroup, sched(7)): within a session of its
    own a priority then has no effect, so the session's is lowered too. Elsewhere nothing happens,
    nor to a process that has ended.
    """
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process_id, _LAST)
        if os.getsid(process_id) == process_id:
            Path(f"/proc/{process_id}/autogroup").write_text(str(_LAST))


def is_loopback(host: str) -> bool:
    """Return True if that name or address is reached from this machine alone."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"
