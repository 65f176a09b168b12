"""Identity: persons and their names, accounts, sign-in, links, seats."""
