"""Tournaments as the public knows them: their pages as they go on, latest results, search."""
