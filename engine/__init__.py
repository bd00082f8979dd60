"""The engine of rnntui: what is true, computed. It knows no user interface and prints nothing."""
