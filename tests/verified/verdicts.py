"""What hallmark-verify says of certificates, one after the other, and certificates sealed again after a change."""
import hashlib
import resource
import subprocess
import sys


def sealed(lines):
    """The text of a certificate: its lines without the last one, and their digest."""
    body = "\n".join(lines) + "\n"
    return body + "sha256 " + hashlib.sha256(body.encode()).hexdigest() + "\n"


def used(*command, **options):
    """The completed process, and the processor seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def verdicts(program, files):
    """(file, result line, processor seconds) of every file. Each is also printed at once, so that a run that is interrupted has said what it found."""
    for number, file in enumerate(files, 1):
        done, seconds = used(program, "--", str(file))
        comment, line = done.stdout.splitlines()
        assert comment.startswith("c "), "one comment and one result line a file"
        print(f"{number}/{len(files)} {seconds:.2f} s {file.name} {line}", file=sys.stderr, flush=True)
        yield file, line, seconds
