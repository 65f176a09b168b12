"""A plan of every fault that passes without a person's help, all of them at once."""

from simulator.faults.plan import FaultPlan

ALL_AT_ONCE = FaultPlan.of(
    "bit_flip 0.005",
    "byte_lost_or_added 0.005",
    "duplicate_frame 0.02",
    "lost_ack 0.01",
    "boot_log 0.01",
    "odd_reads 0.005",
    "oversize_frame 0.002",
    "stops_reading 0.0005",
    "silence 0.0003",
    "unplugged 0.0005",
    "another_port 0.0005",
    "reboot_mid_turn 0.002",
    "reboot_before_ack 0.001",
    "checker_in_hand 0.03",
    "slide_through_points 0.05",
    "sensor_flicker 0.03",
    "button_bounce 0.03",
    "clock_jump 0.05",
)
"""Chances at a frame or a message; the server's own death is brought about by who runs it."""
