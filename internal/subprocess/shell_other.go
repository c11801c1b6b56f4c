//go:build !unix

package subprocess

import "os/exec"

// Shell returns the command that runs a line in the shell, with more arguments behind.
func Shell(line string, more ...string) *exec.Cmd {
	return exec.Command("cmd", append([]string{"/C", line}, more...)...)
}

// Interrupt does nothing: closing its input asks a command to end.
func Interrupt(*exec.Cmd) {}

// Kill ends a command.
func Kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
