package seat_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/luna-rating/luna/internal/ptytest"
	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/seat"
	"github.com/luna-rating/luna/turing/lpp"
)

// programEnv has the test binary be a program at which a judge of a pair sits, with folders in the
// named one.
const programEnv = "SEAT_TEST_FOLDER"

func TestMain(m *testing.M) {
	dir := os.Getenv(programEnv)
	if dir == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	v, err := seat.AtTerminal(ctx, seat.Options{Here: lpp.Judge,
		Folders: []string{filepath.Join(dir, "a"), filepath.Join(dir, "b")}, Question: seat.Choice,
		Early: true, Title: "Judge J1", Log: filepath.Join(dir, "log"), Judge: "J1", Round: 3,
	}, os.Stdin, os.Stdout)
	fmt.Fprintf(os.Stderr, "%+v %v", v, err)
	if err != nil {
		os.Exit(1)
	}
}

// program is the program in a process of its own, at a pseudo-terminal.
type program struct {
	*ptytest.Console
	*exec.Cmd
	dir    string
	stderr *bytes.Buffer
}

func start(t *testing.T) *program {
	t.Helper()
	p := &program{Console: ptytest.Open(t, 80, 24), dir: t.TempDir(), stderr: &bytes.Buffer{}}
	p.Cmd = exec.CommandContext(t.Context(), os.Args[0])
	p.Env = append(os.Environ(), programEnv+"="+p.dir, "LC_ALL=C.UTF-8")
	p.Stdin, p.Stdout, p.Stderr = p.Slave(), p.Slave(), p.stderr
	p.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	p.Until("You begin")
	return p
}

// end waits for the program, and checks that the terminal was given back.
func (p *program) end(t *testing.T, want string) {
	t.Helper()
	_ = p.Wait2()
	p.Console.Wait("the terminal was given back", func() bool {
		raw, alternate := p.Given()
		return !raw && !alternate
	})
	if got := p.stderr.String(); got != want {
		t.Errorf("the program ends with %q, expected %q", got, want)
	}
}

// Wait2 waits for the process; Wait is the console's.
func (p *program) Wait2() error { return p.Cmd.Wait() }

// entity is the other end of a folder, which answers what is typed by the same in capitals.
func entity(t *testing.T, ctx context.Context, dir string) (heard func() string) {
	t.Helper()
	s, err := lpp.NewSender(dir, lpp.Other, "")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var b strings.Builder
	go func() {
		_ = lpp.Receiver{Dir: dir, From: lpp.Judge}.Receive(ctx, func(list []lpp.Press) error {
			mu.Lock()
			defer mu.Unlock()
			for _, p := range list {
				b.WriteByte(byte(p.Key))
				keys, err := lpp.Keys(strings.ToUpper(string(rune(p.Key))))
				if err == nil {
					_, err = s.Send(keys...)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}()
	return func() string {
		mu.Lock()
		defer mu.Unlock()
		return b.String()
	}
}

func TestPairThroughFolders(t *testing.T) {
	p := start(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	left, right := entity(t, ctx, filepath.Join(p.dir, "a")), entity(t, ctx, filepath.Join(p.dir, "b"))
	p.Type("hello\r")
	p.Until("Left: HELLO")
	p.Type("\x14who?\x7f!\r")
	p.Until("Right: WHO!")
	p.Type("\x03d")
	p.Until("Type left or right")
	p.Type("left\r")
	p.Until("It is final.")
	p.Type("y")
	p.end(t, "{Left:0 Right:0 Human:left} <nil>")
	if l, r := left(), right(); l != "hello\n" || r != "who?\b!\n" {
		t.Errorf("the entities got %q and %q", l, r)
	}
	f, err := os.Open(filepath.Join(p.dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	log, doubts, err := keylog.Read(f, "log")
	if err != nil || len(doubts) > 0 || len(log.Rounds) != 1 {
		t.Fatalf("the log: %v, %v, %+v", err, doubts, log)
	}
	round := log.Rounds[0]
	if round.Judge != "J1" || round.Number != 3 || round.Left != "" || round.Right != "" {
		t.Errorf("the log has the round %+v", round)
	}
	got := map[string]string{}
	for _, s := range round.Strokes {
		got[fmt.Sprint(s.Side, s.Local)] += string(rune(s.Key))
	}
	for key, want := range map[string]string{"lefttrue": "hello\n", "leftfalse": "HELLO\n",
		"righttrue": "who?\b!\n", "rightfalse": "WHO?\b!\n"} {
		if got[key] != want {
			t.Errorf("%s: the log has %q, expected %q", key, got[key], want)
		}
	}
}

func TestTerminalIsGivenBack(t *testing.T) {
	t.Run("terminated", func(t *testing.T) {
		p := start(t)
		if err := p.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		p.end(t, "{Left:0 Right:0 Human:} context canceled")
	})
	t.Run("left", func(t *testing.T) {
		p := start(t)
		p.Type("\x03")
		p.Until("Leave?")
		p.Type("q")
		p.end(t, "{Left:0 Right:0 Human:} left before the end")
	})
	t.Run("log gone", func(t *testing.T) {
		f, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		_, err = seat.AtTerminal(t.Context(), seat.Options{Here: lpp.Judge}, f, f)
		if err == nil || errors.Is(err, seat.ErrQuit) {
			t.Errorf("without a terminal the error is %v", err)
		}
	})
}
