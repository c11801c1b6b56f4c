package atomicdir

import "sync"

// unfinished holds the functions that remove the files that this process has staged.
var unfinished struct {
	mu    sync.Mutex
	last  int
	undos map[int]func()
}

// stage keeps a function that removes staged files until done is called.
func stage(undo func()) (done func()) {
	u := &unfinished
	u.mu.Lock()
	defer u.mu.Unlock()
	u.last++
	n := u.last
	if u.undos == nil {
		u.undos = make(map[int]func())
	}
	u.undos[n] = undo
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		delete(u.undos, n)
	}
}

// Abandon removes the files that are staged and not moved into place yet. A process calls it when
// it ends while something is still writing.
func Abandon() {
	unfinished.mu.Lock()
	defer unfinished.mu.Unlock()
	for _, undo := range unfinished.undos {
		undo()
	}
	clear(unfinished.undos)
}
