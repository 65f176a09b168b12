"""What needs minutes or hundreds of repetitions, run by hand: `python -m benchmarks.soak`."""
