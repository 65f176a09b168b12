"""What is wrong with a disk that will not store, as far as SQLite says."""

import sqlite3
from enum import Enum


class DiskFault(Enum):
    """Why nothing can be stored; each is told the technician with what he can do."""

    FULL = "full"
    READ_ONLY = "read-only"
    IO_ERROR = "I/O error"
    DAMAGED = "damaged"
    OTHER = "other"


_BY_CODE = {
    "SQLITE_FULL": DiskFault.FULL,
    "SQLITE_READONLY": DiskFault.READ_ONLY,
    "SQLITE_PERM": DiskFault.READ_ONLY,
    "SQLITE_CANTOPEN": DiskFault.READ_ONLY,
    "SQLITE_IOERR": DiskFault.IO_ERROR,
    "SQLITE_CORRUPT": DiskFault.DAMAGED,
    "SQLITE_NOTADB": DiskFault.DAMAGED,
}


def disk_fault_of(error: BaseException | None) -> DiskFault:
    """The fault behind an error of SQLite; its extended codes begin with the primary one."""
    name = getattr(error, "sqlite_errorname", None) if isinstance(error, sqlite3.Error) else None
    primary = "_".join((name or "").split("_")[:2])
    return _BY_CODE.get(primary, DiskFault.OTHER)
