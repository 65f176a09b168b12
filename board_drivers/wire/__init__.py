"""The board wire without I/O: frames, messages, and their conversion to bytes and back."""
