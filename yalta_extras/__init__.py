"""Optional additions to the server: each folder is an extra that can be switched off or deleted."""
