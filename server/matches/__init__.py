"""A match at work: what is sent to it is decided, made durable, and only then told."""
