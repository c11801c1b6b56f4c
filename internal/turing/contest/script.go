package contest

import (
	"cmp"
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/scripted"
	"github.com/luna-rating/luna/internal/turing/session"
	"github.com/luna-rating/luna/turing/lpp"
)

const (
	defaultAsk = 6
	// judgePatience is how long a scripted judge waits for an answer.
	judgePatience = 3 * time.Minute
)

// script lets a scripted judge talk until they are done or the time is over.
func (t *table) script(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		for state := t.session.State(); state.Phase == session.Talking; state = t.session.State() {
			_, changed := t.session.Since(1 << 30)
			select {
			case <-changed:
			case <-ctx.Done():
				return
			case <-time.After(max(time.Millisecond, min(state.Remains, time.Second))):
			}
		}
	}()
	var terminals []scripted.Terminal
	for _, e := range t.ends {
		terminals = append(terminals, &scriptTerminal{session: t.session, side: e.side})
	}
	err := scripted.Judge{
		Questions: t.judge.list, Ask: cmp.Or(t.judge.Ask, defaultAsk), Speed: t.Speed,
		Patience: judgePatience, Least: leastAnswerTime,
		Seed: t.seedOf("judge "+t.Judge+" "+t.stage.Name, t.number),
	}.Converse(ctx, terminals...)
	if err != nil && !errors.Is(err, session.ErrOver) && ctx.Err() == nil {
		t.faults.err(err)
	}
}

// scriptTerminal is a terminal of a scripted judge.
type scriptTerminal struct {
	session *session.Session
	side    keylog.Side
	read    int    // keys of the session
	line    []byte // that the entity is typing
}

func (s *scriptTerminal) Press(keys ...lpp.Key) error {
	for {
		err := s.session.Type(s.side, keys...)
		if err != session.ErrPaused {
			return err
		}
		time.Sleep(votePoll)
	}
}

func (s *scriptTerminal) Discard() {
	for {
		if _, ended, _ := s.next(); !ended {
			return
		}
	}
}

func (s *scriptTerminal) Line(ctx context.Context) (string, error) {
	for {
		line, ended, more := s.next()
		if ended {
			return line, nil
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-more:
		}
	}
}

// next returns the next line that the entity has ended, if there is one.
func (s *scriptTerminal) next() (line string, ended bool, more <-chan struct{}) {
	keys, more := s.session.Since(s.read)
	for _, k := range keys {
		s.read++
		switch {
		case k.By != lpp.Other || k.Side != s.side:
		case k.Key == lpp.Return:
			line = string(s.line)
			s.line = s.line[:0]
			return line, true, more
		case k.Key == lpp.BackSpace:
			s.line = s.line[:max(0, len(s.line)-1)]
		case len(s.line) < maxLine:
			s.line = append(s.line, byte(k.Key))
		}
	}
	return "", false, more
}

// maxLine is the maximum number of characters that a scripted judge reads of a line.
const maxLine = 4000

// maxQuestions bounds the questions of a scripted judge, in bytes.
const maxQuestions = 1 << 20

// readQuestions reads the questions of a scripted judge, one per line.
func readQuestions(path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := fileerr.ReadAll(f, path, maxQuestions, "questions")
	if err != nil {
		return nil, err
	}
	var list []string
	for line := range strings.Lines(string(data)) {
		if q := strings.TrimSpace(line); q != "" && !strings.HasPrefix(q, "#") {
			list = append(list, q)
		}
	}
	if len(list) == 0 {
		return nil, fileerr.New(path, 0, "no question", "one on each line")
	}
	return list, nil
}
