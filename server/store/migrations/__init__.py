"""Migrations of the database files, a folder a schema, run by server.store.schemas."""
