"""``python -m boyi.cli`` is the command ``boyi``."""

import sys

from boyi.cli import main

sys.exit(main())
