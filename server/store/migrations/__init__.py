"""The migrations of database files, in a folder for each schema; server.store.schemas runs them."""
