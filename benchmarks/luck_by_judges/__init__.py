"""A check that luck is unbiased for different judges and players."""
