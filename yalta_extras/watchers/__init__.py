"""Watchers answer a double before they hear its answer."""
