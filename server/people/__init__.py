"""Who somebody is: persons and how they are named, accounts, sign-in, links, seats."""
