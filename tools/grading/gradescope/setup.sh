#!/bin/sh
# Gradescope runs this once, as root, when it builds the autograder's image: install what
# a check needs, and build all of it that does not depend on a submission.
set -eu
cd "${AUTOGRADER:-/autograder}/source"
tools/setup grading
make grader
