"""The two-room state machine: readings in, events and releases out."""
