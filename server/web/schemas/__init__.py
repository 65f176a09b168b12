"""What the API takes and answers, each field with what is allowed; forms are read by them too."""
