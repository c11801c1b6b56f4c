//go:build unix

package guard

import (
	"math"
	"syscall"
)

// spareDescriptors is the number of descriptors left for the database, files and the terminal.
const spareDescriptors = 64

// maxDescriptors returns how many connections the limit on open files leaves room for. Without
// room, neither the database nor a model file could be opened.
func maxDescriptors() int64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return math.MaxInt64
	}
	return max(1, int64(min(uint64(limit.Cur), math.MaxInt32))-spareDescriptors)
}
