"""The server's two database files, the event log and the accounts file, and all use of SQL."""
