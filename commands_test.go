//go:build unix

package luna_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// commandLimit bounds one documented command. The longest takes half a minute on two busy cores.
const commandLimit = 4 * time.Minute

// dockerEnv is set where images may be built.
const dockerEnv = "LUNA_DOCKER"

// TestDocumentedCommands runs every shell block of the documents in order, as a reader would, in
// one copy of the module. Commands that need the published data sets are skipped where LRP_DATA is
// unset, and so are those that need what the skipped commands write. The log lists them.
func TestDocumentedCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("runs whole evaluations")
	}
	dir := copyModule(t)
	env := append(os.Environ(), "GOBIN="+filepath.Join(dir, "bin"),
		"PATH="+filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	var skipped dependencies
	ran := 0
	for _, file := range documents(t) {
		for _, block := range codeBlocks(t, file, "sh") {
			ports := make(freePorts)
			for _, command := range shellCommands(block.body) {
				if strings.HasPrefix(command, "go test") || strings.HasPrefix(command, ".ci/run") {
					continue // this is what is running
				}
				if why := unavailable(command, &skipped); why != "" {
					skipped.skip(command, why)
					t.Logf("SKIPPED  %s: %s (%s)", file, command, why)
					continue
				}
				skipped.ran(command)
				began := time.Now()
				local := published.ReplaceAllString(ports.replace(t, command), "./$1")
				if out, err := runShell(dir, env, local); err != nil {
					t.Errorf("%s: %s\n%v\n%s", file, command, err, out)
				}
				t.Logf("%5.1f s  %s: %s", time.Since(began).Seconds(), file, command)
				ran++
			}
		}
	}
	if ran < 30 {
		t.Errorf("only %d commands were found", ran)
	}
	if os.Getenv("LRP_DATA") == "" {
		return
	}
	for _, name := range []string{"report.html", "rmse_bars.png", "manifest.json"} {
		if _, err := os.Stat(filepath.Join(dir, "results", name)); err != nil {
			t.Errorf("the README says that results holds %s: %v", name, err)
		}
	}
}

// published matches a command of a released version. The test installs the one in the clone.
var published = regexp.MustCompile(`github\.com/luna-rating/luna/(cmd/[a-z]+)@latest`)

// unavailable returns why a command cannot run here, "" if it can.
func unavailable(command string, skipped *dependencies) string {
	if strings.Contains(command, "LRP_DATA") && os.Getenv("LRP_DATA") == "" {
		return "LRP_DATA is unset"
	}
	words := separators.Split(command, -1)
	if slices.Contains(words, "docker") && os.Getenv(dockerEnv) == "" {
		return dockerEnv + " is unset: it allows to build images"
	}
	for _, program := range []string{"curl", "docker", "python3"} {
		if !slices.Contains(words, program) {
			continue
		}
		if _, err := exec.LookPath(program); err != nil {
			return program + " is not installed"
		}
	}
	if slices.Contains(words, "./benchmarks/auto") &&
		exec.Command("/usr/bin/python3", "-c", "import sklearn").Run() != nil {
		return "scikit-learn is not installed"
	}
	return skipped.reason(command)
}

// runShell runs a command in dir and returns its output. At its end, or after the limit, every
// process that it left running is killed.
func runShell(dir string, env []string, command string) (string, error) {
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
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, out, out
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

// freePorts maps the ports in a block of commands to ports that are free on this machine.
type freePorts map[string]string

var loopbackPort = regexp.MustCompile(`(127\.0\.0\.1|localhost):(\d+)`)

// replace returns the command with free ports.
func (p freePorts) replace(t *testing.T, command string) string {
	t.Helper()
	return loopbackPort.ReplaceAllStringFunc(command, func(address string) string {
		host, port, _ := strings.Cut(address, ":")
		if p[port] == "" {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			_, p[port], _ = net.SplitHostPort(listener.Addr().String())
			listener.Close()
		}
		return host + ":" + p[port]
	})
}

// TestRunawayCommandsAreStopped checks that no child of a command outlives it.
func TestRunawayCommandsAreStopped(t *testing.T) {
	dir := t.TempDir()
	out, err := runShell(dir, os.Environ(), "sleep 3600 & echo $!")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	pid := strings.TrimSpace(out)
	for range 100 {
		state, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || bytes.Contains(state, []byte(") Z ")) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %s still runs", pid)
}

// copyModule copies the module's files to a temporary folder, where documented commands write.
func copyModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(dir, path)
		switch {
		case path == ".git" && d.IsDir():
			return fs.SkipDir
		case path == ".git": // a worktree's
			return nil
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
