//go:build unix

package documents

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// commandLimit bounds one command. The longest takes a quarter of a minute on two cores.
const commandLimit = 4 * time.Minute

// session is a shell in which the commands of a document run one after the other.
type session struct {
	bash     *exec.Cmd
	in       io.WriteCloser
	file     string // what commands in the foreground print
	read     int    // so many bytes of it
	commands int
	jobs     string        // folder of what commands in the background print
	ended    chan struct{} // closed when the shell has ended
}

// open starts a shell in the folder. At the end of the test, everything that it started is killed.
func (f Folder) open(t testing.TB) *session {
	t.Helper()
	dir := t.TempDir()
	s := &session{bash: exec.Command("bash"), file: filepath.Join(dir, "printed"), jobs: dir,
		ended: make(chan struct{})}
	out, err := os.Create(s.file)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	s.bash.Dir, s.bash.Env = f.Path, f.environment()
	s.bash.Stdout, s.bash.Stderr = out, out
	s.bash.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if s.in, err = s.bash.StdinPipe(); err == nil {
		err = s.bash.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.ended)
		_ = s.bash.Wait() // it is killed in the end
	}()
	t.Cleanup(func() {
		s.kill()
		<-s.ended
	})
	return s
}

func (s *session) kill() { _ = syscall.Kill(-s.bash.Process.Pid, syscall.SIGKILL) }

// run runs a command and returns what it printed. A command that ends with & continues in the
// background, and replaces earlier ones.
func (s *session) run(command string) (printed string, err error) {
	s.commands++
	job, background := strings.CutSuffix(command, " &")
	if background {
		command = fmt.Sprintf("kill $(jobs -p) 2>/dev/null; wait\n%s >%q 2>&1 &", job, s.job())
	}
	// Bash may report a killed job at any time, so what counts lies between two marks.
	begin, mark := fmt.Sprintf("\x02%d\x02", s.commands), fmt.Sprintf("\x01%d\x01", s.commands)
	if _, err := fmt.Fprintf(s.in,
		"set -o pipefail\nprintf '%s'\n{ %s\n} </dev/null; printf '%s%%d\\n' $?\n",
		begin, command, mark); err != nil {
		return "", err
	}
	for end, over := time.Now().Add(commandLimit), false; ; time.Sleep(5 * time.Millisecond) {
		select {
		case <-s.ended:
			over = true
		default:
		}
		all, err := os.ReadFile(s.file)
		if err != nil {
			return "", err
		}
		_, text, _ := bytes.Cut(all[s.read:], []byte(begin))
		text, status, done := bytes.Cut(text, []byte(mark))
		status, _, ended := bytes.Cut(status, []byte("\n"))
		done = done && ended
		switch {
		case !done && over:
			return string(text), errors.New("the shell has ended")
		case !done && time.Now().After(end):
			s.kill()
			return string(text), fmt.Errorf("stopped after %v", commandLimit)
		case !done:
			continue
		}
		s.read = len(all)
		if code, err := strconv.Atoi(string(status)); err != nil || code != 0 {
			return string(text), errors.Join(err, fmt.Errorf("exit status %d", code))
		}
		return string(text), nil
	}
}

// job is the file of what the last command prints in the background.
func (s *session) job() string { return filepath.Join(s.jobs, fmt.Sprint("job", s.commands)) }

// prints waits until the last command, which goes on in the background, has printed what is shown.
func (s *session) prints(shown string) (printed string, err error) {
	for end := time.Now().Add(commandLimit); ; time.Sleep(5 * time.Millisecond) {
		text, err := os.ReadFile(s.job()) // which is not there at first
		if err == nil && Matches(shown, string(text)) || time.Now().After(end) {
			return string(text), err
		}
	}
}

// Run runs a command in a shell of its own and returns what it prints.
func (f Folder) Run(t testing.TB, command string) (printed string, err error) {
	t.Helper()
	return f.open(t).run(command)
}
