"""What pages, API, paper and command line read of each subject: values, prints, words."""
