"""What stands in a write-ahead log (SQLite's file format, section 4)."""

import struct
from pathlib import Path


def pages_of_commits(wal: Path) -> list[int]:
    """How many pages each transaction wrote, the first one of the file first."""
    content = wal.read_bytes()
    (page_size,) = struct.unpack(">I", content[8:12])
    frame_starts = range(32, len(content), page_size + 24)
    ends = [struct.unpack(">I", content[start + 4 : start + 8])[0] > 0 for start in frame_starts]
    last = [place for place, is_last in enumerate(ends, start=1) if is_last]
    return [end - start for start, end in zip([0, *last], last, strict=False)]
