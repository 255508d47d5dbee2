"""A small program that runs another one and prints what it used: the peak of a child counts that of its parent, too.

python -I -S launch.py PROGRAM WORD ... ends with a line of JSON: status, seconds of processor and by the clock, peak in
kilobytes. Processes that the program started and waited for are in its seconds; its peak is that of the largest.
"""

import os
import sys
import time

start = time.perf_counter()
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, used = os.wait4(child, 0)
wall = time.perf_counter() - start
code = os.waitstatus_to_exitcode(status)
print(f'\n{{"code": {code}, "cpu": {used.ru_utime + used.ru_stime}, "wall": {wall}, "kilobytes": {used.ru_maxrss}}}')
