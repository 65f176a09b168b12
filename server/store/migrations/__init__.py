"""Migrations of the database files, with one folder for each schema; server.store.schemas
runs them."""
