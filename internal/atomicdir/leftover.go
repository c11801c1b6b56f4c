package atomicdir

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/luna-rating/luna/internal/text"
)

const (
	// lockName is the file that a process locks while it uses a staging folder.
	lockName = ".lock"
	// journalName lists the files that a commit moves. It exists until the commit is
	// complete.
	journalName = ".moving"
	// replacedName is the folder of the replaced files.
	replacedName = ".replaced"
)

// minAge is the age below which staged files are never considered leftovers unless their process
// was on this computer and has ended: it may be about to lock them, and not all computers that
// share a folder see each other's locks.
const minAge = 2 * time.Second

// stagedFile matches the names of [createBeside], and of what SQLite writes beside such a file.
var stagedFile = text.Pattern(`^(\..+?(?:\.([0-9a-f]{8}))?\.(\d+)-\d+\.tmp)(-journal|-wal|-shm)?$`)

// stagingFolder matches the names of [Create].
var stagingFolder = text.Pattern(`^\.staging-\d+$`)

// Tidy undoes commits in a folder that were interrupted by the death of their process, and removes
// files that dead processes staged.
func Tidy(folder string) {
	entries, _ := os.ReadDir(folder)
	var dead []string
	for _, e := range entries {
		if name := e.Name(); e.IsDir() && stagingFolder().MatchString(name) {
			dead = append(dead, filepath.Join(folder, name))
		} else if match := stagedFile().FindStringSubmatch(name); match != nil && e.Type().IsRegular() {
			ended := match[2] == computer() && ended(match[3])
			tidyFile(filepath.Join(folder, name), filepath.Join(folder, match[1]), ended)
		}
	}
	if len(dead) > 0 {
		defer LockFolder(folder)()
	}
	for _, staging := range dead {
		tidyStaging(folder, staging)
	}
}

// tidyFile removes a file if the process that staged it, or the one that it is beside, is dead.
// Without ended, it may be about to lock a file.
func tidyFile(path, staged string, ended bool) {
	info, err := os.Lstat(path)
	if err != nil || time.Since(info.ModTime()) < minAge && !ended {
		return
	}
	if _, err := os.Lstat(staged); errors.Is(err, fs.ErrNotExist) || abandoned(staged) {
		os.Remove(path)
	}
}

// computer tells this computer's staged files from those of others in a shared folder.
var computer = sync.OnceValue(func() string {
	name, _ := os.Hostname()
	sum := fnv.New32a()
	_, _ = io.WriteString(sum, name)
	return fmt.Sprintf("%08x", sum.Sum32())
})

// ended reports whether there is no such process on this computer.
func ended(process string) bool {
	id, _ := strconv.Atoi(process)
	p, err := os.FindProcess(id)
	return err != nil || errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

func tidyStaging(folder, staging string) {
	lock := filepath.Join(staging, lockName)
	info, err := os.Stat(lock)
	if errors.Is(err, fs.ErrNotExist) {
		info, err = os.Stat(staging)
	} else if err == nil && !abandoned(lock) {
		return
	}
	_, moving := os.Stat(filepath.Join(staging, journalName))
	if err != nil || moving != nil && time.Since(info.ModTime()) < minAge {
		return
	}
	if undo(folder, staging) == nil {
		os.RemoveAll(staging)
	}
}

// undo restores the files that the commit in a staging folder replaced. It can be repeated if it is
// interrupted. Whatever links somebody has put there, it moves nothing from or to elsewhere.
func undo(path, staging string) error {
	root, err := os.OpenRoot(path)
	if err != nil {
		return err
	}
	defer root.Close()
	staging = filepath.Base(staging)
	journal, err := root.ReadFile(filepath.Join(staging, journalName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	list, complete := bytes.CutSuffix(journal, []byte("\n"))
	if !complete {
		return nil // nothing moves before the list is written
	}
	var failed error
	for _, name := range strings.Split(string(list), "\n") {
		fresh, old := filepath.Join(staging, name), filepath.Join(staging, replacedName, name)
		if name == "" || filepath.Base(name) != name {
			continue
		}
		if _, err := root.Lstat(fresh); errors.Is(err, fs.ErrNotExist) {
			if err := root.Rename(name, fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
				failed = err
				continue
			}
		}
		if err := root.Rename(old, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = err
		}
	}
	return failed
}

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
