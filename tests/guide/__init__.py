"""The operator's guide: its pictures are made from the pages as they are."""
