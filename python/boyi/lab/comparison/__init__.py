"""The same positions searched with several configurations: :func:`boyi.lab.compare`."""
