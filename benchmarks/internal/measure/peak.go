package measure

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
)

// Peak returns the peak resident set of this process in bytes, 0 if the system does not report it.
// The figure that a parent gets for a finished child is of no use: on Linux it includes the
// parent's own resident set at the time of the fork.
func Peak() int64 { return Memory("self", "VmHWM") }

// Memory returns a figure of a process in bytes, such as VmHWM, the peak resident set, or VmRSS,
// the present one. It is 0 once the process has ended, and where the system does not report it.
func Memory(process, figure string) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%s/status", process))
	found := regexp.MustCompile(figure + `:\s*(\d+) kB`).FindSubmatch(status)
	if err != nil || found == nil {
		return 0
	}
	kilobytes, _ := strconv.ParseInt(string(found[1]), 10, 64) // digits
	return kilobytes << 10
}
