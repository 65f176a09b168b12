"""What is liked and no hall needs: each folder is an extra that can be deleted or left off."""
