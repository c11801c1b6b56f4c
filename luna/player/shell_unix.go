//go:build unix

package player

import (
	"os/exec"
	"syscall"
)

// shell makes a process group of its own, so that all of it can be ended, and that a terminal's Ctrl-C ends this program first.
func shell(line string) *exec.Cmd {
	cmd := exec.Command("/bin/sh", "-c", line)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

func kill(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
