package measure

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
)

// Peak returns the peak resident set of this process in bytes, 0 if the system does not report it.
// A process should report its own: the figure that a parent gets for a finished child includes, on
// Linux, the parent's until the child started.
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
