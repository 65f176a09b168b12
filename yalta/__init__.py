"""The command line; most commands are a module of their own."""
