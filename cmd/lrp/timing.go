package main

import (
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/luna-rating/luna/lrp"
)

// timingFile is the one file of a report's folder that differs from run to run.
const timingFile = "timing.json"

// timing is what a run took, and where.
type timing struct {
	Format     string  `json:"format"` // "lrp-timing"
	Version    int     `json:"version"`
	Seconds    float64 `json:"seconds"`           // from the reading of the data to the results
	PeakMemory int     `json:"peak_memory_bytes"` // resident; from the system but on Linux
	Processor  string  `json:"processor,omitempty"`
	Processors int     `json:"processors"`
	OS         string  `json:"os"`
	Arch       string  `json:"arch"`
	Go         string  `json:"go"`
	Tool       string  `json:"tool"`
	Commit     string  `json:"commit,omitempty"`
}

// newTiming returns the timing of a run that began at start.
func newTiming(start time.Time) timing {
	t := timing{Format: "lrp-timing", Version: 1, Seconds: time.Since(start).Seconds(),
		Processor: inFile("/proc/cpuinfo", `(?m)^model name\s*:\s*(.+)$`), Processors: runtime.NumCPU(),
		OS: runtime.GOOS, Arch: runtime.GOARCH, Go: runtime.Version(), Tool: "lrp " + lrp.Version()}
	if kilobytes, err := strconv.Atoi(inFile("/proc/self/status", `(?m)^VmHWM:\s*(\d+) kB$`)); err == nil {
		t.PeakMemory = kilobytes << 10
	} else {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		t.PeakMemory = int(m.Sys)
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				t.Commit = s.Value
			}
		}
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
