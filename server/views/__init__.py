"""The texts, values and printed forms of each subject, for web pages, API, paper and
command line."""
