// Package contest holds contests for the Loebner Prize in a folder, from the entries to the
// certificate. The file contest.toml says who takes part. The journal records what has been done,
// so that a contest can be resumed after any interruption.
package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/desk"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// Options configure [Run].
type Options struct {
	Speed     float64 // replaces the speed in the setup; 0 keeps that
	EntryUser string  // those that programs run as, by root, as for [cage.Open]; "" for that of this program
	// Addr is where people are served, host:port; "" is a port of this computer, that of the first
	// run.
	Addr   string
	Public string // the address of these pages in front of a proxy, such as https://contest.example.org
	// Until is [UntilTest], or the name of a kind of stage, "questions" or "interviews", after
	// which the run ends for now, so that the organiser can look at it. If it is "", the run ends
	// with the contest.
	Until string
	// Progress receives messages about the contest for the organiser.
	Progress io.Writer
}

// contest is a contest that this process is holding.
type contest struct {
	Options
	dir     string
	setup   *setup
	rules   loebner.Rules
	journal journal
	mu      sync.Mutex // held while an event is applied, and while pages read the state
	state   *state
	site    *round.Site // where programs run; nil before they do
	desk    *desk.Desk  // serves people
	looked  time.Time   // when votes were last looked for in [heldRound.await]
	saying  sync.Mutex
	settled map[string]bool // stages whose verdicts judges cannot correct any more
	ranksIn bool            // judges cannot rank any more
	chosen  string          // how the stage that ended last told equal scores apart
}

// Run holds the contest of a folder, from wherever it stands to its end, and returns the results.
// If the context or the process ends before, another Run continues the contest. An interrupted
// round is annulled and held again; finished parts are not repeated.
func Run(ctx context.Context, dir string, o Options) (*Results, error) {
	c, err := open(dir, o)
	if err != nil {
		return nil, err
	}
	defer c.close()
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	return c.run(ctx)
}

// open reads a contest and takes hold of it.
func open(dir string, o Options) (*contest, error) {
	c, err := prepare(dir, o)
	if err != nil {
		return nil, err
	}
	if c.journal, c.state, err = openJournal(dir); err != nil {
		return nil, err
	}
	if c.state.finished == nil {
		err = c.setup.openResponders(dir)
	}
	if err = cmp.Or(err, c.checkSetup(), c.checkPlans(), c.checkEvidence()); err != nil {
		c.journal.Close()
		return nil, err
	}
	return c, nil
}

// checkSetup checks that the description is that with which the contest began.
func (c *contest) checkSetup() error {
	if begun := c.state.begun.Digest; strings.HasPrefix(begun, digestForm) && begun != c.setup.digest {
		return files.New(c.path(SetupFile), 0, "changes since the contest began",
			"none but to speed, missing and wait; undo them, or begin in another folder")
	}
	return nil
}

// prepare reads the description of a contest.
func prepare(dir string, o Options) (c *contest, err error) {
	c = &contest{Options: o, dir: dir, state: newState(), settled: make(map[string]bool)}
	if c.Progress == nil {
		c.Progress = io.Discard
	}
	if c.setup, err = readSetup(dir); err != nil {
		return nil, err
	}
	if o.Speed == 0 {
		c.Speed = c.setup.Speed
	}
	c.rules, err = readRules(dir, c.setup)
	c.desk = c.newDesk()
	return c, err
}

// readRules returns the rules that the setup names.
func readRules(dir string, s *setup) (loebner.Rules, error) {
	if !strings.ContainsAny(s.Rules, "./\\") {
		return loebner.RulesOf(s.Rules)
	}
	return files.With(inFolder(dir, s.Rules), "rules in TOML", loebner.ReadRules)
}

// inFolder returns the path of a file that the setup names.
func inFolder(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

func (c *contest) close() {
	c.desk.Close()
	if c.site != nil {
		c.site.Close()
	}
	c.journal.Close()
}

// record writes an event to the journal and applies it.
func (c *contest) record(e event) error {
	c.mu.Lock()
	err := c.sign(&e)
	if err == nil {
		e, err = c.journal.add(e)
	}
	if err == nil {
		err = c.state.apply(e)
	}
	c.mu.Unlock()
	return err
}

func (c *contest) sayf(format string, args ...any) {
	c.saying.Lock()
	defer c.saying.Unlock()
	fmt.Fprintf(c.Progress, format+"\n", args...)
}

// begin begins the contest, or resumes one that was interrupted.
func (c *contest) begin(ctx context.Context) error {
	if c.state.finished != nil { // nobody talks any more
		return ctx.Err()
	}
	if err := cmp.Or(c.annulInterrupted(), c.openSite(true)); err != nil {
		return err
	}
	if c.state.begun.Digest == "" {
		if err := c.checkPresent(c.admission().Stages); err != nil {
			return err
		}
		if err := c.record(event{Kind: eventBegun, Digest: c.setup.digest}); err != nil {
			return err
		}
	}
	c.warnOfSeed()
	if c.setup.servesPeople() || c.Addr != "" {
		return cmp.Or(c.servePeople(), ctx.Err())
	}
	return ctx.Err()
}

// servesPeople reports whether somebody who takes part is a person.
func (s *setup) servesPeople() bool { return slices.ContainsFunc(s.everybody(), Participant.person) }

// ErrPaused is wrapped by the error of [Run] when it ends at the stage set by Until, or after a
// screening whose answers a person has to mark.
var ErrPaused = errors.New("paused")

// paused is the error that says after what the contest pauses.
func paused(what string) error { return fmt.Errorf("%w after the %s", ErrPaused, what) }

// run holds the rest of the contest.
func (c *contest) run(ctx context.Context) (*Results, error) {
	if c.state.finished != nil { // the results are only written again
		if err := c.takeVotes(); err != nil {
			return nil, err
		}
		return c.finish()
	}
	admission := c.admission()
	going := admission.Admitted
	if n := len(going); n < len(c.setup.Entries) {
		c.sayf("admitted %d of %s", n, text.Count(len(c.setup.Entries), "program"))
	}
	err := c.testOnce(ctx, going)
	if err != nil {
		return nil, err
	}
	for _, name := range admission.Stages {
		stage, _ := c.stage(name) // which the rules have
		if stage.How == loebner.Questions {
			going, err = c.screen(ctx, stage, going)
		} else if err = c.hold(ctx, stage, going); err == nil && stage.How == loebner.Interviews {
			going = c.best(c.interviewed(stage), going, stage.Keep)
		}
		if err != nil {
			return nil, err
		}
		if c.Until == stage.How {
			return nil, paused(stage.How)
		}
	}
	return c.finish()
}

func (c *contest) stage(name string) (loebner.Stage, bool) {
	i := slices.IndexFunc(c.rules.Stages, func(s loebner.Stage) bool { return s.Name == name })
	if i < 0 {
		return loebner.Stage{}, false
	}
	return c.rules.Stages[i], true
}

// admission says what happens with the entries, in the order of the file.
func (c *contest) admission() loebner.Admission {
	return c.rules.Admit(c.entryNames())
}

// seedOf returns the seed of one of the contest's random choices.
func (c *contest) seedOf(what string, i int) uint64 {
	return numbers.Stream(c.setup.Seed, "contest: "+what, i).Uint64()
}
