"""Plain values that parts of the server exchange, and their names; no file is read here."""
