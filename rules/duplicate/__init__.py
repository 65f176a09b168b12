"""The rules of a match in two rooms: they turn readings into events and releases of rolls."""
