"""Studies made with the laboratory. They are content that the commands and notebooks use, and no public interface.

:mod:`boyi_studies.claims` measures what documents claim, :mod:`boyi_studies.networks` makes the networks that ship,
and :mod:`boyi_studies.lessons` the students' versions of the notebooks.
"""
