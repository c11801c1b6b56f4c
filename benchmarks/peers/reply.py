"""What the peers write to standard output."""
import json
import re


def reply(seconds, values):
    """Print timings by name, numbers to be compared, and the largest resident set so far in bytes, 0 where the system does not tell."""
    try:
        with open("/proc/self/status") as f:
            peak = int(re.search(r"VmHWM:\s*(\d+) kB", f.read()).group(1)) * 1024
    except (OSError, AttributeError):
        peak = 0
    print(json.dumps({"Peak": peak, "Result": {"Seconds": seconds, "Values": values}}))
