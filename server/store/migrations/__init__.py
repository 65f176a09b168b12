"""Migrations of the database files, a folder per schema; server.store.schemas runs them."""
