"""A check that luck is unbiased for several judges and players."""
