#!/usr/bin/python3
"""Run the code cells of a notebook in order, in this folder, without Jupyter: by IPython's
InteractiveShell. Writes the notebook with its outputs, in Jupyter's format.

usage: tests/notebook.py NOTEBOOK RESULT
exit status: 0 run, 1 a cell raised an exception, and those after it are not run
"""
import json
import sys

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output


def outputs(captured):
    """What a cell printed and displayed, as Jupyter stores it."""
    yield {"output_type": "stream", "name": "stdout", "text": captured.stdout}
    yield {"output_type": "stream", "name": "stderr", "text": captured.stderr}
    for shown in captured.outputs:
        yield {"output_type": "display_data", "data": shown.data, "metadata": {}}


def main(path, result):
    with open(path) as file:
        notebook = json.load(file)
    shell = InteractiveShell.instance()
    success = True
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        with capture_output() as captured:
            ran = shell.run_cell("".join(cell["source"]), store_history=True)
        cell["outputs"] = list(outputs(captured))
        success = ran.success
        if not success:
            break
    with open(result, "w") as file:
        json.dump(notebook, file)
    return 0 if success else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
