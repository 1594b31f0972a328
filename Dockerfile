# The course where there is no Linux, such as macOS: Debian with all that the labs need. The
# course itself stays outside, in the folder that is mounted at /course.
#
#   docker build -t labs .
#   docker run --rm -it -v "$PWD":/course labs
FROM debian:12

COPY tools/setup tools/packages.tsv /tmp/setup/
RUN /tmp/setup/setup labs && rm -rf /var/lib/apt/lists/* /tmp/setup && \
    git config --system --add safe.directory /course

WORKDIR /course
CMD ["bash"]
