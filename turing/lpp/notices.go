package lpp

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"
)

// notices announces new key presses of an end, as far as the system announces changes of a folder.
type notices struct {
	dir      string
	by       End
	watcher  *fsnotify.Watcher // nil where there is none
	arrived  chan struct{}     // has an element after a key press has appeared
	failed   chan error        // has the first failure that has not been read
	done     sync.WaitGroup
	watching os.FileInfo // the folder that is watched, or nil
	lost     atomic.Bool // whether it was removed or renamed
	missed   int         // how often something had arrived without a notice
}

// watch starts to watch. An error says why the folder can only be polled.
func watch(dir string, by End) (*notices, error) {
	n := &notices{dir: filepath.Clean(dir), by: by, arrived: make(chan struct{}, 1),
		failed: make(chan error, 1)}
	var err error
	if n.watcher, err = fsnotify.NewWatcher(); err != nil {
		n.watcher = nil
		return n, cannotWatch(dir, err)
	}
	n.done.Go(n.listen)
	return n, nil
}

func cannotWatch(dir string, err error) error {
	return fmt.Errorf("the system does not announce changes of %s (%w); it is read now and then instead",
		dir, err)
}

func (n *notices) listen() {
	events, errs := n.watcher.Events, n.watcher.Errors
	for events != nil || errs != nil {
		select {
		case e, ok := <-events:
			switch {
			case !ok:
				events = nil
			case e.Name == n.dir && e.Has(fsnotify.Remove|fsnotify.Rename):
				n.lost.Store(true)
				n.tell()
			case e.Has(fsnotify.Create) && strings.HasSuffix(e.Name, "."+string(n.by)):
				n.tell()
			}
		case err, ok := <-errs:
			if !ok {
				errs = nil
				break
			}
			if errors.Is(err, fsnotify.ErrEventOverflow) {
				// Nothing is lost: the folder is read anyway.
				err = errors.New("more changes than the system's queue holds; the folder is read again")
			}
			select {
			case n.failed <- fmt.Errorf("%s: %w", n.dir, err):
			default:
			}
			n.tell()
		}
	}
}

func (n *notices) tell() {
	select {
	case n.arrived <- struct{}{}:
	default:
	}
}

// follow watches the folder with the given identity, which may be another one than before. It
// reports whether it has begun to.
func (n *notices) follow(info os.FileInfo) (bool, error) {
	if n.watcher == nil {
		return false, nil
	}
	if n.watching != nil && os.SameFile(n.watching, info) && !n.lost.Swap(false) {
		return false, nil
	}
	if n.watching != nil {
		_ = n.watcher.Remove(n.dir) // it may be gone
	}
	if err := n.watcher.Add(n.dir); err != nil {
		err = cannotWatch(n.dir, err)
		n.close()
		return false, err
	}
	n.watching = info
	return true, nil
}

// found records why the folder was read and whether there was anything new. If notices fail to
// come, as for changes made by another computer in a network folder, it ends watching and returns
// an error that says so.
func (n *notices) found(because cause, something bool) error {
	switch {
	case because == notice:
		n.missed = 0
	case because == patience && something && n.watcher != nil:
		n.missed++
	}
	if n.missed < 3 {
		return nil
	}
	n.missed = 0
	n.close()
	return cannotWatch(n.dir, errors.New("as in a network folder"))
}

// patience returns how long to wait for a notice before the folder is read anyway.
func (n *notices) patience(poll time.Duration) time.Duration {
	if n.watcher != nil && n.watching != nil {
		return 10 * poll
	}
	return poll
}

// close ends watching.
func (n *notices) close() {
	if n.watcher != nil {
		_ = n.watcher.Close()
		n.done.Wait()
		n.watcher, n.watching = nil, nil
	}
}
