"""What all experiments run on: tasks and executors, files of results, progress bars, checks of arguments.

The modules are used by :mod:`boyi.lab` and :mod:`boyi_studies` and import neither of them.
"""
