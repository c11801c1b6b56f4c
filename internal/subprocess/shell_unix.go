//go:build unix

package subprocess

import (
	"os/exec"
	"syscall"
)

// Shell returns the command that runs a line in the shell, with more arguments behind. It has a
// process group of its own: all of the group can be killed, and Ctrl-C in a terminal ends this
// program first.
func Shell(line string, more ...string) *exec.Cmd {
	if len(more) > 0 {
		line += ` "$@"`
	}
	cmd := exec.Command("/bin/sh", append([]string{"-c", line, "sh"}, more...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// Interrupt asks a command made by [Shell], and all that it has started, to end.
func Interrupt(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }

// Kill ends them.
func Kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
