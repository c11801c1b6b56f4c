package measure

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
)

// Machine describes the machine: processor, number of cores, system and version of Go.
func Machine() string {
	return fmt.Sprintf("%d cores of %s; %s (%s/%s); %s", runtime.GOMAXPROCS(0),
		fromFile("/proc/cpuinfo", `(?m)^model name\s*:\s*(.+)$`, "an unknown processor"),
		fromFile("/etc/os-release", `(?m)^PRETTY_NAME="?([^"\n]+)"?$`, "an unknown system"),
		runtime.GOOS, runtime.GOARCH, strings.Replace(runtime.Version(), "go", "Go ", 1))
}

// fromFile returns the match of the pattern's group in a file.
func fromFile(name, pattern, otherwise string) string {
	content, err := os.ReadFile(name)
	if err != nil {
		return otherwise
	}
	found := regexp.MustCompile(pattern).FindSubmatch(content)
	if found == nil {
		return otherwise
	}
	return string(found[1])
}
