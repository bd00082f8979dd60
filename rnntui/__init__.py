"""rnntui: see in a terminal what a recurrent network remembers."""
