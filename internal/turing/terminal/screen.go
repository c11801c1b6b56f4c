package terminal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/term"

	"github.com/luna-rating/luna/internal/turing/session"
)

// Labels are the words above a session.
type Labels struct {
	Title string // such as "Judge J1, round 2"
	There string // the name of a single other end, such as "Judge"; those of a pair are Left and Right
}

// ErrQuit is the error of a person who leaves before the end.
var ErrQuit = errors.New("left before the end")

// Terminal is a terminal in raw mode, with the alternate screen.
type Terminal struct {
	in, out *os.File
	old     *term.State
	input   chan []byte // closed at the end of the input
	resized chan struct{}
	unwatch func()
	ascii   bool
	drawn   *frame // what the terminal shows, nil if that is unknown
	rest    []byte // input that is not a whole key yet

	once   sync.Once
	closed chan struct{}
	failed error
}

// The escape sequences sent at the beginning and at the end: alternate screen, bracketed paste, no
// automatic wrapping.
const (
	enter = "\x1b[?1049h\x1b[?2004h\x1b[?7l\x1b[2J"
	leave = "\x1b[?7h\x1b[?2004l\x1b[0m\x1b[?25h\x1b[?1049l"
)

// Check returns an error unless Open can take over a terminal.
func Check(in, out *os.File) error {
	for _, f := range []*os.File{in, out} {
		if f == nil || !term.IsTerminal(int(f.Fd())) {
			return errors.New("standard input and output are not a terminal, which is needed to send " +
				"keys as they are pressed; --web offers a page instead")
		}
	}
	return nil
}

// Open takes over a terminal until Close.
func Open(in, out *os.File) (*Terminal, error) {
	if err := Check(in, out); err != nil {
		return nil, err
	}
	t := &Terminal{in: in, out: out, input: make(chan []byte), closed: make(chan struct{}),
		ascii: !utf8Locale(os.Getenv)}
	if err := allowEscapes(out); err != nil {
		return nil, fmt.Errorf("preparing the terminal: %w", err)
	}
	var err error
	if t.old, err = term.MakeRaw(int(in.Fd())); err != nil {
		return nil, fmt.Errorf("preparing the terminal: %w", err)
	}
	t.resized, t.unwatch = watchSize(out)
	if _, err := out.WriteString(enter); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	go t.read()
	return t, nil
}

// read passes on what is typed. It ends with the input, or with the program.
func (t *Terminal) read() {
	defer close(t.input)
	b := make([]byte, 4096)
	for {
		n, err := t.in.Read(b)
		if n > 0 {
			select {
			case t.input <- append([]byte(nil), b[:n]...):
			case <-t.closed:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// Close restores the terminal.
func (t *Terminal) Close() error {
	t.once.Do(func() {
		t.unwatch()
		close(t.closed)
		_, err := t.out.WriteString(leave)
		t.failed = errors.Join(err, term.Restore(int(t.in.Fd()), t.old))
	})
	return t.failed
}

// Show runs a session at the terminal until it is done. It returns ErrQuit if the person leaves.
// After a panic the terminal is restored.
func (t *Terminal) Show(ctx context.Context, s *session.Session, l Labels) error {
	defer t.rescue()
	run, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 1)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		ended <- s.Run(run)
	}()
	err := t.loop(ctx, newDesk(s, l, t.ascii), ended)
	cancel()
	<-stopped
	return err
}

// Say shows a message, such as that the person waits for the next round, until the context ends. It
// returns ErrQuit if the person leaves.
func (t *Terminal) Say(ctx context.Context, l Labels, message string) error {
	defer t.rescue()
	err := t.loop(ctx, newNote(l, message, t.ascii), nil)
	if errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

// rescue restores the terminal before a panic ends the program, so that the message can be read.
func (t *Terminal) rescue() {
	if x := recover(); x != nil {
		_ = t.Close() // the panic matters more
		panic(x)
	}
}
