"""Sheets of links: captains', players' and tables', for all matches of a round at once."""
