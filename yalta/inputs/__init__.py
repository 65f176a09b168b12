"""The inputs of commands: files, records of a stopped server, a server elsewhere."""
