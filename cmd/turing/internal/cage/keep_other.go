//go:build !linux

package cage

import (
	"errors"
	"os"
	"os/exec"
)

// self is this program. It is found again when it is started.
var self, _ = os.Executable()

func isolate(cmd *exec.Cmd) { cmd.Err = errors.ErrUnsupported }

func (c *Cages) limitMemory() {
	c.missing = append(c.missing, "memory is not limited on this system")
}

// Folder makes the communications folder of a program.
func (c *Cages) Folder(i int, dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	return os.Chown(dir, c.users[i].uid, c.users[i].gid)
}

// Remove removes a folder made by [Cages.Folder], or another one.
func Remove(dir string) error { return os.RemoveAll(dir) }

func (*order) enter() error { return nil }
