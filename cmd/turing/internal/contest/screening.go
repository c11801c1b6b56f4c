package contest

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/screening"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/luna/responder"
)

const (
	screeningFolder  = "screening"
	questionsFile    = "questions.jsonl"
	defaultQuestions = 3
	defaultSeconds   = 120
	// atOnce is how many entries answer questions at the same time.
	atOnce = 8
)

// screen asks entries the questions of a stage and returns those that go on. If people take part,
// it pauses when all have been asked, so that a person can mark the answers.
func (c *contest) screen(ctx context.Context, stage loebner.Stage, entries []string) ([]string, error) {
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
		c.sayf("%s: asking %s %d questions", stage.Name, text.Count(len(left), "program"), len(q.Questions))
	}
	err = parallel.Do(ctx, atOnce, len(left), func(i int) error { return c.ask(ctx, q, left[i]) }, nil)
	if err != nil {
		return nil, err
	}
	if len(left) > 0 && c.setup.servesPeople() {
		c.sayf("mark the answers in %s: points in the tables are only proposed", folder)
		return nil, paused("screening")
	}
	scores := make(map[string]float64)
	for _, name := range entries {
		if scores[name], _, err = c.marked(name); err != nil {
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
func (c *contest) marked(name string) (points, of float64, err error) {
	q, err := c.questionnaire(loebner.Stage{}) // which was written before
	if err != nil {
		return 0, 0, err
	}
	sheet, err := files.With(c.sheetPath(name), "a table of answers", func(in io.Reader, path string) (*screening.Sheet, error) {
		return screening.ReadSheet(in, path, name, q)
	})
	if err == nil {
		points, of = sheet.Points()
	}
	return points, of, err
}

// ask asks an entry all questions, and keeps its answers with the points that are proposed.
func (c *contest) ask(ctx context.Context, q *screening.Questionnaire, name string) error {
	t := c.entrant(name)
	t.Seed = c.seedOf("screening of "+name, 0)
	var answers []string
	faults, err := c.site.Alone(ctx, t, c.patience(), func(ctx context.Context, x responder.Conversation) (err error) {
		answers, err = q.Ask(ctx, x)
		return err
	})
	if err != nil {
		return err
	}
	sheet := screening.NewSheet(name, q, answers)
	if err := writePrivate(c.sheetPath(name), sheet.Write); err != nil {
		return err
	}
	points, of := sheet.Points()
	c.sayf("%s: %g of %g points", name, points, of)
	return c.record(event{Kind: eventScreened, Entry: name, Screen: &screened{points, of, faults}})
}

// patience returns how long an entry has for an answer, in real time.
func (c *contest) patience() time.Duration {
	return c.real(time.Duration(cmp.Or(c.setup.Screening.Seconds, defaultSeconds) * float64(time.Second)))
}
