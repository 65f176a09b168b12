"""The second database: accounts, sessions, links, boards' keys; nothing a match depends on."""
