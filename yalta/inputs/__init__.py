"""Inputs of commands: files, the records of a stopped server, and a server elsewhere."""
