"""Plain values that parts of the server exchange, and their names. No file is read here."""
