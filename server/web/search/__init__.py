"""Search, and the tables at which people play."""
