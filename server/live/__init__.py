"""The public live feed: hub, embargo and resumption."""
