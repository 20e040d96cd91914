"""Configuration of the documentation site: ``make docs``.

The source folder is the root of the repository, so that links between pages, notebooks and files of the source are the
same on the site and in the repository.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "boyi"
author = "the authors of boyi"
copyright = "2026, the authors of boyi"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "site_parts",
    "site_pictures",
    "site_reference",
    "site_search",
]
root_doc = "docs/index"
include_patterns = ["docs/**", "notebooks/*.ipynb", "README.zh-CN.md"]
exclude_patterns = [".*", "target", "out", "python", "src", "tests", "**.ipynb_checkpoints", "docs/_*"]

nitpicky = True
# Only names of boyi can be looked up: the build reads no other project's index.
nitpick_ignore_regex = [("py:.*", r"(?!boyi\.).*")]
INTERNAL = (
    "lab.instability.blame.TableAnswer",
    "lab.self_play.games.Block",
    "lab.training.lines.LinesTrainer",
    "lab.training.network.Trainer",
    "lab.training.samples.Samples",
    "lab.tuning.spsa.Spsa",
    "records.game.Packed",
)
"""Types that signatures name and that no user makes."""
nitpick_ignore = [("py:class", f"boyi.{name}") for name in INTERNAL]

linkcheck_ignore = [r".*/OWNER/.*"]  # the placeholder of pyproject.toml

nb_execution_mode = "off"  # the tests execute the notebooks; their stored outputs are shown
nb_merge_streams = True
default_role = "literal"  # docstrings of the compiled classes write code as Rust does
smartquotes = False
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4

templates_path = [str(Path(__file__).parent / "_templates")]  # the whole path: autosummary looks below the root
autosummary_generate = True
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"
maximum_signature_line_length = 80
napoleon_google_docstring = True
napoleon_numpy_docstring = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "pydata_sphinx_theme"
html_theme_options = {"header_links_before_dropdown": 8, "footer_end": []}
html_title = "boyi 博弈"
html_static_path = ["_static"]
html_extra_path = ["_root"]  # a page at the top that leads to the first one
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_favicon = "_static/icon.svg"
html_math_renderer = "mathml"
html_show_sourcelink = False
html_copy_source = False
