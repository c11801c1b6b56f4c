package main

import (
	"os"
	"regexp"
	"runtime"
	"strconv"
	"time"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp"
)

// timingFile is the one file of a report's folder that differs from run to run.
const timingFile = "timing.json"

// timing is what a run took, and where.
type timing struct {
	cli.Build          // of the format "lrp-timing"
	Seconds    float64 `json:"seconds"`           // from the reading of the data to the results
	PeakMemory int     `json:"peak_memory_bytes"` // resident on Linux, else all that was reserved
	Processor  string  `json:"processor,omitempty"`
	Processors int     `json:"processors"`
}

// newTiming returns the timing of a run that began at start.
func newTiming(start time.Time) timing {
	t := timing{Build: cli.DescribeBuild("lrp", lrp.Version()), Seconds: time.Since(start).Seconds(),
		Processor: inFile("/proc/cpuinfo", `(?m)^model name\s*:\s*(.+)$`), Processors: runtime.NumCPU()}
	t.Format = "lrp-timing"
	if kb, err := strconv.Atoi(inFile("/proc/self/status", `(?m)^VmHWM:\s*(\d+) kB$`)); err == nil {
		t.PeakMemory = kb << 10
	} else {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		t.PeakMemory = int(m.Sys)
	}
	return t
}

// inFile returns the match of the pattern's group in a file, "" if there is none.
func inFile(name, pattern string) string {
	content, err := os.ReadFile(name)
	if found := regexp.MustCompile(pattern).FindSubmatch(content); err == nil && found != nil {
		return string(found[1])
	}
	return ""
}
