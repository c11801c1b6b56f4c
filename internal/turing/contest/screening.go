package contest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
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
	for batch := range slices.Chunk(left, screenedAtOnce) {
		if err := c.screenAll(ctx, q, batch); err != nil {
			return nil, err
		}
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
		n := c.setup.Screening.Questions
		if n == 0 {
			n = defaultQuestions
		}
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

// screenAll asks several entries at the same time.
func (c *contest) screenAll(ctx context.Context, q *screening.Questionnaire, names []string) error {
	type answered struct {
		answers []screening.Answer
		faults  []fault
		err     error
	}
	results := make([]answered, len(names))
	var asking sync.WaitGroup
	for i, name := range names {
		asking.Go(func() {
			r := &results[i]
			r.answers, r.faults, r.err = c.ask(ctx, q, name)
		})
	}
	asking.Wait()
	if err := c.clearChannels(); err != nil {
		return err
	}
	for i, name := range names {
		r := results[i]
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.err != nil {
			return r.err
		}
		sheet := screening.NewSheet(name, q, r.answers)
		if err := atomicdir.WriteFile(c.sheetPath(name), sheet.Write); err != nil {
			return err
		}
		points, of := sheet.Points()
		c.sayf("%s: %g of %g points", name, points, of)
		if err := c.record(event{Kind: eventScreened, Entry: name,
			Screen: &screened{Points: points, Of: of, Faults: r.faults}}); err != nil {
			return err
		}
	}
	return nil
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
	line, err := session.Folder(dir, lpp.Judge, func(err error) { t.faults.add(err.Error()) })
	if err != nil {
		return nil, err
	}
	h := newHealth(session.NewClock())
	asking, stop := context.WithCancel(ctx)
	defer stop()
	var talking sync.WaitGroup
	talking.Go(func() { t.talk(asking, dir) })
	a := newAsker(&floodgate{line, t.faults, h}, max(c.real(c.answerTime()), leastAnswerTime))
	talking.Go(func() { a.listen(asking) })
	err = talk(asking, a)
	stop()
	talking.Wait()
	return h, err
}

func (c *contest) answerTime() time.Duration {
	s := c.setup.Screening.Seconds
	if s == 0 {
		s = defaultSeconds
	}
	return time.Duration(s * float64(time.Second))
}

// asker is a conversation with the entity at the other end of a line.
type asker struct {
	line    session.Line
	patient time.Duration
	lines   chan string
	silent  int // texts in a row without a reply
}

var _ responder.Conversation = (*asker)(nil)

func newAsker(line session.Line, patient time.Duration) *asker {
	return &asker{line: line, patient: patient, lines: make(chan string, 100)}
}

// listen assembles lines from the keys that arrive. When too many lines wait, it drops the later
// ones.
func (a *asker) listen(ctx context.Context) {
	var text []byte
	_ = a.line.Receive(ctx, func(list []lpp.Press) error {
		for _, p := range list {
			switch {
			case p.Key == lpp.BackSpace:
				text = text[:max(0, len(text)-1)]
			case p.Key == lpp.Return:
				select {
				case a.lines <- string(text):
				default:
				}
				text = text[:0]
			case len(text) < maxLine:
				text = append(text, byte(p.Key))
			}
		}
		return nil
	}) // fails only when the context ends
}

// Reply returns the next line of the entity, or "" if there is none in time. An entity that was
// silent three times is given less time.
func (a *asker) Reply(ctx context.Context, text string) (string, error) {
	for len(a.lines) > 0 {
		<-a.lines
	}
	keys, err := lpp.Keys(lpp.Typeable(text) + "\n")
	if err != nil {
		return "", err
	}
	if _, err := a.line.Send(keys...); err != nil {
		return "", err
	}
	patient := a.patient
	if a.silent >= 3 {
		patient /= 20
	}
	late := time.NewTimer(patient)
	defer late.Stop()
	select {
	case line := <-a.lines:
		a.silent = 0
		return line, nil
	case <-late.C:
		a.silent++
		return "", nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Close implements [responder.Conversation].
func (a *asker) Close() error { return nil }
