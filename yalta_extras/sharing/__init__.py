"""What other sites show of a match: previews of its address with a picture, a frame."""
