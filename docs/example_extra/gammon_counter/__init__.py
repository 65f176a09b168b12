"""An example of an extra in a package of its own: how many gammons there were."""
