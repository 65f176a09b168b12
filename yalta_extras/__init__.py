"""Optional additions: each folder is an extra that can be deleted or left off."""
