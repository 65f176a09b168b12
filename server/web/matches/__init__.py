"""Matches over HTTP: setting up, line-ups, tables, results and signatures."""
