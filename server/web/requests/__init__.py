"""What API and forms send, made into commands and handed to the handlers."""
