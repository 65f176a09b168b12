"""Alembic's environment: it runs the migrations on the connection in Alembic's settings."""

from alembic import context

attributes = context.config.attributes
# SQLite alters few things in place: batch mode copies the table instead.
context.configure(
    connection=attributes["connection"],
    target_metadata=attributes["tables"],
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
