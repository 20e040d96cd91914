"""The engine room of experiments: tasks and executors, files of results, progress bars, checks of arguments.

Everything here is used by :mod:`boyi.lab` and :mod:`boyi_studies` and knows neither of them.
"""
