"""The cost of many spectators of one match for one server process."""
