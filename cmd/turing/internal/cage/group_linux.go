package cage

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// groupsRoot is where control groups are mounted.
const groupsRoot = "/sys/fs/cgroup"

// limitMemory gives each program an equal share of the memory, and leaves one to all others. A
// control group bounds all processes of a program together. Without, each has its limit.
func (c *Cages) limitMemory() {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		return
	}
	total := int64(info.Totalram) * int64(info.Unit)
	places, err := groupPlaces()
	for _, p := range places {
		total = min(total, p.most())
	}
	c.memory = total / int64(c.n+1)
	for i := 0; err == nil && i < len(c.users); i++ {
		var list []string
		list, err = c.makeGroups(places, i)
		c.groups = append(c.groups, list)
	}
	if err != nil {
		c.groups = nil
		c.missing = append(c.missing, fmt.Sprintf("the system gives no control groups (%v), so that memory is "+
			"limited for each process of an entry, not for all together", err))
	}
}

// makeGroups makes the control groups of a program.
func (c *Cages) makeGroups(places []place, i int) (list []string, err error) {
	for _, p := range places {
		dir := filepath.Join(p.dir, fmt.Sprintf("turing-%d-%d", c.users[i].uid, i))
		if err := os.Mkdir(dir, 0o755); err != nil && !os.IsExist(err) {
			return list, err
		}
		list = append(list, dir)
		for name, value := range map[string]int64{p.memory: c.memory, p.processes: Processes + 20} {
			if name == "" {
				continue
			}
			if err := put(filepath.Join(dir, name), strconv.FormatInt(value, 10)); err != nil {
				_ = os.Remove(dir)
				return list, err
			}
		}
	}
	return list, nil
}

// put writes to a file of the system, which is there.
func put(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// place is a folder in which groups can be made, with the names of the files for limits.
type place struct{ dir, memory, processes string }

// most returns the memory that the groups in a place have together.
func (p place) most() int64 {
	text, _ := os.ReadFile(filepath.Join(p.dir, p.memory))
	n, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
	if err != nil { // no file, or "max"
		n = 1 << 62
	}
	return n
}

// groupPlaces returns where groups can be made: in version 2 of control groups beside that of this
// process, since there are none below one that has processes, in version 1 below it.
func groupPlaces() (list []place, err error) {
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) != 3 {
			continue
		}
		dir := filepath.Join(groupsRoot, part[1], part[2])
		switch part[1] {
		case "": // version 2
			dir = filepath.Join(groupsRoot, filepath.Dir(part[2]))
			children := filepath.Join(dir, "cgroup.subtree_control")
			for _, what := range []string{"+memory", "+pids", "+cpu"} {
				_ = put(children, what) // it may be on already, or not be had
			}
			on, _ := os.ReadFile(children)
			if bytes.Contains(on, []byte("memory")) && bytes.Contains(on, []byte("pids")) {
				return []place{{dir, "memory.max", "pids.max"}}, nil
			}
		case "memory":
			list = append(list, place{dir: dir, memory: "memory.limit_in_bytes"})
		case "pids":
			list = append(list, place{dir: dir, processes: "pids.max"})
		case "cpu", "cpu,cpuacct": // an equal share of the processors comes with the group
			list = append(list, place{dir: dir})
		}
	}
	for _, p := range list {
		if p.memory != "" {
			return list, nil
		}
	}
	return nil, errors.New("none for memory may be made")
}
