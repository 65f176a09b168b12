"""What can be printed: every form by its name, made of the hall's values, without HTTP."""
