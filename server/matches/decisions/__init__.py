"""What single commands of a match do, each decided by functions of values."""
