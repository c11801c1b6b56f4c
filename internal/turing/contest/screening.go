package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/loebner"
	"github.com/luna-rating/luna/internal/turing/screening"
	"github.com/luna-rating/luna/internal/turing/session"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/turing/lpp"
)

const (
	screeningFolder  = "screening"
	questionsFile    = "questions.jsonl"
	defaultQuestions = 3
	defaultSeconds   = 120
	// leastAnswerTime is real time: programs need it, however fast the clocks run.
	leastAnswerTime = 3 * time.Second
	// aloneTime bounds the questions to an entry, all together.
	aloneTime = 24 * time.Hour
	// screenedAtOnce is how many entries answer questions at the same time.
	screenedAtOnce = 8
)

// screen asks entries the questions of a stage and returns those that go on. If people take part, it
// pauses when all have been asked, so that a person can mark the answers.
func (c *contest) screen(ctx context.Context, stage loebner.Stage, entries []string,
) ([]string, error) {
	folder := filepath.Join(c.dir, screeningFolder)
	if err := os.MkdirAll(folder, 0o777); err != nil {
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
	err = parallel.Do(ctx, screenedAtOnce, len(left), func(i int) error {
		answers, faults, err := c.ask(ctx, q, left[i])
		if err != nil {
			return err
		}
		recording.Lock()
		defer recording.Unlock()
		return c.screened(left[i], screening.NewSheet(left[i], q, answers), faults)
	}, nil)
	if err := errors.Join(err, c.clearChannels()); err != nil {
		return nil, err
	}
	if len(left) > 0 && c.setup.servesPeople() {
		c.sayf("mark the answers in %s: points in the tables are only proposed", folder)
		return nil, paused(stage)
	}
	scores := make(map[string]float64)
	for _, name := range entries {
		sheet, err := c.readSheet(name, q)
		if err != nil {
			return nil, err
		}
		scores[name], _ = sheet.Points()
	}
	return c.best(scores, entries, stage.Keep), nil
}

// questionnaire returns the questions of the contest. Those of this program are written once, so that
// the organiser can look at them.
func (c *contest) questionnaire(stage loebner.Stage) (*screening.Questionnaire, error) {
	path := filepath.Join(c.dir, screeningFolder, questionsFile)
	if c.setup.Screening.File != "" {
		path = inFolder(c.dir, c.setup.Screening.File)
	} else if _, err := os.Stat(path); os.IsNotExist(err) {
		n := cmp.Or(c.setup.Screening.Questions, defaultQuestions)
		if err := atomicdir.WriteFile(path, screening.Sample(n, stage.Sets...).Write); err != nil {
			return nil, err
		}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return screening.Read(f, path)
}

// screened records the answers of an entry, with the points that are proposed.
func (c *contest) screened(name string, sheet *screening.Sheet, faults []fault) error {
	if err := atomicdir.WriteFile(c.sheetPath(name), sheet.Write); err != nil {
		return err
	}
	points, of := sheet.Points()
	c.sayf("%s: %g of %g points", name, points, of)
	return c.record(event{Kind: eventScreened, Entry: name,
		Screen: &screened{Points: points, Of: of, Faults: faults}})
}

func (c *contest) sheetPath(name string) string {
	i := slices.IndexFunc(c.setup.Entries, func(e entrySetup) bool { return e.Name == name })
	return filepath.Join(c.dir, screeningFolder, fmt.Sprintf("entry-%02d.csv", i+1))
}

// readSheet reads the points of an entry, which the organiser may have changed.
func (c *contest) readSheet(name string, q *screening.Questionnaire) (*screening.Sheet, error) {
	f, err := os.Open(c.sheetPath(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return screening.ReadSheet(f, f.Name(), name, q)
}

// ask asks an entry all questions through a folder.
func (c *contest) ask(ctx context.Context, q *screening.Questionnaire, name string) (
	[]screening.Answer, []fault, error,
) {
	t := c.entrant(name)
	t.seed = c.seedOf("screening of "+name, 0)
	var answers []screening.Answer
	_, err := c.alone(ctx, t, func(ctx context.Context, a *asker) (err error) {
		answers, err = q.Ask(ctx, a)
		return err
	})
	return answers, t.faults.take(), err
}

// alone starts an entry, which talks to nobody else, and returns how it did.
func (c *contest) alone(ctx context.Context, t talker, talk func(context.Context, *asker) error,
) (*health, error) {
	dir, err := c.newChannel()
	if err != nil {
		return nil, err
	}
	line, err := session.Folder(dir, lpp.Judge, t.faults.err)
	if err != nil {
		return nil, err
	}
	h := newHealth(session.NewClock(aloneTime))
	s, err := session.New(session.Options{Here: lpp.Judge, Clock: h.clock,
		Lines: []session.Line{&floodgate{line, t.faults, h}}})
	if err != nil {
		return nil, err
	}
	asking, stop := context.WithCancel(ctx)
	defer stop()
	var talking sync.WaitGroup
	talking.Go(func() { t.talk(asking, dir) })
	talking.Go(func() { _ = s.Run(asking) }) // its end is that of the context
	err = talk(asking, &asker{terminal: &scriptTerminal{session: s, side: keylog.Left},
		patient: max(c.real(c.answerTime()), leastAnswerTime)})
	stop()
	talking.Wait()
	return h, err
}

func (c *contest) answerTime() time.Duration {
	return time.Duration(cmp.Or(c.setup.Screening.Seconds, defaultSeconds) * float64(time.Second))
}

// asker is a conversation with the entity at a terminal.
type asker struct {
	terminal *scriptTerminal
	patient  time.Duration
	silent   int // texts in a row without a reply
}

var _ responder.Conversation = (*asker)(nil)

// Reply returns the next line of the entity, or "" if there is none in time. An entity that was
// silent three times is given less time.
func (a *asker) Reply(ctx context.Context, text string) (string, error) {
	a.terminal.Discard()
	keys, err := lpp.Keys(lpp.Typeable(text) + "\n")
	if err != nil {
		return "", err
	}
	if err := a.terminal.Press(keys...); err != nil {
		return "", err
	}
	patient := a.patient
	if a.silent >= 3 {
		patient /= 20
	}
	soon, cancel := context.WithTimeout(ctx, patient)
	defer cancel()
	line, err := a.terminal.Line(soon)
	if err == nil {
		a.silent = 0
		return line, nil
	}
	a.silent++
	return "", ctx.Err()
}

// Close implements [responder.Conversation].
func (a *asker) Close() error { return nil }
