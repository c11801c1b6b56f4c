//go:build unix

package documents

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// commandLimit bounds one command. The longest takes a quarter of a minute on two cores.
const commandLimit = 4 * time.Minute

// RunDocument runs every shell block of a document of the folder, in order. Commands that need the
// published data sets are skipped where LRP_DATA is unset, and so are those that need what the
// skipped commands write. The log lists them.
func (f Folder) RunDocument(t testing.TB, document string) {
	t.Helper()
	var skipped dependencies
	for _, block := range Blocks(t, filepath.Join(f.Path, document), "sh") {
		ports := make(freePorts)
		commands := shellCommands(block)
		if len(commands) == 0 {
			t.Errorf("%s: found no command in\n%s", document, block)
		}
		for _, command := range commands {
			if runsTests(command) {
				continue
			}
			why := Unavailable(command)
			if why == "" {
				why = skipped.reason(command)
			}
			if why != "" {
				skipped.skip(command, why)
				t.Logf("SKIPPED  %s: %s (%s)", document, command, why)
				continue
			}
			skipped.ran(command)
			began := time.Now()
			if out, err := f.Run(ofThisModule(ports.replace(t, command))); err != nil {
				t.Errorf("%s: %s\n%v\n%s", document, command, err, out)
			}
			t.Logf("%5.1f s  %s: %s", time.Since(began).Seconds(), document, command)
		}
	}
}

// Run runs a command and returns its output. At its end, or after the limit, every process that it
// left running is killed.
func (f Folder) Run(command string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), commandLimit)
	defer cancel()
	// A file, unlike a pipe, does not keep Wait waiting for processes in the background.
	out, err := os.CreateTemp("", "output")
	if err != nil {
		return "", err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	cmd := exec.CommandContext(ctx, "bash", "-e", "-o", "pipefail", "-c", command)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = f.Path, f.environment(), out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	killGroup := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = killGroup
	err = cmd.Run()
	if cmd.Process != nil {
		_ = killGroup() // fails if no process is left, as it should be
	}
	if ctx.Err() != nil {
		err = fmt.Errorf("stopped after %v: %w", commandLimit, err)
	}
	text, readErr := os.ReadFile(out.Name())
	return string(text), errors.Join(err, readErr)
}
