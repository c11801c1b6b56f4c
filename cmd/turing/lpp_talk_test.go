package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"

	"github.com/luna-rating/luna/turing/lpp"
)

// otherEnd is the other end of a judge's folder.
type otherEnd struct {
	*lpp.Sender
	heard chan string // texts of the judge
}

func newOtherEnd(t *testing.T, dir string) otherEnd {
	t.Helper()
	s, err := lpp.NewSender(dir, lpp.Other)
	suite.OK(t, err)
	e := otherEnd{s, make(chan string, 1)}
	go func() {
		var text strings.Builder
		_ = lpp.Receiver{Dir: dir, From: lpp.Judge}.Receive(t.Context(), func(list []lpp.Press) error {
			for _, p := range list {
				text.WriteByte(byte(p.Key))
				if p.Key == lpp.Return {
					e.heard <- text.String()
					text.Reset()
				}
			}
			return nil
		})
	}()
	return e
}

func (e otherEnd) types(t *testing.T, text string) {
	t.Helper()
	keys, err := lpp.Keys(text)
	suite.OK(t, err)
	_, err = e.Send(keys...)
	suite.OK(t, err)
}

// TestJudge talks to an entity that corrects itself, also after a Return.
//
//luna:race
func TestJudge(t *testing.T) {
	dir, log := t.TempDir(), filepath.Join(t.TempDir(), "log.txt")
	in, typed := io.Pipe()
	printed, out := io.Pipe()
	ended := make(chan int, 1)
	var errs strings.Builder
	go func() {
		ended <- run(context.Background(), []string{"lpp", "judge", "--dir", dir, "--log", log}, in, out,
			&errs)
		out.Close()
	}()
	e := newOtherEnd(t, dir)
	line := func() string {
		var b [1]byte
		var text strings.Builder
		for b[0] != '\n' {
			_, err := io.ReadFull(printed, b[:])
			suite.OK(t, err)
			text.Write(b[:])
		}
		return text.String()
	}
	_, err := io.WriteString(typed, "Helló\n")
	suite.OK(t, err)
	suite.Equal(t, "the entity", <-e.heard, "Hello\n")
	for _, x := range [][2]string{{"Hullo\b\b\b\bi\n", "Hi\n"}, {"\b, you\n", "Hi, you\n"},
		{"And\n", "And\n"}} {
		if e.types(t, x[0]); line() != x[1] {
			t.Errorf("%q was not printed as %q", x[0], x[1])
		}
	}
	e.types(t, "unfinishedd\b")
	_, err = e.Wait(t.Context())
	suite.OK(t, err)
	suite.OK(t, typed.Close())
	suite.Equal(t, "at the end was printed", line(), "unfinished\n")
	if status := <-ended; status != 0 || errs.Len() > 0 {
		t.Errorf("status %d, %s", status, errs.String())
	}
	texts := textsOf(t, readLog(t, log))
	if texts["left, local true"] != "Hello\n" ||
		texts["left, local false"] != "Hullo\b\b\b\bi\n\b, you\nAnd\nunfinishedd\b" {
		t.Errorf("the log has %q", texts)
	}
}

// TestJudgeIsInterrupted checks that an interrupt ends the talk while the input goes on.
func TestJudgeIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, _ := io.Pipe()
	dir := filepath.Join(t.TempDir(), "talk")
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"lpp", "judge", "--dir", dir}, in, io.Discard, io.Discard)
	}()
	newOtherEnd(t, dir).types(t, "Hi\n")
	cancel()
	suite.Equal(t, "status", <-ended, 0)
}
