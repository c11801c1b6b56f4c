package parallel

import (
	"io/fs"
	"math"
	"os"
	"path"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// LimitMemory lets Go collect garbage before the container's limit is reached, at which the kernel
// would end the process. A tenth is left for what Go does not count. GOMEMLIMIT has precedence.
func LimitMemory() { limitMemory(os.DirFS("/")) }

func limitMemory(root fs.FS) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(containerMemory(root) / 10 * 9)
	}
}

// containerMemory returns the least limit of the control groups that the process is in, of either
// version, and of those around them.
func containerMemory(root fs.FS) int64 {
	least := int64(math.MaxInt64)
	groups, _ := fs.ReadFile(root, "proc/self/cgroup") // other systems have none
	for line := range strings.Lines(string(groups)) {
		_, group, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, group, _ := strings.Cut(group, ":")
		mount, file := "sys/fs/cgroup", "memory.max"
		if slices.Contains(strings.Split(controllers, ","), "memory") {
			mount, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		for dir := path.Join("/", group); ; dir = path.Dir(dir) {
			text, _ := fs.ReadFile(root, path.Join(mount, dir, file))
			if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 {
				least = min(least, n)
			}
			if dir == "/" {
				break
			}
		}
	}
	return least
}
