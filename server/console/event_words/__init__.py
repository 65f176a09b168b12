"""What is said of events of tournaments: sentences of the log, refusals."""
