//go:build !unix || aix || solaris

package cage

import (
	"errors"
	"os/exec"
)

// Main does nothing: no programs are kept on this system.
func Main() {}

func detach(*exec.Cmd) {}

func mayCage() error {
	return errors.New("the user of entries: found a system on which this program cannot run others as another " +
		"user, expected Linux, or a BSD or macOS")
}
