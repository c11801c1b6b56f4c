//go:build unix

package contest

import (
	"os/exec"
	"syscall"
)

func shell(line, dir string) *exec.Cmd {
	return exec.Command("/bin/sh", "-c", line+` "$1"`, "sh", dir)
}

// inTree makes a command the root of a process group, so that the processes it starts end with it.
func inTree(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func interruptTree(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }

func endTree(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
