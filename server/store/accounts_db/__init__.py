"""The second database: accounts, sessions, links and boards' keys, on which no match depends."""
