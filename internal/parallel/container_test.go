package parallel

import (
	"math"
	"runtime/debug"
	"testing"
	"testing/fstest"
)

// TestContainerMemory checks limits in made-up files of control groups of both versions.
func TestContainerMemory(t *testing.T) {
	const none = math.MaxInt64
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"no Linux":                 {nil, none},
		"version 2 in a container": {map[string]string{"": "0::/\n", "memory.max": "1000000000\n"}, 1e9},
		"without a limit":          {map[string]string{"": "0::/\n", "memory.max": "max\n"}, none},
		"damaged":                  {map[string]string{"": "0:\n\n::\nx", "memory.max": "-5\n"}, none},
		"the host's root has no file": {map[string]string{"": "0::/user.slice/a b:c.scope\n",
			"user.slice/a b:c.scope/memory.max": "2000\n"}, 2000},
		"the slice around it has less": {map[string]string{"": "0::/user.slice/run.scope\n",
			"user.slice/run.scope/memory.max": "max\n", "user.slice/memory.max": "3000\n",
			"memory.max": "4000\n"}, 3000},
		"a group outside of the namespace": {map[string]string{"": "0::/../../other\n",
			"other/memory.max": "5000\n"}, 5000},
		"version 1, paths of the host": {map[string]string{"": "5:cpu,cpuacct:/docker/1\n4:memory:/docker/1\n0::/x\n",
			"memory/memory.limit_in_bytes": "6000\n", "cpu,cpuacct/memory.limit_in_bytes": "1\n"}, 6000},
		"version 1, joined": {map[string]string{"": "4:hugetlb,memory:/pod\n",
			"memory/pod/memory.limit_in_bytes": "7000\n",
			"memory/memory.limit_in_bytes":     "9223372036854771712\n"}, 7000},
	} {
		root := fstest.MapFS{}
		for file, text := range c.files {
			if file == "" {
				root["proc/self/cgroup"] = &fstest.MapFile{Data: []byte(text)}
			} else {
				root["sys/fs/cgroup/"+file] = &fstest.MapFile{Data: []byte(text)}
			}
		}
		if got := containerMemory(root); got != c.want {
			t.Errorf("%s: a limit of %d, expected %d", name, got, c.want)
		}
	}
}

// TestLimitMemory checks that Go is given nine tenths, unless GOMEMLIMIT says otherwise.
func TestLimitMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	root := fstest.MapFS{
		"proc/self/cgroup":         {Data: []byte("0::/\n")},
		"sys/fs/cgroup/memory.max": {Data: []byte("8000000000\n")},
	}
	t.Setenv("GOMEMLIMIT", "off")
	if limitMemory(root); debug.SetMemoryLimit(-1) != before {
		t.Error("GOMEMLIMIT had no precedence")
	}
	t.Setenv("GOMEMLIMIT", "")
	if limitMemory(root); debug.SetMemoryLimit(-1) != 7_200_000_000 {
		t.Errorf("a limit of %d, expected nine tenths of 8000000000", debug.SetMemoryLimit(-1))
	}
}
