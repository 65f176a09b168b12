"""The boards' alarms, in words."""
