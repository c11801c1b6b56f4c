//go:build unix

package subprocess

import (
	"os/exec"
	"syscall"
)

// shell returns a command in a process group of its own: all of the group can be killed, and Ctrl-C
// in a terminal ends this program first.
func shell(line string) *exec.Cmd {
	cmd := exec.Command("/bin/sh", "-c", line)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

func kill(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
