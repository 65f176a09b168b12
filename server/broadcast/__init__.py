"""Up to when a camera's picture of an open room may be shown."""
