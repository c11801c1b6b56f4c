package contest

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/cage"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/screening"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/turing/lpp"
)

const (
	// aloneTime bounds the questions to an entry, all together.
	aloneTime        = 24 * time.Hour
	screeningFolder  = "screening"
	questionsFile    = "questions.jsonl"
	defaultQuestions = 3
	defaultSeconds   = 120
	// leastAnswerTime is real time: programs need it, however fast the clocks run.
	leastAnswerTime = 3 * time.Second
	// atOnce is how many entries answer questions at the same time.
	atOnce = 8
)

// screen asks entries the questions of a stage and returns those that go on. If people take part,
// it pauses when all have been asked, so that a person can mark the answers.
func (c *contest) screen(ctx context.Context, stage loebner.Stage, entries []string,
) ([]string, error) {
	folder := filepath.Join(c.dir, screeningFolder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	q, err := c.questionnaire(stage)
	if err != nil {
		return nil, err
	}
	var left []string
	for _, name := range entries {
		if _, done := c.state.screened[name]; !done {
			left = append(left, name)
		}
	}
	if len(left) > 0 {
		c.sayf("%s: asking %s %d questions", stage.Name, entryCount(len(left)), len(q.Questions))
	}
	var recording sync.Mutex
	err = parallel.Do(ctx, atOnce, len(left), func(i int) error {
		return c.ask(ctx, q, left[i], &recording)
	}, nil)
	if err != nil {
		return nil, err
	}
	if len(left) > 0 && c.setup.servesPeople() {
		c.sayf("mark the answers in %s: points in the tables are only proposed", folder)
		return nil, paused(stage)
	}
	scores := make(map[string]float64)
	for _, name := range entries {
		if scores[name], _, err = c.marked(name, q); err != nil {
			return nil, err
		}
	}
	return c.best(scores, entries, stage.Keep), nil
}

// questionnaire returns the questions of the contest. Those of this program are written once, so
// that the organiser can look at them.
func (c *contest) questionnaire(stage loebner.Stage) (*screening.Questionnaire, error) {
	path := filepath.Join(c.dir, screeningFolder, questionsFile)
	if c.setup.Screening.File != "" {
		path = inFolder(c.dir, c.setup.Screening.File)
	} else if !exists(path) {
		n := cmp.Or(c.setup.Screening.Questions, defaultQuestions)
		if err := writePrivate(path, screening.Sample(n, stage.Sets...).Write); err != nil {
			return nil, err
		}
	}
	return files.With(path, "screening questions", screening.Read)
}

func (c *contest) sheetPath(name string) string {
	i, _ := c.entry(name)
	return filepath.Join(c.dir, screeningFolder, fmt.Sprintf("entry-%02d.csv", i+1))
}

// marked returns the points of an entry, which the organiser may have changed, and the attainable
// ones.
func (c *contest) marked(name string, q *screening.Questionnaire) (points, of float64, err error) {
	sheet, err := files.With(c.sheetPath(name), "a table of answers", func(in io.Reader, path string) (*screening.Sheet, error) {
		return screening.ReadSheet(in, path, name, q)
	})
	if err == nil {
		points, of = sheet.Points()
	}
	return points, of, err
}

// ask asks an entry all questions, and keeps its answers with the points that are proposed.
func (c *contest) ask(ctx context.Context, q *screening.Questionnaire, name string, recording *sync.Mutex,
) error {
	t := c.entrant(name)
	t.seed = c.seedOf("screening of "+name, 0)
	var answers []screening.Answer
	if _, err := c.alone(ctx, t, func(ctx context.Context, a *asker) (err error) {
		answers, err = q.Ask(ctx, a)
		return err
	}); err != nil {
		return err
	}
	recording.Lock()
	defer recording.Unlock()
	sheet := screening.NewSheet(name, q, answers)
	if err := writePrivate(c.sheetPath(name), sheet.Write); err != nil {
		return err
	}
	points, of := sheet.Points()
	c.sayf("%s: %g of %g points", name, points, of)
	return c.record(event{Kind: eventScreened, Entry: name,
		Screen: &screened{Points: points, Of: of, Faults: t.faults.take()}})
}

// alone starts an entry, which talks to nobody else, and returns how it did.
func (c *contest) alone(ctx context.Context, t talker, talk func(context.Context, *asker) error,
) (*health, error) {
	dir, err := t.newChannel()
	if err != nil {
		return nil, err
	}
	defer cage.Remove(dir)
	h := newHealth(session.NewClock(aloneTime))
	line, err := t.line(dir, h)
	if err != nil {
		return nil, err
	}
	s, err := session.New(session.Options{Here: lpp.Judge, Lines: []session.Line{line}, Clock: h.clock,
		Fault: t.faults.note})
	if err != nil {
		return nil, err
	}
	talking, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { t.talk(talking, dir) })
	running.Go(func() { _ = s.Run(talking) }) // until the context ends
	patience := c.real(time.Duration(cmp.Or(c.setup.Screening.Seconds, defaultSeconds) * float64(time.Second)))
	err = talk(ctx, &asker{terminal: terminal{session: s, side: keylog.Left},
		patience: max(patience, leastAnswerTime)})
	stop()
	running.Wait()
	return h, err
}

// asker is a conversation with the entity at a terminal.
type asker struct {
	terminal
	patience time.Duration
	silent   int // texts in a row without a reply
}

var _ responder.Conversation = (*asker)(nil)

// Reply returns the next line of the entity, or "" if there is none in time. An entity that was
// silent three times is given less time.
func (a *asker) Reply(ctx context.Context, text string) (string, error) {
	a.Discard()
	keys, err := lpp.Keys(lpp.Typeable(text) + "\n")
	if err != nil {
		return "", err
	}
	if err := a.Press(keys...); err != nil {
		return "", err
	}
	patience := a.patience
	if a.silent >= 3 {
		patience /= 20
	}
	late, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	line, err := a.Line(late)
	a.silent++
	if err == nil {
		a.silent = 0
	}
	return line, ctx.Err()
}

// Close implements [responder.Conversation].
func (a *asker) Close() error { return nil }
