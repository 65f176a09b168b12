"""Tests by hand that need minutes or hundreds of repetitions: `python -m benchmarks.soak`."""
