"""The board wire without I/O: frames, messages and the codec between them and bytes."""
