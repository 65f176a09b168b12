"""What commands read: files, records of a stopped server, a server elsewhere."""
