//go:build !unix

package contest

import "os/exec"

func shell(line, dir string) *exec.Cmd { return exec.Command("cmd", "/C", line, dir) }

func inTree(*exec.Cmd) {}

func interruptTree(*exec.Cmd) {}

func endTree(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
