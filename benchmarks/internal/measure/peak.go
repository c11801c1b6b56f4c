package measure

import (
	"os"
	"regexp"
	"strconv"
)

var highWater = regexp.MustCompile(`VmHWM:\s*(\d+) kB`)

// peak is the largest resident set that this process has had, in bytes, 0 where the system does not tell. What a parent
// is told of a process that has ended will not do: Linux counts its own set in, from before the program was started.
func peak() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	found := highWater.FindSubmatch(status)
	if found == nil {
		return 0
	}
	kilobytes, _ := strconv.ParseInt(string(found[1]), 10, 64) // digits
	return kilobytes * 1024
}
