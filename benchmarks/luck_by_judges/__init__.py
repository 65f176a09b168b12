"""Whether luck is without bias, whoever judges it and whoever plays."""
