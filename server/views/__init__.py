"""The texts, values and printed forms of each subject, for pages, API, paper and command line."""
