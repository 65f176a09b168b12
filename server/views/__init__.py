"""Values, prints and words of each subject, read by pages, API, paper and command line."""
