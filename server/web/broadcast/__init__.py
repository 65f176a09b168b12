"""What broadcasters are shown, and nobody else."""
