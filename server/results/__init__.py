"""What is read out of the records: scored protocols, match files, the archive."""
