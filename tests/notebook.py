#!/usr/bin/python3
"""Run the code cells of a notebook in order, in this folder, by IPython without Jupyter.
Write the notebook with its outputs, in Jupyter's format. Other cells follow one that raises
an exception, as with jupyter nbconvert --allow-errors.

usage: tests/notebook.py NOTEBOOK RESULT
"""
import json
import os
import sys

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output


def outputs(captured, error):
    """What a cell printed, displayed and raised, as Jupyter stores it."""
    for name in ("stdout", "stderr"):
        yield {"output_type": "stream", "name": name, "text": getattr(captured, name)}
    for shown in captured.outputs:
        yield {"output_type": "display_data", "data": shown.data, "metadata": {}}
    if error:
        yield {
            "output_type": "error",
            "ename": type(error).__name__,
            "evalue": str(error),
            "traceback": [],
        }


def main(path, result):
    result = os.path.abspath(result)  # a cell may go to another folder
    with open(path) as file:
        notebook = json.load(file)
    shell = InteractiveShell.instance()
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            with capture_output() as captured:
                ran = shell.run_cell("".join(cell["source"]), store_history=True)
            error = ran.error_before_exec or ran.error_in_exec
            cell["outputs"] = list(outputs(captured, error))
    with open(result, "w") as file:
        json.dump(notebook, file)


main(*sys.argv[1:])
