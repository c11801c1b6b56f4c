package round

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/subprocess"
)

// patience is how long a program may take to end when its round is over.
const patience = 2 * time.Second

// prepare makes a command start in a folder, and in a cage if there are any.
func (t *Talker) prepare(cmd *exec.Cmd, home, channel string) {
	cmd.Dir = home
	if cages := t.site.cages; cages != nil {
		cmd.Stderr = struct{ io.Writer }{os.Stderr} // not the terminal, from which it could read
		cages.Prepare(t.cage(), cmd, channel)
	}
}

// owner says whose the communications folder of a program in a cage is.
func (t *Talker) owner() string {
	if t.site.cages == nil {
		return ""
	}
	return fmt.Sprintf(", as the user %d", t.site.cages.User(t.cage()))
}

// runProgram runs a program that speaks the protocol itself, with its folder as the last argument,
// until the context ends. Its standard input ends when this process does, whatever ends it. It is
// an error if the program ends first.
func (t *Talker) runProgram(ctx context.Context, command string) error {
	home, err := Home(t.site.Dir, t.Name, command)
	if err != nil {
		return err
	}
	seen := t.dir
	if t.site.cages != nil {
		seen = t.site.cages.Inside(t.dir)
	}
	cmd := subprocess.Shell(command, seen)
	t.prepare(cmd, home, t.dir)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	defer stdin.Close()
	var said tail
	cmd.Stdout, cmd.Stderr = io.Discard, &said
	cmd.WaitDelay = patience
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		subprocess.Kill(cmd)
		if err == nil {
			err = errors.New("exit status 0")
		}
		return fmt.Errorf("the program ended during the conversation: %w%s", err, &said)
	case <-ctx.Done():
	}
	stdin.Close()
	subprocess.Interrupt(cmd)
	select {
	case <-ended:
	case <-time.After(patience):
	}
	subprocess.Kill(cmd)
	return nil
}

// tail keeps the end of a program's output.
type tail struct{ b []byte }

const tailSize = 500

func (t *tail) Write(p []byte) (int, error) {
	t.b = append(t.b, p...)
	t.b = t.b[max(0, len(t.b)-tailSize):]
	return len(p), nil
}

// String returns the last line in words that can follow an error.
func (t *tail) String() string {
	lines := strings.Split(strings.TrimSpace(string(bytes.ToValidUTF8(t.b, nil))), "\n")
	if last := lines[len(lines)-1]; last != "" {
		return fmt.Sprintf(" (it said %q)", last)
	}
	return ""
}
