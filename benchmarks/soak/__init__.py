"""Long tests, run by hand, that take minutes or thousands of repetitions.

They are started with `python -m benchmarks.soak`.
"""
