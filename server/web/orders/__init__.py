"""Orders: how their request bodies, routes and forms are made from commands."""
